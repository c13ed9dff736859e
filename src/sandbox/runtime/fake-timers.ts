/** Puts a test's clock in place of the program's timer functions, and the real ones back. */
import { FakeClock } from './fake-clock';
import type { FakeTimer } from './fake-clock';
import { checkCallback, Timeout, withPromises } from './timers';
import type { AnyFunction, Timers } from './timers';

/** Names a test may fake. `Date`, `performance` and `hrtime` read the clock; the others are replaced. */
const FAKEABLE = [
  ...['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'],
  ...['queueMicrotask', 'nextTick', 'performance', 'hrtime'],
];

/** Functions that jest's older fake timers replace by mock functions. */
const LEGACY = new Set(FAKEABLE.slice(1, 7).concat('nextTick'));

const DEFAULT_LIMIT = 100_000;
const DEFAULT_DELTA = 20;

export interface FakeOptions {
  now?: unknown;
  doNotFake?: unknown;
  toFake?: unknown;
  timerLimit?: unknown;
  /** Moves the clock on by itself: true, or so many ms at a time. */
  advanceTimers?: unknown;
  legacyFakeTimers?: unknown;
}

/** Makes a mock function that calls `fn`. */
export type Mock = (fn: AnyFunction) => AnyFunction;

export type TickMode = { mode: 'manual' | 'nextAsync' | 'interval'; delta?: number };

function listOf(names: unknown): unknown[] {
  return Array.isArray(names) ? names : [];
}

function apisOf(options: FakeOptions): Set<string> {
  if (options.legacyFakeTimers) return new Set(LEGACY);
  const wanted = Array.isArray(options.toFake) ? listOf(options.toFake) : FAKEABLE;
  const left = new Set(listOf(options.doNotFake));
  return new Set(FAKEABLE.filter((name) => wanted.includes(name) && !left.has(name)));
}

/** A point in time as tests write it: a number, a Date, or something that has one. */
export function readTime(time: unknown, fallback: number): number {
  if (time === undefined || time === null) return fallback;
  const epoch = (time as { epochMilliseconds?: unknown }).epochMilliseconds;
  const ms = Number(typeof epoch === 'number' ? epoch : time instanceof Date ? time.getTime() : time);
  if (Number.isFinite(ms)) return ms;
  throw new TypeError('now should be milliseconds since the epoch, a Date, or a Temporal instant');
}

export class FakeTimers {
  private undo: (() => void)[] = [];
  private readonly made = new WeakSet<object>();
  private stopAdvancing: (() => void) | undefined;
  /** The older fake timers of jest are in place. */
  legacy = false;

  constructor(
    private readonly timers: Timers,
    private readonly mock: Mock,
    /** The process as the tests have it. */
    private readonly process: () => unknown,
  ) {}

  /** True for a function that stands in for a timer function now, and for one of an earlier clock. */
  isFake(value: unknown): boolean {
    return typeof value === 'function' && this.made.has(value);
  }

  get clock(): FakeClock | undefined {
    return this.timers.fakes?.clock;
  }

  use(options: FakeOptions): void {
    this.useReal();
    const apis = apisOf(options);
    const limit = Number(options.timerLimit) || DEFAULT_LIMIT;
    const clock = new FakeClock(Math.floor(readTime(options.now, this.timers.real.date())), limit);
    this.legacy = Boolean(options.legacyFakeTimers);
    this.install(clock, apis);
    const { advanceTimers } = options;
    if (advanceTimers) {
      this.setTickMode({
        mode: 'interval',
        delta: typeof advanceTimers === 'number' ? advanceTimers : DEFAULT_DELTA,
      });
    }
  }

  useReal(): void {
    this.setTickMode({ mode: 'manual' });
    this.timers.fakes = undefined;
    this.legacy = false;
    for (const restore of this.undo.reverse()) restore();
    this.undo = [];
  }

  /** Lets the clock run by itself, or stops it from doing so. */
  setTickMode({ mode, delta = DEFAULT_DELTA }: TickMode): void {
    this.stopAdvancing?.();
    this.stopAdvancing = undefined;
    const clock = this.clock;
    if (mode === 'manual' || !clock) return;
    const { real } = this.timers;
    const advance = mode === 'interval' ? (): void => clock.tick(delta) : (): void => clock.next();
    const id = real.addOwn(() => this.timers.guard(advance), mode === 'interval' ? delta : 1, true);
    this.stopAdvancing = () => real.cancel(id);
  }

  private install(clock: FakeClock, apis: ReadonlySet<string>): void {
    const functions: Record<string, AnyFunction> = {};
    for (const [name, fn] of Object.entries(this.functions(clock)))
      if (apis.has(name)) functions[name] = this.legacy ? this.mock(fn) : fn;
    for (const [name, fake] of Object.entries(functions))
      this.replace(name === 'nextTick' ? this.process() : realGlobal, name, fake);
    const installIn = (target: object): void => {
      for (const [name, fake] of Object.entries(functions))
        if (Object.hasOwn(target, name)) this.replace(target, name, fake);
    };
    for (const holder of this.timers.holders) installIn(holder);
    this.timers.fakes = { clock, apis, functions, install: installIn };
  }

  private replace(target: unknown, name: string, value: unknown): void {
    if (typeof target !== 'object' || target === null) return;
    if (typeof value === 'function') this.made.add(value);
    const before = Reflect.getOwnPropertyDescriptor(target, name);
    const enumerable = before?.enumerable ?? true;
    Reflect.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
    this.undo.push(() => {
      if (before) Reflect.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  }

  private timeoutOf(clock: FakeClock, timer: FakeTimer): Timeout {
    const restart = (id: number): number => {
      clock.schedule(timer);
      return id;
    };
    return new Timeout(timer.id, restart, (id) => void clock.cancel(id));
  }

  /** Timer functions over the test's clock. What it does not know is stopped on the run's own. */
  private functions(clock: FakeClock): Record<string, AnyFunction> {
    const stop: AnyFunction = (timer) => {
      const id = Timeout.idOf(timer);
      if (!clock.cancel(id)) this.timers.real.cancel(id);
    };
    const add =
      (repeat: boolean): AnyFunction =>
      (callback, delay, ...args) => {
        checkCallback(callback);
        const run = this.timers.inContext(() => callback(...args));
        return this.timeoutOf(clock, clock.add(run, { delay: Number.parseInt(String(delay), 10), repeat }));
      };
    const tick: AnyFunction = (callback, ...args) => {
      checkCallback(callback);
      clock.addJob(this.timers.inContext(() => callback(...args)));
    };
    return withPromises({
      setTimeout: add(false),
      setInterval: add(true),
      setImmediate: (callback, ...args) => {
        checkCallback(callback);
        const run = this.timers.inContext(() => callback(...args));
        return this.timeoutOf(clock, clock.add(run, { delay: 0, immediate: true }));
      },
      clearTimeout: (timer) => stop(timer),
      clearInterval: (timer) => stop(timer),
      clearImmediate: (timer) => stop(timer),
      queueMicrotask: (callback) => tick(callback),
      nextTick: tick,
    });
  }
}
