/** The function that a module's code becomes. Child (compiles it) and runtime (calls it) agree on it here. */

/** What every module gets. `__importMeta` is what `import.meta` became, `__hits` its counters. */
export const MODULE_PARAMETERS = [
  'exports',
  'require',
  'module',
  '__filename',
  '__dirname',
  '__importMeta',
  '__hits',
] as const;

/** What test files get besides, in this order. */
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

/** What a self-checking script gets besides: a console that the code beside its checks can't replace. */
export const SCRIPT_API_NAMES = [...TEST_API_NAMES, 'console'];
