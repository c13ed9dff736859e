/**
 * Clock of a test with fake timers: it stands still until the test moves it. It follows the rules of the fake timers
 * that jest and vitest use, since tests depend on them to the millisecond. Times in ms since the clock was made.
 */
import { MAX_DELAY, MAX_TIMERS, nextTimerId } from './clock';
import { TimerHeap } from './timer-heap';

type Callback = () => unknown;

export interface FakeTimer {
  id: number;
  due: number;
  order: number;
  delay: number;
  /** Repeats after this many ms. */
  every: number | undefined;
  immediate: boolean;
  run: Callback;
}

export interface FakeTimerOptions {
  delay: number;
  repeat?: boolean;
  immediate?: boolean;
}

function before(left: FakeTimer, right: FakeTimer): boolean {
  if (left.due !== right.due) return left.due < right.due;
  if (left.immediate !== right.immediate) return left.immediate;
  return left.order < right.order;
}

/** A delay as fake timers read it: what is no number counts as 0, what is too long as 1. */
function readDelay(delay: number): number {
  const ms = Math.trunc(delay);
  if (!Number.isFinite(ms)) return 0;
  return ms > MAX_DELAY ? 1 : Math.max(0, ms);
}

export class FakeClock {
  /** ms since the clock was made; `setDate` does not change it. */
  elapsed = 0;
  private heap = new TimerHeap(before);
  private live = new Map<number, FakeTimer>();
  private jobs: Callback[] = [];
  private lastOrder = 0;
  private epoch: number;
  private running = false;

  /** `limit`: timers that one run may take before it counts as endless. */
  constructor(
    private readonly start: number,
    private readonly limit: number,
  ) {
    this.epoch = start;
  }

  /** Value of `Date.now()`. */
  date(): number {
    return this.epoch + this.elapsed;
  }

  setDate(time: number): void {
    this.epoch = time - this.elapsed;
  }

  /** Timers that wait, and ticks. */
  get size(): number {
    return this.live.size + this.jobs.length;
  }

  add(run: Callback, options: FakeTimerOptions): FakeTimer {
    if (this.live.size >= MAX_TIMERS) throw new RangeError(`more than ${MAX_TIMERS} timers are waiting`);
    const delay = readDelay(options.delay);
    const timer: FakeTimer = {
      id: nextTimerId(),
      due: 0,
      order: 0,
      delay,
      every: options.repeat ? Math.max(1, delay) : undefined,
      immediate: options.immediate ?? false,
      run,
    };
    this.schedule(timer);
    return timer;
  }

  /** Puts a timer, new or under way, at the end of its delay. */
  schedule(timer: FakeTimer): void {
    // Those that a running timer starts are never due in the same millisecond.
    const next: FakeTimer = { ...timer };
    next.due = this.elapsed + (timer.delay || (this.running ? 1 : 0));
    next.order = ++this.lastOrder;
    this.live.set(timer.id, next);
    this.heap.push(next);
  }

  /** Stops a timer; false when it is none of this clock's. */
  cancel(id: number): boolean {
    return this.live.delete(id);
  }

  /** Adds a tick: it runs before the next timer. */
  addJob(run: Callback): void {
    if (this.jobs.length >= MAX_TIMERS) throw new RangeError(`more than ${MAX_TIMERS} ticks are waiting`);
    this.jobs.push(run);
  }

  runJobs(): void {
    for (let index = 0; index < this.jobs.length; index++) {
      if (index > this.limit) throw this.endless();
      this.jobs[index]?.();
    }
    this.jobs = [];
  }

  /** Forgets all timers and goes back to where it started. */
  reset(): void {
    this.heap = new TimerHeap(before);
    this.live = new Map();
    this.jobs = [];
    this.elapsed = 0;
    this.epoch = this.start;
  }

  private endless(): Error {
    return new Error(`Aborting after running ${this.limit} timers, assuming an infinite loop!`);
  }

