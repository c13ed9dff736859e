/**
 * Which objects count as asymmetric matchers, those that expect's own classes made, and which functions as mocks,
 * those that jest-mock made. Read by the bundled packages
 * (see PATCHES in scripts/build-sandbox.cjs), so it must be imported before them.
 */

declare const globalThis: {
  isAsymmetricMatcher: (value: unknown) => boolean;
  addAsymmetricMatcher: (matcher: object) => void;
  isMockFunction: (value: unknown) => boolean;
  addMockFunction: (mock: object) => void;
};

const matchers = new WeakSet();

globalThis.isAsymmetricMatcher = (value) =>
  typeof value === 'object' && value !== null && matchers.has(value);
globalThis.addAsymmetricMatcher = (matcher) => void matchers.add(matcher);

const mocks = new WeakSet();

globalThis.isMockFunction = (value) => typeof value === 'function' && mocks.has(value);
globalThis.addMockFunction = (mock) => void mocks.add(mock);
