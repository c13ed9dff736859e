import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { tempName, writeDurable } from './atomic-file';
import { errorCode } from './system-errors';
import { shortHash } from './hash';
import { isAlive, ownIdentity, ProcessIdentity } from './process-identity';

/** Contents of a lock file. `info` is the owner's own, for people and other processes. */
export const LockOwner = ProcessIdentity.extend({
  /** ISO 8601. */
  since: z.string(),
  info: z.record(z.string(), z.unknown()),
});
export type LockOwner = z.infer<typeof LockOwner>;

export type LockOutcome =
  { release(): Promise<void>; heldBy?: undefined } | { release?: undefined; heldBy: LockOwner };

/** How long to wait for another process that is taking over the same dead lock; it needs milliseconds. */
const TAKE_OVER_MS = 2_000;
const POLL_MS = 20;

/**
 * Takes the lock at `path` for this process, or reports its owner. The lock of a dead process is taken over. It is not
 * re-entrant: a second attempt of the same process reports this process as the owner.
 */
export async function acquireOwnerLock(
  path: string,
  info: Record<string, unknown> = {},
): Promise<LockOutcome> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const token = randomUUID();
  const content = JSON.stringify({ ...ownIdentity(), since: new Date().toISOString(), info, token });
  const temp = tempName(path);
  const deadline = performance.now() + TAKE_OVER_MS;
  try {
    await writeDurable(temp, content);
    for (;;) {
      if (await tryLink(temp, path)) return { release: () => releaseLock(path, content) };
      const found = await readIfThere(path);
      if (found === undefined) continue;
      const holder = parseOwner(found);
      if (holder && isAlive(holder)) return { heldBy: holder };
      const rival = await takeOver(path, found, temp);
      if (rival === 'taken') return { release: () => releaseLock(path, content) };
      if (rival !== 'changed' && performance.now() > deadline) return { heldBy: rival };
    }
  } finally {
    await rm(temp, { force: true });
  }
}

/**
 * Does something under the lock at `path`; waits that long for a process that has it, and rejects with what `refuse` makes
 * of its pid after that.
 */
export async function underOwnerLock<T>(
  path: string,
  wait: { role: string; waitMs: number; refuse(pid: number): Error },
  act: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + wait.waitMs;
  for (;;) {
    const lock = await acquireOwnerLock(path, { role: wait.role });
    if (lock.release) return act().finally(lock.release);
    if (performance.now() > deadline) throw wait.refuse(lock.heldBy.pid);
    await delay(POLL_MS);
  }
}

/** Owner of the lock. Undefined: nobody holds it, or the owner has died. */
export async function readOwner(path: string): Promise<LockOwner | undefined> {
  const content = await readIfThere(path);
  const holder = content === undefined ? undefined : parseOwner(content);
  return holder && isAlive(holder) ? holder : undefined;
}

/**
 * Replaces the file of a dead owner by ours. Only the holder of a second lock, named after exactly this dead lock, may
 * do that: if two processes find it, the slower one can't remove the faster one's new lock.
 */
async function takeOver(path: string, dead: string, temp: string): Promise<'taken' | 'changed' | LockOwner> {
  const claim = await acquireOwnerLock(`${path}.${shortHash(dead)}.claim`);
  if (claim.heldBy) {
    await delay(5);
    return claim.heldBy;
  }
  try {
    if ((await readIfThere(path)) !== dead) return 'changed';
    await rename(temp, path);
    return 'taken';
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
