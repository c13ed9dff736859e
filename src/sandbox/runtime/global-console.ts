/**
 * The global `console`. A program or a test may replace it, but not its `assert`: a failed `console.assert` is a
 * failure, and code under test could otherwise silence those of its tests.
 */

let current: object | undefined;
let assert: unknown;

/** Chooses the console of a run. */
export function setGlobalConsole(console: object): void {
  current = console;
  assert = (console as { assert: unknown }).assert;
}

function replace(next: unknown): void {
  if (typeof next === 'object' && next !== null) {
    // Not configurable, so that a proxy can't claim it and say otherwise later.
    const fixed = { value: assert, writable: false, enumerable: true, configurable: false };
    if (!Reflect.defineProperty(next, 'assert', fixed))
      throw new TypeError('This object can not be the console: its assert is not that of the run.');
  }
  current = next as object | undefined;
}

/** Makes the global name what this module says. Only in a context's own life: a snapshot can't hold it. */
export function lockGlobalConsole(): void {
  Reflect.defineProperty(realGlobal, 'console', {
    get: () => current,
    set: replace,
    enumerable: false,
    configurable: false,
  });
}
