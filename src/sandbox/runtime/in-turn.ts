import type { AnyFunction } from './timers';

/** Default export of a module; without one, all its exports. */
export function defaultOf(exports: unknown): unknown {
  const module = exports as { __esModule?: boolean; default?: unknown } | null;
  return module?.__esModule && module.default !== undefined ? module.default : exports;
}

export function callIfFunction(exports: unknown): unknown {
  return typeof exports === 'function' ? (exports as AnyFunction)() : exports;
}

/** Runs the tasks one after the other; waits for those that return a promise. Returns what the last one does. */
export function inTurn(tasks: readonly (() => unknown)[]): unknown {
  let last: unknown;
  for (const [index, task] of tasks.entries()) {
    last = task();
    if (last instanceof Promise) return last.then(() => inTurn(tasks.slice(index + 1)));
  }
  return last;
}
