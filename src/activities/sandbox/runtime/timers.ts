/** Timer functions and Date of the program under test, over the real clock or over a test's fake one. */
import { Clock } from './clock';

const RealDate = Date;

/** What Node's timer functions return. */
class Timeout {
  constructor(
    public id: number,
    private readonly restart: (id: number) => number,
  ) {
    Object.defineProperty(this, 'restart', { enumerable: false });
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    this.id = this.restart(this.id);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

type AnyFunction = (...args: unknown[]) => unknown;

/** Owns the clocks: `real` drives the run, `fake` is what a test made of it. */
export class Timers {
  readonly real = new Clock(() => RealDate.now());
  fake: Clock | undefined;

  /** `onError` gets what a callback of the real clock threw. */
  constructor(private readonly onError: (error: unknown) => void) {}

  get current(): Clock {
    return this.fake ?? this.real;
  }

  useFake(now = this.real.date()): Clock {
    const start = this.real.now();
    this.fake = new Clock(() => start);
    this.fake.setDate(now);
    return this.fake;
  }

  useReal(): void {
    this.fake = undefined;
  }

  /** Errors of a fake clock's callbacks reach the test that moves it; those of the real one are uncaught. */
  private wrap(callback: AnyFunction, args: unknown[], timeout: () => Timeout | undefined): () => void {
    if (this.fake) return () => void callback.apply(timeout(), args);
    return () => {
      try {
        callback.apply(timeout(), args);
      } catch (error) {
        this.onError(error);
      }
    };
  }

  private start(
    callback: unknown,
    delay: unknown,
    args: unknown[],
    kind: 'once' | 'repeat' | 'immediate',
  ): Timeout {
    if (typeof callback !== 'function') {
      throw new TypeError(`The "callback" argument must be of type function. Received ${typeof callback}`);
    }
    const clock = this.current;
    const run = this.wrap(callback as AnyFunction, args, () => timeout);
    const begin = (): number =>
      kind === 'immediate' ? clock.addImmediate(run) : clock.add(run, Number(delay), kind === 'repeat');
    const timeout: Timeout = new Timeout(begin(), (id) => {
      clock.cancel(id);
      return begin();
    });
    return timeout;
  }

  private stop(timer: unknown): void {
    const id = timer instanceof Timeout ? timer.id : Number(timer);
    this.real.cancel(id);
    this.fake?.cancel(id);
  }

  /** Global functions to install. */
  functions(): Record<string, AnyFunction> {
    return {
      setTimeout: (callback, delay, ...args) => this.start(callback, delay, args, 'once'),
      setInterval: (callback, delay, ...args) => this.start(callback, delay, args, 'repeat'),
      setImmediate: (callback, ...args) => this.start(callback, 0, args, 'immediate'),
      clearTimeout: (timer) => this.stop(timer),
      clearInterval: (timer) => this.stop(timer),
      clearImmediate: (timer) => this.stop(timer),
    };
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
