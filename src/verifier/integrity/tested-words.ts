/** Names by which a program can tell that it is being tested. Data, so that a reader sees the whole rule. */

/** Variables that only test runners and what verifies set. */
export const RUNNER_VARIABLES =
  /\b(?:JEST_\w+|VITEST(?:_\w+)?|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|MOCHA_\w+|AVA_\w+|TEST_WORKER_INDEX|KINTSUGI_\w+|npm_lifecycle_\w+)\b/;

/** Globals of a test runner. */
export const TEST_API = new Set([
  ...['jest', 'vi', 'describe', 'it', 'test', 'expect', 'suite', 'jasmine', 'mocha', 'chai', 'assertType'],
  ...['beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'xit', 'fit', 'xdescribe', 'fdescribe', 'xtest'],
  ...['__vitest_worker__', '__coverage__', 'onTestFinished'],
]);

/** Modules of runners, and marks that they leave. */
export const RUNNER_MODULES =
  /^(?:node:test|vitest(?:\/.*)?|@vitest\/.*|@jest\/.*|jest(?:-.*)?|mocha|chai|ava|tape|tap|uvu(?:\/.*)?|isolated-vm)$/;
export const RUNNER_MARKS =
  /\$\$jest|jest-matchers|jest_?worker|__jest|__vitest|isolated-?vm|kintsugi|native code/i;

/** A word of tests in a comparison with a stack, an argument or an environment. */
export const TEST_WORDS = /tests?\b|testing|spec\b|jest|vitest|mocha|__tests__|runner/i;

/** Paths of tests, as a program would name them. */
export const TEST_PATHS =
  /\.(?:test|spec)\b|__(?:tests|snapshots|mocks)__|\.snap\b|(?:^|\/)tests?(?:\/|$)|(?:^|\/)specs?\//;

/** Names that are missing or different in the sandbox. A repair of code that did without has no reason to use them. */
export const SANDBOX_SIGNS = new Set(['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry']);
export const PROCESS_SIGNS = new Set([
  ...['binding', 'report', 'features', 'config', 'release', 'title', 'argv0', 'ppid', 'moduleLoadList'],
  ...['allowedNodeEnvironmentFlags', '_getActiveHandles', '_linkedBinding'],
]);
export const GLOBAL_NAMES = new Set(['globalThis', 'global', 'self', 'window']);

const TEST_NAME = /jest|vitest|mocha|\.test|\.spec|__tests__|\btests?\b/gi;
/** Characters before such a name in which the quote or slash of its literal is looked for. */
const LITERAL_REACH = 256;

/** True where a literal of the text, on the line that it begins on, holds a name of tests or their runners. */
export function namesTests(text: string): boolean {
  for (const { index } of text.matchAll(TEST_NAME)) {
    for (let at = index - 1; at >= Math.max(0, index - LITERAL_REACH); at -= 1) {
      const character = text[at] ?? '';
      if (character === '\n') break;
      if ('\'"`/'.includes(character)) return true;
    }
  }
  return false;
}
