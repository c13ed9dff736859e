import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './system-errors';

const TEMP = /\.[0-9a-f-]{36}\.tmp$/;

/** A name beside `path` for a file that is being written. */
export function tempName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

/** Writes a new file, mode 0600, and waits until its bytes are on disk. */
export async function writeDurable(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file as a whole: readers see the old bytes or the new ones, also after a power failure. */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const temp = tempName(path);
  try {
    await writeDurable(temp, bytes);
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes renames in a folder durable. Windows cannot open folders, and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes what killed processes left of `tempName` in a folder, where it is older than an hour. */
export async function sweepTemps(folder: string, nowMs = Date.now()): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    if (!TEMP.test(name)) continue;
    const path = join(folder, name);
    try {
      if (nowMs - (await stat(path)).mtimeMs < 3_600_000) continue;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue;
      throw error;
    }
    await rm(path, { force: true });
    removed.push(basename(path));
  }
  return removed;
}
