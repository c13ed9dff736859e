/** The one place where processes are started: each gets the descriptors that it is meant to have, and no other. */
import {
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncReturns,
} from 'node:child_process';
import { nothingBut, type Given } from './descriptors';

export type { ChildProcess, SpawnSyncReturns } from 'node:child_process';
export type { Given } from './descriptors';

/** The descriptors of the process by their numbers, from 0 on; it has no others. */
interface Descriptors {
  stdio: readonly Given[];
}

export type StartOptions = Descriptors & Pick<SpawnOptions, 'cwd' | 'env' | 'detached' | 'windowsHide'>;

/** Starts a process. Errors of the start come as the event `error`. */
export function startProcess(
  program: string,
  args: readonly string[],
  { stdio, ...options }: StartOptions,
): ChildProcess {
  return spawn(program, args, { ...options, stdio: nothingBut(stdio) });
}

export type RunOptions = Descriptors & Pick<SpawnOptions, 'cwd' | 'env'> & { timeoutMs: number };

/** Runs a process to its end or its deadline; output as text. Never throws: how it ended is the result. */
export function runProcessSync(
  program: string,
  args: readonly string[],
  { stdio, timeoutMs, ...options }: RunOptions,
): SpawnSyncReturns<string> {
  return spawnSync(program, args, {
    ...options,
    stdio: nothingBut(stdio),
    timeout: timeoutMs,
    encoding: 'utf8',
  });
}
