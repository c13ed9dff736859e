import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../src/config';
import { goInstall } from '../../src/temporal/embedded/temporal-cli';
import { acquireOwnerLock } from '../../src/machine/owner-lock';

const LOCK_DEADLINE_MS = 25 * 60_000;

/** A program of which the user's cache keeps one build for each version. */
export interface GoProgram {
  /** Name of the file, before its version. */
  name: string;
  /** Package that Go builds it from. */
  package: string;
  version: string;
}

/** Path of a program's build, be it there or not. */
export function builtPath({ name, version }: GoProgram): string {
  return join(loadConfig().cache, 'bin', `${name}-${version}`);
}

/** Path of a program's build. Builds it if it is missing; of two processes at once one does. */
export async function buildGoProgram(
  program: GoProgram,
  log: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<string> {
  const target = builtPath(program);
  if (isProgram(target)) return target;
  const { cache, path } = loadConfig();
  const binDir = join(cache, 'bin');
  await mkdir(binDir, { recursive: true });
  const release = await waitForLock(join(cache, `${program.name}.lock`));
  try {
    if (isProgram(target)) return target;
    const go = onPath(path, 'go');
    if (go === undefined) throw new Error('there is no Go on PATH: install Go');
    const failed = await goInstall({ ...program, go, path, binDir, target, log });
    if (failed !== undefined) throw new Error(failed);
    return target;
  } finally {
    await release();
  }
}

/** Path of a program on a search path. */
export function onPath(path: string, name: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function waitForLock(path: string): Promise<() => Promise<void>> {
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < LOCK_DEADLINE_MS;
    await delay(200)
  ) {
    const lock = await acquireOwnerLock(path);
    if (!lock.heldBy) return lock.release;
  }
  throw new Error(`another process has held ${path} for too long`);
}
