/**
 * Which objects count as asymmetric matchers: those that expect's own classes made. Read by the bundled packages
 * (see PATCHES in scripts/build-sandbox.cjs), so it must be imported before them.
 */

declare const globalThis: {
  isAsymmetricMatcher: (value: unknown) => boolean;
  addAsymmetricMatcher: (matcher: object) => void;
};

const matchers = new WeakSet();

globalThis.isAsymmetricMatcher = (value) =>
  typeof value === 'object' && value !== null && matchers.has(value);
globalThis.addAsymmetricMatcher = (matcher) => void matchers.add(matcher);
