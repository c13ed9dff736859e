/** Puts a test's clock in place of the program's timer functions, and the real ones back. */
import { withGlobal } from '@sinonjs/fake-timers';
import type { SinonClock } from '@sinonjs/fake-timers';
import { MAX_TIMERS } from './clock';
import { putBack } from './mocker';
import { checkCallback, Timeout, withPromises } from './timers';
import type { AnyFunction, Timers } from './timers';

/** Ids of timers of fake clocks begin here. */
const FIRST_ID = 1e12;

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
  private sinon: ReturnType<typeof withGlobal> | undefined;
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

  get clock(): SinonClock | undefined {
    return this.timers.fakes?.clock;
  }

  use(options: FakeOptions): void {
    this.useReal();
    const apis = apisOf(options);
    const limit = Number(options.timerLimit) || DEFAULT_LIMIT;
    this.sinon ??= this.makeSinon();
    const clock = this.sinon.createClock(readTime(options.now, this.timers.real.date()), limit);
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

  /** One for all clocks, so that none takes another's timer for its own. */
  private makeSinon(): ReturnType<typeof withGlobal> {
    const [nothing, performance] = [(): object => ({}), { now: () => 0 }];
    return withGlobal({
      // It makes a Date of this, which nobody uses: members of the true one can't be assigned.
      Date: class {
        static toString = nothing;
      },
      ...{ Promise, performance, setTimeout: nothing, clearTimeout: nothing, clearImmediate: nothing },
      // A clock that lets promises run waits on that of the run.
      setImmediate: (resume: () => void) => this.timers.real.addImmediate(resume),
    });
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
    const advance = mode === 'interval' ? () => clock.tick(delta) : () => clock.next();
    const id = real.addOwn(() => this.timers.guard(advance), mode === 'interval' ? delta : 1, true);
    this.stopAdvancing = () => real.cancel(id);
  }

  private install(clock: SinonClock, apis: ReadonlySet<string>): void {
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
    this.undo.push(putBack(target, name));
    const enumerable = Reflect.getOwnPropertyDescriptor(target, name)?.enumerable ?? true;
    Reflect.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
  }

  /** Timer functions over the test's clock. What it does not know is stopped on the run's own. */
  private functions(clock: SinonClock): Record<string, AnyFunction> {
    const run = (callback: unknown, args: unknown[]): AnyFunction => {
      checkCallback(callback);
      if (clock.countTimers() >= MAX_TIMERS)
        throw new RangeError(`more than ${MAX_TIMERS} timers are waiting`);
      return this.timers.inContext(() => callback(...args));
    };
    const stop =
      (name: 'clearTimeout' | 'clearInterval' | 'clearImmediate'): AnyFunction =>
      (timer) => {
        const id = Timeout.idOf(timer);
        if (id < FIRST_ID) this.timers.real.cancel(id);
        else clock[name](id);
      };
    return withPromises({
      setTimeout: (callback, delay, ...args) => clock.setTimeout(run(callback, args), delay),
      setInterval: (callback, delay, ...args) => clock.setInterval(run(callback, args), delay),
      setImmediate: (callback, ...args) => clock.setImmediate(run(callback, args)),
      clearTimeout: stop('clearTimeout'),
      clearInterval: stop('clearInterval'),
      clearImmediate: stop('clearImmediate'),
      queueMicrotask: (callback) => clock.nextTick(run(callback, [])),
      nextTick: (callback, ...args) => clock.nextTick(run(callback, args)),
    });
  }
}
