/**
 * A clock that jumps. Nothing inside an isolate waits for the outside world, so if no task is ready, time moves to the
 * next timer at once. A sleep of 60 s takes no time, and an endless wait reaches its limit. Times in ms.
 */

import { TimerHeap } from './timer-heap';

/** More pending timers than this are refused: each is a turn of the run, and a flood would use up its time. */
export const MAX_TIMERS = 20_000;

const MAX_DELAY = 2 ** 31 - 1;

/** Cancelled timers that are kept in the heap before they are cleared away. */
const MAX_STALE = 1_000;

/** Timers of a program have numbers, which it may guess; the run's own have symbols, which it can't come by. */
type TimerId = number | symbol;

interface Timer {
  id: TimerId;
  due: number;
  order: number;
  /** Repeats after this many ms. */
  every: number | undefined;
  run: () => void;
}

function before(left: Timer, right: Timer): boolean {
  return left.due < right.due || (left.due === right.due && left.order < right.order);
}

/** Ids are unique over all clocks, so that no clock takes another's timer for its own; those of fake ones are far above. */
let lastId = 0;

/** Timers over a source of time, driven by the host. */
export class Clock {
  private readonly heap = new TimerHeap(before);
  private readonly live = new Map<TimerId, Timer>();
  private lastOrder = 0;
  /** Added to the source: what was skipped while nothing was ready. */
  private skipped = 0;
  /** Distance of the date that a test has set from `now`. Timers do not follow it. */
  private dateShift = 0;

  constructor(private readonly source: () => number) {}

  now(): number {
    return this.source() + this.skipped;
  }

  /** Value of `Date.now()`. */
  date(): number {
    return this.now() + this.dateShift;
  }

  setDate(time: number): void {
    this.dateShift = time - this.now();
  }

  /** Number of timers that wait. */
  get size(): number {
    return this.live.size;
  }

  /** A delay below 1 or beyond the largest counts as 1, as in Node. */
  add(run: () => void, delay: number, repeat = false): number {
    const ms = delay >= 1 && delay <= MAX_DELAY ? Math.trunc(delay) : 1;
    return this.insertCounted(run, ms, repeat ? ms : undefined);
  }

  /** A timer of the run itself: no program can cancel it or leave no room for it. */
  addOwn(run: () => void, delay: number, repeat = false): symbol {
    const id = Symbol();
    const ms = Math.min(Math.max(1, Math.trunc(delay) || 1), MAX_DELAY);
    this.insert(id, run, ms, repeat ? ms : undefined);
    return id;
  }

  /** Runs before every timer that is not due yet. */
  addImmediate(run: () => void): number {
    return this.insertCounted(run, 0, undefined);
  }

  private insertCounted(run: () => void, ms: number, every: number | undefined): number {
    if (this.live.size >= MAX_TIMERS) throw new RangeError(`more than ${MAX_TIMERS} timers are waiting`);
    const id = ++lastId;
    this.insert(id, run, ms, every);
    return id;
  }

  private insert(id: TimerId, run: () => void, ms: number, every: number | undefined): void {
    // What was cancelled stays in the heap until it is due: a program that starts and cancels for ever would fill it.
    if (this.heap.size > 2 * this.live.size + MAX_STALE) this.heap.keep((timer) => this.isLive(timer));
    const timer: Timer = { id, due: this.now() + ms, order: ++this.lastOrder, every, run };
    this.live.set(id, timer);
    this.heap.push(timer);
  }

  private isLive(timer: Timer): boolean {
    return this.live.get(timer.id) === timer;
  }

  cancel(id: TimerId): void {
    this.live.delete(id);
  }

  clear(): void {
    this.live.clear();
  }

  /** Time at which the next timer is due. */
  nextDue(): number | undefined {
    for (;;) {
      const timer = this.heap.peek();
      if (!timer) return undefined;
      if (this.isLive(timer)) return timer.due;
      this.heap.pop();
    }
  }

  /** Time at which the last of the waiting timers is due. */
  lastDue(): number | undefined {
    const dues = [...this.live.values()].map((timer) => timer.due);
    return dues.length === 0 ? undefined : Math.max(...dues);
  }

  /** Moves time forward to `time`, never back. */
  moveTo(time: number): void {
    this.skipped += Math.max(0, time - this.now());
  }

  /** Runs the next timer, moving time to it. False when none waits, or none is due by `limit`. */
  runNext(limit = Infinity): boolean {
    const due = this.nextDue();
    if (due === undefined || due > limit) return false;
    const timer = this.heap.pop();
    if (!timer) return false;
    this.moveTo(timer.due);
    if (timer.every === undefined) {
      this.live.delete(timer.id);
    } else {
      timer.due = this.now() + timer.every;
      timer.order = ++this.lastOrder;
      this.heap.push(timer);
    }
    timer.run();
    return true;
  }
}
