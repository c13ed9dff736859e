/**
 * A clock that jumps. Nothing inside an isolate waits for the outside world, so when no task is ready, time moves to
 * the next timer at once: a sleep of 60 s takes no time, and a wait that nothing can end runs into its limit.
 * Times in ms.
 */

/** More pending timers than this are refused: a flood would fill the heap before any limit of time. */
const MAX_TIMERS = 100_000;

const MAX_DELAY = 2 ** 31 - 1;

interface Timer {
  id: number;
  due: number;
  order: number;
  /** Repeats after this many ms. */
  every: number | undefined;
  run: () => void;
}

/** A binary heap of timers by time due, then by order of creation. */
class TimerHeap {
  private readonly items: Timer[] = [];

  get size(): number {
    return this.items.length;
  }

  peek(): Timer | undefined {
    return this.items[0];
  }

  push(timer: Timer): void {
    let index = this.items.length;
    this.items[index] = timer;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfBefore(index, parent)) break;
      index = parent;
    }
  }

  pop(): Timer | undefined {
    const first = this.items[0];
    const last = this.items.pop();
    if (last && this.items.length > 0) {
      this.items[0] = last;
      this.sink(0);
    }
    return first;
  }

  private sink(start: number): void {
    let index = start;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      const leftItem = this.items[left];
      if (!leftItem) return;
      const rightItem = this.items[right];
      const child = rightItem && before(rightItem, leftItem) ? right : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private swapIfBefore(child: number, parent: number): boolean {
    const low = this.items[child];
    const high = this.items[parent];
    if (!low || !high || !before(low, high)) return false;
    this.items[child] = high;
    this.items[parent] = low;
    return true;
  }
}

function before(left: Timer, right: Timer): boolean {
  return left.due < right.due || (left.due === right.due && left.order < right.order);
}

/** Ids are unique over all clocks, so that no clock takes another's timer for its own. */
let lastId = 0;

/** Timers over a source of time. The real one is driven by the host; fake ones by a test. */
export class Clock {
  private readonly heap = new TimerHeap();
  private readonly live = new Map<number, Timer>();
  private lastOrder = 0;
  /** Added to the source: what was skipped while nothing was ready. */
  private skipped = 0;
  /** What a test set the date to, as a distance from `now`. Timers do not follow it. */
  private dateShift = 0;

  constructor(private readonly source: () => number) {}

  now(): number {
    return this.source() + this.skipped;
  }

  /** What `Date.now()` says. */
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
    return this.insert(run, ms, repeat ? ms : undefined);
  }

  /** Runs before every timer that is not due yet. */
  addImmediate(run: () => void): number {
    return this.insert(run, 0, undefined);
  }

  private insert(run: () => void, ms: number, every: number | undefined): number {
    if (this.live.size >= MAX_TIMERS) throw new RangeError(`more than ${MAX_TIMERS} timers are waiting`);
    const timer: Timer = { id: ++lastId, due: this.now() + ms, order: ++this.lastOrder, every, run };
    this.live.set(timer.id, timer);
    this.heap.push(timer);
    return timer.id;
  }

  cancel(id: number): void {
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
      if (this.live.get(timer.id) === timer) return timer.due;
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
