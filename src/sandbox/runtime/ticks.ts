/** `process.nextTick`: callbacks that run when the running code has returned, before promise callbacks. */
import type { AnyFunction, Timers } from './timers';

/** More waiting callbacks than this are refused: a flood would fill the heap before any limit of time. */
const MAX_TICKS = 1_000_000;

interface Tick {
  call: () => unknown;
  owner: unknown;
}

export class Ticks {
  private queue: Tick[] = [];

  constructor(private readonly timers: Timers) {}

  add(callback: AnyFunction, args: unknown[]): void {
    if (this.queue.length >= MAX_TICKS) throw new RangeError(`more than ${MAX_TICKS} ticks are waiting`);
    const { timers } = this;
    this.queue.push({ call: timers.inContext(() => callback(...args)), owner: timers.owner });
  }

  /** True if promise callbacks left ticks behind: they run before anything else does. */
  get waiting(): boolean {
    return this.queue.length > 0;
  }

  /** Runs what waits and what that adds. */
  drain(): void {
    for (let queue = this.queue; queue.length > 0; queue = this.queue) {
      this.queue = [];
      for (const { call, owner } of queue) this.timers.guard(call, owner);
    }
  }
}
