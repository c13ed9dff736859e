import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { markedProcesses } from './process-group';

/** Resources that processes take together. */
export interface Usage {
  processes: number;
  memoryBytes: number;
}

const PAGE_BYTES = 4096;

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
