/** node:async_hooks: AsyncLocalStorage and AsyncResource. Hooks are never called. */
import { nameClasses } from '../node/brand';
import { nodeError } from '../node/errors';
import { AsyncResource } from './internal.async-resource';

type AnyFunction = (...args: unknown[]) => unknown;

interface StorageOptions {
  defaultValue?: unknown;
  name?: string;
}

/** Sets the frame of the running code, runs `fn` and sets it back. */
function within<T>(frame: ReadonlyMap<object, unknown> | undefined, fn: () => T): T {
  const { context } = sandboxHost;
  const before = context.frame;
  context.frame = frame;
  try {
    return fn();
  } finally {
    context.frame = before;
  }
}

/**
 * A store for the running code and the timers and ticks that it sets. Nothing in an isolate tells which code a promise
 * continues, so the store is lost at the first `await` or `then` that waits.
 */
class AsyncLocalStorage {
  readonly #default: unknown;
  readonly #name: string;

  constructor(options: StorageOptions = {}) {
    this.#default = options.defaultValue;
    this.#name = options.name === undefined ? '' : String(options.name);
  }

  get name(): string {
    return this.#name;
  }

  #with(store: unknown): ReadonlyMap<object, unknown> {
    return new Map([...(sandboxHost.context.frame ?? []), [this, store]]);
  }

  run(store: unknown, callback: AnyFunction, ...args: unknown[]): unknown {
    return within(this.#with(store), () => callback(...args));
  }

  exit(callback: AnyFunction, ...args: unknown[]): unknown {
    return this.run(undefined, callback, ...args);
  }

  getStore(): unknown {
    const { frame } = sandboxHost.context;
    return frame?.has(this) ? frame.get(this) : this.#default;
  }

  enterWith(store: unknown): void {
    sandboxHost.context.frame = this.#with(store);
  }

  disable(): void {
    const rest = [...(sandboxHost.context.frame ?? [])].filter(([storage]) => storage !== this);
    sandboxHost.context.frame = new Map(rest);
  }

  static bind(fn: AnyFunction): AnyFunction {
    return AsyncResource.bind(fn) as AnyFunction;
  }

  static snapshot(): (fn: AnyFunction, ...args: unknown[]) => unknown {
    const { frame } = sandboxHost.context;
    return (fn, ...args) => within(frame, () => fn(...args));
  }
}

interface Hook {
  enable(): Hook;
  disable(): Hook;
}

/** Takes the hooks, so that a program may set them up; nothing in an isolate can call them. */
function createHook(hooks: Record<string, unknown> = {}): Hook {
  for (const name of ['init', 'before', 'after', 'destroy', 'promiseResolve']) {
    if (hooks[name] === undefined) continue;
    if (typeof hooks[name] !== 'function')
      throw nodeError(TypeError, 'ERR_ASYNC_CALLBACK', `hook.${name} must be a function`);
  }
  const hook: Hook = { enable: () => hook, disable: () => hook };
  return hook;
}

nameClasses({ AsyncLocalStorage, AsyncResource });

export default {
  AsyncLocalStorage,
  AsyncResource,
  createHook,
  executionAsyncId: (): number => 1,
  triggerAsyncId: (): number => 0,
  executionAsyncResource: (): object => ({}),
  asyncWrapProviders: Object.freeze({ __proto__: null, NONE: 0 }),
};
