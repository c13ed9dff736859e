/** AsyncResource: remembers the context in which it was made. */
import { invalidArgType } from '../node/errors';
import { validateFunction } from '../node/validate';

type AnyFunction = (this: unknown, ...args: never[]) => unknown;

let lastId = 1;

export class AsyncResource {
  readonly #frame = sandboxHost.context.frame;
  readonly #id = ++lastId;

  constructor(type: unknown) {
    if (typeof type !== 'string') throw invalidArgType('type', 'string', type);
  }

  runInAsyncScope<T>(fn: (...args: never[]) => T, self?: unknown, ...args: unknown[]): T {
    const { context } = sandboxHost;
    const before = context.frame;
    context.frame = this.#frame;
    try {
      const result: unknown = Reflect.apply(fn, self, args);
      return result as never;
    } finally {
      context.frame = before;
    }
  }

  emitDestroy(): this {
    return this;
  }
  asyncId(): number {
    return this.#id;
  }
  triggerAsyncId(): number {
    return 1;
  }

  bind(fn: AnyFunction, self?: unknown): AnyFunction {
    validateFunction(fn, 'fn');
    const resource = this as AsyncResource;
    const bound = function (this: unknown, ...args: unknown[]): unknown {
      return resource.runInAsyncScope(fn, self ?? this, ...args);
    };
    return Object.defineProperty(bound, 'length', { value: fn.length, configurable: true });
  }

  static bind(fn: AnyFunction, type?: string, self?: unknown): AnyFunction {
    return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, self);
  }
}
