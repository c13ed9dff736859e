/** The function that a module's code becomes. Child (compiles it) and runtime (calls it) agree on it here. */

/**
 * Kinds of module code. `script`: a CommonJS module, runs at once. `module`: an ES module, a generator that pauses
 * after asking for its imports. `async`: an ES module with top-level await.
 */
export type ModuleKind = 'script' | 'module' | 'async';

/** Name of the object by which code that was an ES module, or imports one, speaks to the loader. */
export const HELPER = '__kintsugi';

/** Parameters of every module. `__hits` are its counters. */
export const MODULE_PARAMETERS = [
  'exports',
  'require',
  'module',
  '__filename',
  '__dirname',
  HELPER,
  '__hits',
] as const;

/** Further parameters of test files, in this order. */
export const TEST_API_NAMES = [
  ...[
    'expect',
    'jest',
    'vi',
    'vitest',
    'describe',
    'it',
    'test',
    'beforeAll',
    'beforeEach',
    'afterEach',
    'afterAll',
  ],
  ...['before', 'after', 'xit', 'xtest', 'fit', 'xdescribe', 'fdescribe'],
];

/** Further parameters of a self-checking script: a console that the code beside its checks can't replace. */
export const SCRIPT_API_NAMES = [...TEST_API_NAMES, 'console'];
