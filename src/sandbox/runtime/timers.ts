/** Timer functions and Date of the program under test, over the run's clock or over a test's fake one. */
import type { SinonClock } from '@sinonjs/fake-timers';
import { Clock } from './clock';
import type { AsyncContext } from './library-host';
import { validateFunction } from './node/validate';

const RealDate = Date;

/** Symbol under which Node's `util.promisify` finds a function's own promise form. */
const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

/** Result of Node's timer functions. */
export class Timeout {
  #referenced = true;
  #id: number;
  readonly #restart: (id: number) => number;
  readonly #stop: (id: number) => void;

  constructor(id: number, restart: (id: number) => number, stop: (id: number) => void) {
    this.#id = id;
    this.#restart = restart;
    this.#stop = stop;
  }
  ref(): this {
    this.#referenced = true;
    return this;
  }
  unref(): this {
    this.#referenced = false;
    return this;
  }
  hasRef(): boolean {
    return this.#referenced;
  }
  refresh(): this {
    this.#id = this.#restart(this.#id);
    return this;
  }
  close(): this {
    this.#stop(this.#id);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.#id;
  }
  /** Id of a timer, or of its stand-in. 0: it is no timer. */
  static idOf(timer: unknown): number {
    const id = timer !== null && typeof timer === 'object' && #id in timer ? timer.#id : Number(timer);
    return id > 0 ? id : 0;
  }
}

export type AnyFunction = (...args: unknown[]) => unknown;

export function checkCallback(callback: unknown): asserts callback is AnyFunction {
  validateFunction(callback, 'callback');
}

/** Gives the timer functions the promise forms that `util.promisify` knows. */
export function withPromises<T extends Record<string, AnyFunction>>(functions: T): T {
  const { setTimeout, setImmediate } = functions;
  const promise = (value: AnyFunction): PropertyDescriptor => ({ value, configurable: true });
  if (setTimeout) {
    const wait: AnyFunction = (ms, value) => new Promise((resolve) => void setTimeout(resolve, ms, value));
    Object.defineProperty(setTimeout, PROMISIFIED, promise(wait));
  }
  if (setImmediate) {
    const wait: AnyFunction = (value) => new Promise((resolve) => void setImmediate(resolve, value));
    Object.defineProperty(setImmediate, PROMISIFIED, promise(wait));
  }
  return functions;
}

/** A test's clock and the names it stands behind. */
export interface Fakes {
  clock: SinonClock;
  apis: ReadonlySet<string>;
  /** The functions that stand behind the names. */
  functions: Record<string, AnyFunction>;
  /** Puts the functions into an object that holds the real ones. */
  install(target: object): void;
}

/** Owns the clocks: `real` drives the run, `fakes` is what a test made of it. */
export class Timers {
  private source: () => number = () => RealDate.now();
  readonly real = new Clock(() => this.source());
  fakes: Fakes | undefined;
  /** Whose code runs: what a timer does belongs to the test that started it. */
  owner: unknown;
  /** Context of `AsyncLocalStorage` for the running code. */
  readonly context: AsyncContext = { frame: undefined };
  /** Objects that hold the timer functions, besides the global. */
  readonly holders: object[] = [];
  started = this.real.now();
  /** Told of each time that the program reads the real clock. */
  asked: (what: string) => void = () => undefined;

  /** `onError` gets what a callback of the real clock threw. */
  constructor(private readonly onError: (error: unknown, owner: unknown) => void) {}

  /** Takes the time from elsewhere, before anything has been timed. */
  follow(source: () => number): void {
    this.source = source;
    this.started = this.real.now();
  }

  /** Value of `Date.now()` for the program. */
  date(): number {
    if (this.fakes?.apis.has('Date')) return this.fakes.clock.now;
    this.asked('Date');
    return this.real.date();
  }

  /** ms since the program started, or since a test faked the clock behind `api`. */
  elapsed(api: 'performance' | 'hrtime'): number {
    if (this.fakes?.apis.has(api)) return this.fakes.clock.performance.now();
    this.asked(api);
    return this.real.now() - this.started;
  }

  /** Lets one macrotask of the run go by. */
  pause(): Promise<void> {
    return new Promise((resolve) => void this.real.addImmediate(resolve));
  }

  /** Waits on the run's clock, not on the program's, which tests may fake. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.real.addOwn(resolve, ms));
  }

  /** Calls a callback of the real clock in the name of its owner: what it throws is uncaught. */
  guard(callback: () => unknown, owner: unknown = this.owner): void {
    this.owner = owner;
    try {
      callback();
    } catch (error) {
      this.onError(error, owner);
    }
  }

  /** The callback, to be called in the context of now. */
  inContext(callback: () => unknown): () => unknown {
    const { context } = this;
    const { frame } = context;
    return () => {
      const before = context.frame;
      context.frame = frame;
      try {
        return callback();
      } finally {
        context.frame = before;
      }
    };
  }

  private start(
    callback: unknown,
    delay: unknown,
    args: unknown[],
    kind: 'once' | 'repeat' | 'immediate',
  ): Timeout {
    checkCallback(callback);
    const clock = this.real;
    const { owner } = this;
    const call = this.inContext(() => callback.apply(timeout, args));
    const run = (): void => this.guard(call, owner);
    const begin = (): number =>
      kind === 'immediate' ? clock.addImmediate(run) : clock.add(run, Number(delay), kind === 'repeat');
    const restart = (id: number): number => {
      clock.cancel(id);
      return begin();
    };
    const timeout: Timeout = new Timeout(begin(), restart, (id) => clock.cancel(id));
    return timeout;
  }

  /** Global functions to install. */
  functions(): Record<string, AnyFunction> {
    const stop: AnyFunction = (timer) => this.real.cancel(Timeout.idOf(timer));
    return withPromises({
      setTimeout: (callback, delay, ...args) => this.start(callback, delay, args, 'once'),
      setInterval: (callback, delay, ...args) => this.start(callback, delay, args, 'repeat'),
      setImmediate: (callback, ...args) => this.start(callback, 0, args, 'immediate'),
      clearTimeout: (timer) => stop(timer),
      clearInterval: (timer) => stop(timer),
      clearImmediate: (timer) => stop(timer),
    });
  }
}

let now: () => number = () => RealDate.now();

/** Chooses what "now" means to the program's Date. */
export function setDateSource(source: () => number): void {
  now = source;
}

/** A Date whose "now" is the current clock's. Everything else is the built-in's. */
function createDate(): DateConstructor {
  const date = function (this: unknown, ...args: unknown[]): unknown {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [now()] : args, new.target) as unknown;
  } as unknown as DateConstructor;
  Object.defineProperty(date, 'name', { value: 'Date' });
  Object.defineProperty(date, 'length', { value: 7 });
  Object.defineProperty(date, 'prototype', { value: RealDate.prototype, writable: false });
  date.UTC = RealDate.UTC;
  date.parse = RealDate.parse;
  date.now = () => now();
  Object.defineProperty(RealDate.prototype, 'constructor', { value: date });
  return date;
}

/** The program's Date. Made once, before built-ins are locked, since it is the constructor of Date.prototype. */
export const programDate = createDate();
