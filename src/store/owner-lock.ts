import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { tempName, writeDurable } from './atomic-file';
import { errorCode } from './errors';
import { hashBytes } from './hash';
import { isAlive, ownIdentity, ProcessIdentity } from './process-identity';

/** What a lock file says of its owner; `info` is the owner's own, for people and other processes. */
export const LockOwner = z.object({
  owner: ProcessIdentity,
  /** ISO 8601. */
  since: z.string(),
  info: z.record(z.string(), z.unknown()),
});
export type LockOwner = z.infer<typeof LockOwner>;

export type LockOutcome = { release(): Promise<void>; heldBy?: undefined } | { release?: undefined; heldBy: LockOwner };

/**
 * Takes the lock at `path` for this process, or says who holds it. The lock of a process that has died is
 * taken over. It is not re-entrant: a second attempt of the same process is told that this process holds it.
 */
export async function acquireOwnerLock(path: string, info: Record<string, unknown> = {}): Promise<LockOutcome> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const content = JSON.stringify({ owner: ownIdentity(), since: new Date().toISOString(), info });
  const temp = tempName(path);
  await writeDurable(temp, content);
  try {
    for (;;) {
      if (await tryLink(temp, path)) return { release: () => releaseLock(path, content) };
      const found = await readIfThere(path);
      if (found === undefined) continue;
      const holder = parseOwner(found);
      if (holder && isAlive(holder.owner)) return { heldBy: holder };
      if (await takeOver(path, found, temp)) return { release: () => releaseLock(path, content) };
    }
  } finally {
    await rm(temp, { force: true });
  }
}

/** Who holds the lock now; undefined where nobody does, or the owner has died. */
export async function readOwnerLock(path: string): Promise<LockOwner | undefined> {
  const content = await readIfThere(path);
  const holder = content === undefined ? undefined : parseOwner(content);
  return holder && isAlive(holder.owner) ? holder : undefined;
}

/**
 * Puts our file in the place of a dead owner's. Only the holder of a second lock, named after exactly this dead
 * lock, may do that: so of two processes that find it, the slower one cannot remove the faster one's new lock.
 */
async function takeOver(path: string, dead: string, temp: string): Promise<boolean> {
  const claim = await acquireOwnerLock(`${path}.${hashBytes(Buffer.from(dead)).slice(0, 16)}.claim`);
  if (claim.heldBy) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return false;
  }
  try {
    if ((await readIfThere(path)) !== dead) return false;
    await rename(temp, path);
    return true;
  } finally {
    await claim.release();
  }
}

async function releaseLock(path: string, content: string): Promise<void> {
  if ((await readIfThere(path)) === content) await rm(path, { force: true });
}

/** `link` fails where the name exists, and the file appears with all its content. */
async function tryLink(temp: string, path: string): Promise<boolean> {
  try {
    await link(temp, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for a file that a power failure has emptied, or that is none of ours. */
function parseOwner(content: string): LockOwner | undefined {
  try {
    const parsed = LockOwner.safeParse(JSON.parse(content));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
