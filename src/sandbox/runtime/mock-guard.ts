/**
 * Tells of a program that reaches into the mocks of its tests: it may call them, and what they remember and answer is the tests' own.
 * `send.mockClear()` would hide a call, `send.mock.calls.length = 1` too.
 */
import { isCalledByProgram } from './reader';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

interface Listener {
  isOfTests(path: string): boolean;
  touched(): void;
}

const present: { listener?: Listener } = {};

/** Who hears of it in this run; absent: nobody. */
export function watchMocks(listener: Listener | undefined): void {
  present.listener = listener;
}

/** The function, which tells if the program calls it. */
export function ofTests(call: AnyFunction): AnyFunction {
  const wrapper: AnyFunction = function (...args) {
    const { listener } = present;
    if (listener && isCalledByProgram(wrapper, (path) => listener.isOfTests(path))) listener.touched();
    return Reflect.apply(call, this, args);
  };
  return wrapper;
}

const guarded = new WeakSet<object>();

/** Has the members of a mock tell who uses them; called again for those that were put in their place. */
export function guardMock(mock: object): void {
  for (const key of Reflect.ownKeys(mock)) {
    const found = Reflect.getOwnPropertyDescriptor(mock, key);
    let value: unknown = found?.value;
    if (typeof value !== 'function' || key === 'prototype' || guarded.has(value)) continue;
    const guard = (next: unknown): unknown => {
      if (typeof next !== 'function' || guarded.has(next)) return next;
      const made = ofTests(next as AnyFunction);
      guarded.add(made);
      return made;
    };
    value = guard(value);
    Reflect.defineProperty(mock, key, {
      get: () => value,
      set: ofTests((next) => {
        value = guard(next);
      }),
      enumerable: found?.enumerable ?? true,
      configurable: true,
    });
  }
}
