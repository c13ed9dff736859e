/**
 * Objects that count as asymmetric matchers (those made by expect's own classes), and functions that count as mocks
 * (those made by jest-mock). The bundled packages use it (see PATCHES in scripts/build-sandbox.cjs), so it must be
 * imported before them.
 */

import { guardMock, ofTests } from './mock-guard';

declare const globalThis: {
  isAsymmetricMatcher: (value: unknown) => boolean;
  addAsymmetricMatcher: (matcher: object) => void;
  isMockFunction: (value: unknown) => boolean;
  addMockFunction: (mock: object) => void;
  guardMock: (mock: object) => void;
  ofTests: (call: (...args: unknown[]) => unknown) => unknown;
  trackResult: (state: object, result: { type: string; value: unknown }) => void;
};

const matchers = new WeakSet();

globalThis.isAsymmetricMatcher = (value) =>
  typeof value === 'object' && value !== null && matchers.has(value);
globalThis.addAsymmetricMatcher = (matcher) => {
  matchers.add(matcher);
  lockClasses(matcher);
};

const locked = new WeakSet();

/** A test may hand a matcher to the code that it tests: what its classes do must stay what it was. */
function lockClasses(matcher: object): void {
  let prototype = Reflect.getPrototypeOf(matcher);
  while (prototype && prototype !== Object.prototype && !locked.has(prototype)) {
    locked.add(prototype);
    for (const key of Reflect.ownKeys(prototype))
      Object.freeze(Reflect.getOwnPropertyDescriptor(prototype, key)?.value);
    Object.freeze(prototype);
    prototype = Reflect.getPrototypeOf(prototype);
  }
}

const mocks = new WeakSet();

globalThis.isMockFunction = (value) => typeof value === 'function' && mocks.has(value);
globalThis.addMockFunction = (mock) => void mocks.add(mock);
globalThis.guardMock = guardMock;
globalThis.ofTests = ofTests;

/** True for a mock: only tests can make one. */
export function isMock(value: unknown): boolean {
  return typeof value === 'function' && mocks.has(value);
}

/** How the promises that a mock returned were settled, as vitest tells it. */
export interface SettledResult {
  type: 'incomplete' | 'fulfilled' | 'rejected';
  value: unknown;
}

const settled = new WeakMap<object, SettledResult[]>();
let tracking = false;

/** True if results of mocks are watched. It handles their rejections, so jest's tests go without. */
export function trackResults(on: boolean): void {
  tracking = on;
}

/** Settled results of a mock. `state` is its `mock` property. */
export function settledResults(state: object): readonly SettledResult[] {
  return settled.get(state) ?? [];
}

globalThis.trackResult = (state, result) => {
  if (!tracking) return;
  let list = settled.get(state);
  if (!list) {
    list = [];
    settled.set(state, list);
    Object.defineProperty(state, 'settledResults', { value: list, enumerable: true, configurable: true });
  }
  const { value } = result;
  const entry: SettledResult = { type: 'incomplete', value: undefined };
  list.push(entry);
  const settle =
    (type: 'fulfilled' | 'rejected') =>
    (final: unknown): void => {
      Object.assign(entry, { type, value: final });
    };
  if (result.type === 'throw') settle('rejected')(value);
  else if (value instanceof Promise) value.then(settle('fulfilled'), settle('rejected'));
  else settle('fulfilled')(value);
};