  private first(limit = Infinity): FakeTimer | undefined {
    for (;;) {
      const timer = this.heap.peek();
      if (!timer) return undefined;
      if (this.live.get(timer.id) === timer) return timer.due <= limit ? timer : undefined;
      this.heap.pop();
    }
  }

  private lastDue(): number | undefined {
    let last: number | undefined;
    for (const timer of this.live.values()) last = Math.max(last ?? 0, timer.due);
    return last;
  }

  /** Runs one timer; what it throws is the caller's. */
  private call(timer: FakeTimer): void {
    if (timer.every === undefined) {
      this.live.delete(timer.id);
    } else {
      const next = { ...timer, due: timer.due + timer.every, order: ++this.lastOrder };
      this.live.set(timer.id, next);
      this.heap.push(next);
    }
    timer.run();
  }

  /** Moves on by `ms`, one timer at a time; pauses after each so that promises may run. */
  private *moving(ms: number): Generator<undefined, void> {
    if (!Number.isFinite(ms)) throw new TypeError(`The clock can't be moved by ${ms} ms: give it a number.`);
    if (ms < 0) throw new TypeError('Negative ticks are not supported');
    const target = this.elapsed + Math.floor(ms);
    const errors: unknown[] = [];
    this.running = true;
    this.runJobs();
    for (let timer = this.first(target); timer; timer = this.first(target)) {
      this.elapsed = Math.max(this.elapsed, timer.due);
      try {
        this.runJobs();
        if (this.live.get(timer.id) === timer) this.call(timer);
      } catch (error) {
        errors.push(error);
      }
      yield;
    }
    this.runJobs();
    this.running = false;
    // What the last ticks started may be due as well.
    if (this.first(target)) yield* this.moving(target - this.elapsed);
    else this.elapsed = Math.max(this.elapsed, target);
    if (errors.length > 0) throw errors[0];
  }

  /** Moves on by `ms` and runs what falls due; the first error is thrown at the end. */
  tick(ms: number): void {
    const timers = this.moving(ms);
    while (!timers.next().done);
  }

  /** Like `tick`, with promises run after every timer. `pause` lets a macrotask go by. */
  async tickAsync(ms: number, pause: () => Promise<void>): Promise<void> {
    await pause();
    const timers = this.moving(ms);
    while (!timers.next().done) await pause();
  }

  /** Moves to the next timer and runs it. */
  next(): void {
    this.runJobs();
    const timer = this.first();
    if (!timer) return;
    this.running = true;
    try {
      this.elapsed = Math.max(this.elapsed, timer.due);
      this.call(timer);
      this.runJobs();
    } finally {
      this.running = false;
    }
  }

  async nextAsync(pause: () => Promise<void>): Promise<void> {
    await pause();
    let failed: { error: unknown } | undefined;
    try {
      this.next();
    } catch (error) {
      failed = { error };
    }
    await pause();
    if (failed) throw failed.error;
  }

  private *draining(): Generator<undefined, void> {
    this.runJobs();
    for (let count = 0; count < this.limit; count++) {
      if (this.live.size === 0) return;
      this.next();
      yield;
      this.runJobs();
    }
    throw this.endless();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    const timers = this.draining();
    while (!timers.next().done);
  }

  async runAllAsync(pause: () => Promise<void>): Promise<void> {
    await pause();
    const timers = this.draining();
    while (!timers.next().done) await pause();
  }

  /** Runs what waits now, and what falls due until the last of it. */
  runToLast(): void {
    const last = this.lastDue();
    if (last === undefined) this.runJobs();
    else this.tick(last - this.elapsed);
  }

  async runToLastAsync(pause: () => Promise<void>): Promise<void> {
    await pause();
    const last = this.lastDue();
    if (last === undefined) this.runJobs();
    else await this.tickAsync(last - this.elapsed, pause);
  }

  /** Moves to the next frame of 60 a second. */
  runToFrame(): void {
    this.tick(16 - (this.elapsed % 16));
  }
}
