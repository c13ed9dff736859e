/**
 * A clock that jumps. Nothing inside an isolate waits for the outside world, so if no task is ready, time moves to the
 * next timer at once. A sleep of 60 s takes no time, and an endless wait reaches its limit. Times in ms.
 */

/** More pending timers than this are refused: each is a turn of the run, and a flood would use up its time. */
export const MAX_TIMERS = 20_000;

const MAX_DELAY = 2 ** 31 - 1;

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
  private readonly live = new Map<TimerId, Timer>();
  /** Those that wait, the next one first, behind some that ran. */
  private queue: Timer[] = [];
  private ran = 0;
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
    const timer: Timer = { id, due: this.now() + ms, order: ++this.lastOrder, every, run };
    this.live.set(id, timer);
    this.enqueue(timer);
  }

  private enqueue(timer: Timer): void {
    this.queue.splice(this.placeOf(timer), 0, timer);
  }

  /** Index of a timer in the queue, also of one that is to be put there. */
  private placeOf(timer: Timer): number {
    let [low, high] = [this.ran, this.queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.queue[middle] as Timer, timer)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  cancel(id: TimerId): void {
    const timer = this.live.get(id);
    if (!timer) return;
    this.queue.splice(this.placeOf(timer), 1);
    this.live.delete(id);
  }

  clear(): void {
    this.live.clear();
    this.queue = [];
    this.ran = 0;
  }

  /** Time at which the next timer is due. */
  nextDue(): number | undefined {
    return this.queue[this.ran]?.due;
  }

  /** Moves time forward to `time`, never back. */
  moveTo(time: number): void {
    this.skipped += Math.max(0, time - this.now());
  }

  /** Runs the next timer, moving time to it. False when none waits, or none is due by `limit`. */
  runNext(limit = Infinity): boolean {
    const timer = this.queue[this.ran];
    if (!timer || timer.due > limit) return false;
    this.ran++;
    if (2 * this.ran > this.queue.length) {
      this.queue = this.queue.slice(this.ran);
      this.ran = 0;
    }
    this.moveTo(timer.due);
    if (timer.every === undefined) {
      this.live.delete(timer.id);
    } else {
      timer.due = this.now() + timer.every;
      timer.order = ++this.lastOrder;
      this.enqueue(timer);
    }
    timer.run();
    return true;
  }
}
