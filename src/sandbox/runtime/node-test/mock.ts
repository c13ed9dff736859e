/** The mocks of `node:test`: functions that remember their calls, methods and properties that can be put back. */
import { mockable } from '../class-locks';
import type { FakeTimers } from '../fake-timers';
import { ofTests } from '../mock-guard';
import { ownMember, putBack } from '../mocker';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

export interface MockCall {
  arguments: unknown[];
  error: unknown;
  result: unknown;
  stack: Error;
  target: unknown;
  this: unknown;
}

/** The `mock` property of a mock function. */
class MockFunctionContext {
  private made: MockCall[] = [];
  private readonly once = new Map<number, AnyFunction>();

  constructor(
    private implementation: AnyFunction,
    private readonly original: AnyFunction,
    private readonly limit: number,
    private readonly putBack: () => void,
  ) {}

  get calls(): MockCall[] {
    return [...this.made];
  }

  callCount(): number {
    return this.made.length;
  }

  mockImplementation(implementation: AnyFunction): void {
    this.implementation = implementation;
  }

  mockImplementationOnce(implementation: AnyFunction, onCall = this.made.length): void {
    this.once.set(onCall, implementation);
  }

  resetCalls(): void {
    this.made = [];
  }

  restore(): void {
    this.implementation = this.original;
    this.once.clear();
    this.putBack();
  }

  /** Runs a call and remembers how it went. */
  run(self: unknown, args: unknown[], target: (new () => unknown) | undefined): unknown {
    const number = this.made.length;
    const once = this.once.get(number);
    this.once.delete(number);
    const implementation = once ?? (number < this.limit ? this.implementation : this.original);
    const call: MockCall = {
      arguments: args,
      error: undefined,
      result: undefined,
      stack: new Error(),
      target: target && this.original,
      this: self,
    };
    try {
      call.result = target
        ? (Reflect.construct(implementation, args, target) as unknown)
        : implementation.apply(self, args);
      if (target) call.this = call.result;
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      this.made.push(call);
    }
  }
}

interface MockOptions {
  times?: number;
  getter?: boolean;
  setter?: boolean;
}

function nothing(): undefined {
  return undefined;
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

/** Finds a property on an object or what it inherits from. */
function findProperty(object: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let holder: object | null = object; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    const found = Reflect.getOwnPropertyDescriptor(holder, name);
    if (found) return found;
  }
  return undefined;
}

const TIMER_APIS: Readonly<Record<string, readonly string[]>> = {
  setTimeout: ['setTimeout', 'clearTimeout'],
  setInterval: ['setInterval', 'clearInterval'],
  setImmediate: ['setImmediate', 'clearImmediate'],
  Date: ['Date'],
};

/** `mock.timers`: the test's clock, which stands still until it is ticked. */
function createMockTimers(fakes: FakeTimers): object {
  const clock = (): NonNullable<FakeTimers['clock']> => {
    if (fakes.clock) return fakes.clock;
    throw new Error('You should enable MockTimers first by calling the .enable function');
  };
  return {
    enable: (options: { apis?: string[]; now?: unknown } = {}) => {
      if (fakes.clock) throw new Error('MockTimers is already enabled!');
      const apis = options.apis ?? Object.keys(TIMER_APIS);
      fakes.use({ now: options.now ?? 0, toFake: apis.flatMap((name) => TIMER_APIS[name] ?? []) });
    },
    reset: () => fakes.useReal(),
    tick: (ms = 1) => clock().tick(ms),
    runAll: () => clock().runToLast(),
    setTime: (ms: number) => clock().setSystemTime(ms),
    [Symbol.dispose]: () => fakes.useReal(),
  };
}

export class MockTracker {
  private contexts: MockFunctionContext[] = [];
  private restores: (() => void)[] = [];
  readonly timers: object;

  constructor(private readonly fakes: FakeTimers) {
    this.timers = createMockTimers(fakes);
  }

