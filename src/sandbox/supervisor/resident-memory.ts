/** Resident memory of other processes, as Linux tells it; undefined on other systems and of what has ended. */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Bytes at the moment. */
export function residentBytes(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}

/** Most bytes since the start of the process, or since `resetPeak`. */
export function peakBytes(pid: number): number | undefined {
  try {
    const found = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return found ? Number(found[1]) * 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the peak begin anew; where the system refuses, it stays that of the whole life. */
export function resetPeak(pid: number): boolean {
  try {
    // 5 is the kernel's word for it, see proc_pid_clear_refs(5).
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return true;
  } catch {
    return false;
  }
}
