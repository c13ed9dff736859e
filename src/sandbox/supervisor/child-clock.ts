/** Time that a child may take. Its processor time counts: a busy machine keeps the processor from it for as long as it likes. */
import { readFileSync } from 'node:fs';

/** Clock time, as a multiple of a limit, after which a child is late whatever it did: one that is blocked uses no processor. */
const MOST_WAITING = 8;

/** ms of a clock tick in `/proc`. */
const TICK_MS = 10;

/** Processor time of a process's first thread, ms; undefined where the system doesn't tell it. */
function processorMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
    // The name of the program may hold anything, also blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** Runs from its making on. */
export class ChildClock {
  private readonly startedAt = performance.now();
  private usedBefore: number | undefined;

  constructor(private readonly pid: number) {}

  /** Call it now and then: the first time, it notes what the child has used before. Reading takes too long for each beginning. */
  isOver(limitMs: number): boolean {
    const passed = performance.now() - this.startedAt;
    this.usedBefore ??= processorMs(this.pid) ?? 0;
    if (passed <= limitMs) return false;
    const used = processorMs(this.pid);
    // A child that has ended, or another system.
    if (used === undefined) return true;
    return used - this.usedBefore > limitMs || passed > limitMs * MOST_WAITING;
  }
}
