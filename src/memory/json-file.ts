import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { replaceFile, sweepTemps } from '../machine/atomic-file';
import { acquireOwnerLock } from '../machine/owner-lock';
import { errorCode } from '../machine/system-errors';

export interface JsonFile<T> {
  path: string;
  schema: z.ZodType<T>;
  /** Is told where a damaged file was put, in one sentence. */
  say(line: string): void;
}

/** Contents of a file; undefined where there is none, or where it was damaged and is set aside now. */
export async function readJsonFile<T>(file: JsonFile<T>): Promise<T | undefined> {
  const found = await look(file);
  if (found !== 'damaged') return found;
  // Only the owner of the lock moves files: another process may be about to write a new one.
  return withLock(file.path, () => lookAndSetAside(file));
}

/** Replaces the contents of a file by what `change` makes of them. Processes take turns; a kill leaves the old contents or the new. */
export function updateJsonFile<T>(file: JsonFile<T>, change: (before: T | undefined) => T): Promise<void> {
  return withLock(file.path, async () => {
    const before = await lookAndSetAside(file);
    await replaceFile(file.path, `${JSON.stringify(change(before))}\n`);
  });
}

async function look<T>({ path, schema }: JsonFile<T>): Promise<T | 'damaged' | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === 'EISDIR') return 'damaged';
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return 'damaged';
  }
}

async function lookAndSetAside<T>(file: JsonFile<T>): Promise<T | undefined> {
  const found = await look(file);
  if (found !== 'damaged') return found;
  const aside = `${file.path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(file.path, aside);
  file.say(`${file.path} is damaged and is not used: it was put aside as ${aside}, and a new one is begun.`);
  return undefined;
}

/** Last of those who wait for a file in this process: an owner lock tells processes apart, not calls. */
const waiting = new Map<string, Promise<void>>();
const swept = new Set<string>();

async function withLock<R>(path: string, act: () => Promise<R>): Promise<R> {
  const before = waiting.get(path) ?? Promise.resolve();
  const turn = before.then(() => withOwnerLock(path, act));
  const over = turn.then(ignore, ignore);
  waiting.set(path, over);
  try {
    return await turn;
  } finally {
    if (waiting.get(path) === over) waiting.delete(path);
  }
}

function ignore(): void {
  // The caller of the turn gets its error.
}

/** A write takes milliseconds: whoever holds the lock for this long hangs. */
const MOST_WAIT_MS = 20_000;

async function withOwnerLock<R>(path: string, act: () => Promise<R>): Promise<R> {
  await prepare(dirname(path));
  const deadline = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const lock = await acquireOwnerLock(`${path}.lock`);
    if (lock.release) {
      try {
        return await act();
      } finally {
        await lock.release();
      }
    }
    if (performance.now() > deadline)
      throw new Error(`Process ${lock.heldBy.pid} has held ${path} for too long: end it, and try again.`);
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 10));
  }
}

/** Makes a folder for its user alone, and removes what killed processes left in it. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (swept.has(folder)) return;
  swept.add(folder);
  await sweepTemps(folder);
}

export function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
