'use strict';
// What is changed in packages that are bundled into the sandbox's runtime.
const fs = require('node:fs');

const EXPECT = /node_modules[\\/]expect[\\/]build[\\/]index\.js$/;
const EXPECT_UTILS = /@jest[\\/]expect-utils[\\/]build[\\/]index\.js$/;

/**
 * Changes of bundled packages, by file and exact text; a text that is not found fails the build, as does
 * one that occurs more than once, except where `all` of them are meant.
 */
const PATCHES = [
  {
    // Stock expect takes any object with an `asymmetricMatch` function for a matcher: code under test could
    // return one that always agrees. Only objects made by AsymmetricMatcher's constructor count here.
    file: /@jest[\\/]expect-utils[\\/]build[\\/]index\.js$/,
    from: "return !!obj && isA('Function', obj.asymmetricMatch);",
    to: 'return globalThis.isAsymmetricMatcher(obj);',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'constructor(sample, inverse = false) {\n    this.sample = sample;',
    to: 'constructor(sample, inverse = false) {\n    globalThis.addAsymmetricMatcher(this);\n    this.sample = sample;',
  },
  // Code under test could return an object whose `then` never calls what it is given: `await` makes a true promise.
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'return actualWrapper.then(result => makeThrowingMatcher',
    to: 'return (async () => await actualWrapper)().then(result => makeThrowingMatcher',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'return actualWrapper.then(result => {',
    to: 'return (async () => await actualWrapper)().then(result => {',
  },
  // Likewise any function with `_isMockFunction` counts as a mock, with calls of its own writing. Only those that
  // jest-mock made count here; spies of other libraries can't be told from such, so there are none.
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: 'const isMock = received => received != null && received._isMockFunction === true;',
    to: 'const isMock = received => globalThis.isMockFunction(received);',
  },
  {
    file: /node_modules[\\/]expect[\\/]build[\\/]index\.js$/,
    from: "const isSpy = received => received != null && received.calls != null && typeof received.calls.all === 'function' && typeof received.calls.count === 'function';",
    to: 'const isSpy = () => false;',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'f._isMockFunction = true;',
    to: 'f._isMockFunction = true;\n      globalThis.addMockFunction(f);',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'return fn != null && fn._isMockFunction === true;',
    to: 'return globalThis.isMockFunction(fn);',
  },
  // What mocks remember and answer is the tests' own (runtime/mock-guard.ts).
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'get: () => this._ensureMockState(f),\n        set: val => this._mockState.set(f, val)',
    to: 'get: globalThis.ofTests(() => this._ensureMockState(f)),\n        set: globalThis.ofTests(val => this._mockState.set(f, val))',
  },
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'if (metadata.mockImpl) {',
    to: 'globalThis.guardMock(f);\n      if (metadata.mockImpl) {',
  },
  // vitest also tells what became of the promises that a mock returned.
  {
    file: /node_modules[\\/]jest-mock[\\/]build[\\/]index\.js$/,
    from: 'mockResult.value = callDidThrowError ? thrownError : finalReturnValue;',
    to: 'mockResult.value = callDidThrowError ? thrownError : finalReturnValue;\n          globalThis.trackResult(mockState, mockResult);',
  },
  // A value of the code under test may carry methods and getters of its own: what decides a comparison is read from
  // it once, by the built-in's own methods (runtime/honest.ts), never by calling what the value says its methods are.
  {
    file: EXPECT,
    from: 'other.some(another => (0, _expectUtils.equals)(item, another, matcherContext.customTesters))',
    to: 'globalThis.itemsOf(other).some(another => (0, _expectUtils.equals)(item, another, matcherContext.customTesters))',
  },
  {
    file: EXPECT,
    from: 'Array.isArray(other) && other.every(item =>',
    to: 'Array.isArray(other) && globalThis.itemsOf(other).every(item =>',
  },
  {
    file: EXPECT,
    from: "(0, _expectUtils.isA)('String', other) && other.includes(this.sample)",
    to: 'globalThis.isText(other) && `${other}`.includes(this.sample)',
  },
  {
    file: EXPECT,
    from: "(0, _expectUtils.isA)('String', other) && this.sample.test(other)",
    to: 'globalThis.isText(other) && this.sample.test(other)',
  },
  {
    file: EXPECT,
    from: "const hasMessage = e !== null && e !== undefined && typeof e.message === 'string';",
    to: "const said = e !== null && e !== undefined ? e.message : undefined;\n  const hasMessage = typeof said === 'string';",
  },
  { file: EXPECT, from: 'message: e.message,\n      value: e', to: 'message: said,\n      value: e' },
  {
    file: EXPECT,
    from: 'message: hasMessage ? e.message : String(e),',
    to: 'message: hasMessage ? said : String(e),',
  },
  // A property that a proxy both gives and denies would count as equal to anything.
  {
    file: EXPECT,
    from: 'const pass = hasValue && endPropIsDefined ?',
    to: 'const pass = hasValue && hasEndProp ?',
  },
  // Whoever was handed a mock could write its records: matchers look at plain copies.
  { file: EXPECT, from: 'received.mock', to: 'globalThis.recordsOf(received)', all: true },
  // Matchers get the list of testers to read, not to add to.
  {
    file: EXPECT,
    from: 'const getCustomEqualityTesters = () => globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters;',
    to: 'const getCustomEqualityTesters = () => [...globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters];',
  },
  // What calls itself a Set or a Map and yields nothing would equal every set and map of its size.
  {
    file: EXPECT_UTILS,
    from: '  if (a.size !== undefined) {\n    if (a.size !== b.size) {',
    to: '  const honest = globalThis.collectionsOf(a, b);\n  if (!honest) return false;\n  [a, b] = honest;\n  if (a.size !== undefined) {\n    if (a.size !== b.size) {',
  },
];

/** Which of the patches a file needs, applied to its text. */
function patch(file, text, applied) {
  let result = text;
  PATCHES.forEach((entry, index) => {
    if (!entry.file.test(file)) return;
    const found = result.split(entry.from).length - 1;
    if (found === 0 || (found > 1 && !entry.all))
      throw new Error(`cannot patch ${file}: "${entry.from}" must occur once, and is there ${found} times`);
    result = result.replaceAll(entry.from, () => entry.to);
    applied.add(index);
  });
  return result;
}

/** esbuild plugin that applies the patches, and fails the build where one does not fit. */
const patchPlugin = {
  name: 'patch',
  setup(build) {
    const applied = new Set();
    build.onLoad(
      { filter: /node_modules[\\/](@jest[\\/]expect-utils|expect|jest-mock)[\\/]build[\\/]index\.js$/ },
      (args) => ({
        contents: patch(args.path, fs.readFileSync(args.path, 'utf8'), applied),
        loader: 'js',
      }),
    );
    build.onEnd(() => {
      if (applied.size !== PATCHES.length)
        throw new Error('not every patch of the sandbox runtime was applied');
    });
  },
};

module.exports = { patchPlugin };