  private create(
    original: AnyFunction,
    implementation: AnyFunction,
    options: MockOptions,
    putBack: () => void,
  ): AnyFunction {
    const context = new MockFunctionContext(implementation, original, options.times ?? Infinity, putBack);
    this.contexts.push(context);
    const mocked = function (this: unknown, ...args: unknown[]): unknown {
      return context.run(this, args, new.target as unknown as (new () => unknown) | undefined);
    };
    Object.defineProperty(mocked, 'name', { value: original.name, configurable: true });
    Object.defineProperty(mocked, 'length', { value: original.length, configurable: true });
    Object.defineProperty(mocked, 'mock', { get: ofTests(() => context), configurable: true });
    return mocked;
  }

  fn(
    original: unknown = nothing,
    implementation: unknown = original,
    options: MockOptions = {},
  ): AnyFunction {
    const [second, third] = isFunction(implementation)
      ? [implementation, options]
      : [original, implementation as MockOptions];
    const base = isFunction(original) ? original : nothing;
    const settings = isFunction(original) ? third : (original as MockOptions);
    return this.create(base, isFunction(second) ? second : base, settings ?? {}, () => undefined);
  }

  method(given: object, name: PropertyKey, implementation?: unknown, options?: MockOptions): AnyFunction {
    ownMember(given, name);
    return this.methodOf(mockable(given, name), name, implementation, options);
  }

  private methodOf(
    object: object,
    name: PropertyKey,
    implementation?: unknown,
    options?: MockOptions,
  ): AnyFunction {
    const [given, settings] = isFunction(implementation)
      ? [implementation, options ?? {}]
      : [undefined, (implementation ?? options ?? {}) as MockOptions];
    const found = findProperty(object, name);
    const part = settings.getter ? 'get' : settings.setter ? 'set' : 'value';
    const original: unknown = found?.[part];
    if (!found || !isFunction(original))
      throw new TypeError(
        `The property '${String(name)}' is no method: only methods can be mocked this way.`,
      );
    const mocked = this.create(original, given ?? original, settings, putBack(object, name));
    const { configurable, enumerable } = found;
    Object.defineProperty(object, name, {
      configurable,
      enumerable,
      ...(part === 'value'
        ? { writable: found.writable, value: mocked }
        : { get: found.get, set: found.set, [part]: mocked }),
    });
    return mocked;
  }

  getter(object: object, name: PropertyKey, implementation?: unknown, options?: MockOptions): AnyFunction {
    return isFunction(implementation)
      ? this.method(object, name, implementation, { ...options, getter: true })
      : this.method(object, name, { ...(implementation as MockOptions), getter: true });
  }

  setter(object: object, name: PropertyKey, implementation?: unknown, options?: MockOptions): AnyFunction {
    return isFunction(implementation)
      ? this.method(object, name, implementation, { ...options, setter: true })
      : this.method(object, name, { ...(implementation as MockOptions), setter: true });
  }

  /** Puts a value in the place of a property. */
  property(object: object, name: PropertyKey, value?: unknown): object {
    const own = Reflect.getOwnPropertyDescriptor(object, name);
    const restore = putBack(object, name);
    this.restores.push(restore);
    const now = value === undefined ? (object as Record<PropertyKey, unknown>)[name] : value;
    Object.defineProperty(object, name, {
      value: now,
      writable: true,
      configurable: true,
      enumerable: own?.enumerable ?? true,
    });
    return { mock: { restore, mockImplementation: (next: unknown) => Reflect.set(object, name, next) } };
  }

  module(): never {
    throw new Error(
      'mock.module() is not supported in the sandbox. Use a command check (for example --check "node --test") for it.',
    );
  }

  restoreAll(): void {
    for (const context of this.contexts) context.restore();
    for (const restore of this.restores) restore();
  }

  reset(): void {
    this.restoreAll();
    this.contexts = [];
    this.restores = [];
    if (this.fakes.clock) this.fakes.useReal();
  }

  /** The tracker as user code gets it: functions that need no `this`. */
  api(): object {
    return {
      fn: this.fn.bind(this),
      method: this.method.bind(this),
      getter: this.getter.bind(this),
      setter: this.setter.bind(this),
      property: this.property.bind(this),
      module: () => this.module(),
      restoreAll: () => this.restoreAll(),
      reset: () => this.reset(),
      timers: this.timers,
    };
  }
}
