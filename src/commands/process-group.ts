import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../machine/system-errors';
import { MARKER } from './environment';

/** Resources that processes take together. */
export interface Usage {
  processes: number;
  memoryBytes: number;
}

const PAGE_BYTES = 4096;

/** Time between asking a command to end and ending it, ms. */
const GRACE_MS = 1_500;
const POLL_MS = 20;
/** A process that is killed is listed until it has ended. */
const KILL_ROUNDS = 20;

/** Ends a process group: asks, waits a little, then kills. `gone` says that its leader has ended. */
export async function stopGroup(leader: number, marker: string, gone: () => boolean): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  for (let waited = 0; waited < GRACE_MS && !gone(); waited += POLL_MS) await delay(POLL_MS);
  killAll(leader, marker);
}

/** Kills at once what is left of a command, also what it moved into sessions of its own. */
export function killAll(leader: number | undefined, marker: string): void {
  if (leader !== undefined) signalGroup(leader, 'SIGKILL');
  // What starts processes faster than they can be listed is held still first.
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const found = markedProcesses(marker);
    if (found.length === 0) return;
    for (const pid of found) signal(pid, 'SIGSTOP');
    for (const pid of found) signal(pid, 'SIGKILL');
  }
}

/** Processes that were started with this id in their environment. Linux only; elsewhere none. */
export function markedProcesses(marker: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = Buffer.from(`${MARKER}=${marker}\0`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => environmentOf(pid).includes(wanted))
    .map(Number);
}

/** Empty for a process that has ended, or is not ours to read. */
function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Kills one process at once. */
export function killProcess(pid: number): void {
  signal(pid, 'SIGKILL');
}

function signalGroup(leader: number, name: NodeJS.Signals): void {
  signal(-leader, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended; or, on macOS, all that is left of the group are zombies.
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error;
  }
}

/** The processes that a sandbox sees, by its leader's pid out here; undefined where it has ended, or is not set up yet. */
export function usageInside(leader: number): Usage | undefined {
  // The sandbox's own view of its processes: of the machine's there may be thousands.
  const proc = `/proc/${leader}/root/proc`;
  try {
    // Before the sandbox has a root of its own, this is the machine's view, which alone knows this process.
    return isKnownIn(proc) ? undefined : usageOf(proc, namesIn(proc));
  } catch {
    return undefined;
  }
}

/** The processes of a command that has no sandbox. Linux only; elsewhere nothing is known of them. */
export function usageOfMarked(marker: string): Usage | undefined {
  return process.platform === 'linux' ? usageOf('/proc', markedProcesses(marker).map(String)) : undefined;
}

function isKnownIn(proc: string): boolean {
  try {
    return readlinkSync(`${proc}/self`) !== '';
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\d+$/.test(name));
}

function usageOf(proc: string, pids: readonly string[]): Usage {
  const memoryBytes = pids.reduce((sum, pid) => sum + privateBytes(`${proc}/${pid}/statm`), 0);
  return { processes: pids.length, memoryBytes };
}

/** Resident bytes that are no file's: programs and libraries are there once for all. Zero for one that has ended. */
function privateBytes(statm: string): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(statm, 'latin1').split(' ').map(Number);
    return Math.max(0, resident - shared) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
