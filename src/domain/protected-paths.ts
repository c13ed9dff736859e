/**
 * What a repair may not touch: whoever changes the judge can pass any judgement. Data, so that a reader
 * sees the whole rule; test files chosen by the user's own globs are added by the caller.
 */
const PROTECTED: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /(^|\/)__snapshots__\//, reason: 'is a snapshot' },
  { pattern: /\.snap$/, reason: 'is a snapshot' },
  {
    pattern:
      /(^|\/)(jest|vitest|vite|mocha|karma|ava|cypress|playwright|wdio|babel|webpack|rollup|esbuild|eslint|stylelint|prettier|biome|tsup)\.(config|conf|setup|preset|workspace)\.[^/]+$/,
    reason: 'configures a tool that verifies',
  },
  {
    pattern:
      /(^|\/)\.(eslintrc|eslintignore|stylelintrc|prettierrc|prettierignore|mocharc|babelrc|swcrc|nycrc|c8rc|taprc|npmrc|yarnrc|pnp)[^/]*$/,
    reason: 'configures a tool that verifies',
  },
  {
    pattern: /(^|\/)((turbo|nx|lerna|biome|deno)\.jsonc?|bunfig\.toml|setupTests\.[cm]?[jt]sx?)$/,
    reason: 'configures a tool that verifies',
  },
  { pattern: /(^|\/)[tj]sconfig[^/]*\.json$/, reason: 'configures the compiler' },
  {
    pattern:
      /(^|\/)(pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|conftest\.py|noxfile\.py|(GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile)$/,
    reason: 'configures a tool that verifies',
  },
  { pattern: /(^|\/)package\.json$/, reason: 'holds the package scripts' },
  {
    pattern:
      /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock)$/,
    reason: 'is a lock file',
  },
  { pattern: /(^|\/)node_modules\//, reason: 'is an installed package' },
];

/** Tests of browsers, and of other languages by the names that their runners look for. */
const FOREIGN_TESTS: readonly RegExp[] = [
  /(^|\/)[^/]+\.(cy|e2e)\.[cm]?[jt]sx?$/,
  /(^|\/)(tests?|test_[^/]+|[^/]+_tests?)\.py$/,
  /(^|\/)[^/]+_(test|spec|unittest)\.(go|rb|exs|dart|c|cc|cpp)$/,
  /(^|\/)\w*[a-z\d](Tests?|IT|Spec)\.(java|kts?|groovy|scala|cs|php|swift)$/,
];

const TEST_FILE = /(^|\/)(__tests__\/.+|[^/]+\.(test|spec))\.[cm]?[jt]sx?$/;

/** What `node --test` takes for a test besides: `test.js`, `test-x.js`, `x-test.js`, `x_test.js`. */
const NODE_TEST = /(^|\/)(test|test-[^/]+|[^/]+[-_]test)\.[cm]?[jt]sx?$/;
/** `node --test` runs all of a folder `test`, and Maven, Gradle and Django keep theirs deep in the sources. */
const DEEP_TEST_FOLDER = /(^|\/)tests?\//;

/** Helpers of tests; deeper folders of these names may hold the program itself (`src/spec/parser.js`). */
const TEST_FOLDER = /^((packages|apps|libs)\/[^/]+\/)?(tests?|spec)\//;
const SUPPORT_FOLDER = /(^|\/)(__tests__|__mocks__|__fixtures__)\//;

/** Folders of data by which tests judge, by the names that other rules do not know. */
const DATA_FOLDER = /(^|\/)(__fixtures__|fixtures?|test-?data|snapshots?)\//i;

/** Why a file is protected that no rule knows, but a check names; the user may have meant the program by it. */
export const NAMED_JUDGE = 'judges the program (a check names it, and --impacted does not)';

/** The usual Jest names: `x.test.ts`, `x.spec.js`, anything in `__tests__`. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

/**
 * Whether a file belongs to the tests: the sandbox gives it the test API, and tested code may not load it. All of
 * these are protected: who could write one could pass any test. Data has no such power. Names that only commands
 * take for tests are not among these: in the sandbox they are part of the program.
 */
export function isTestSide(path: string): boolean {
  if (path.endsWith('.json')) return false;
  return isTestFile(path) || TEST_FOLDER.test(path) || /(^|\/)(__tests__|__mocks__)\//.test(path);
}

/** Whether a file lies among the data of tests. They are the judge's, although a program may load them. */
export function isTestData(path: string): boolean {
  return DATA_FOLDER.test(path) && !isTestSide(path);
}

/** Whether the files of a folder, given with a slash at its end, judge a program. */
export function isTestFolder(folder: string): boolean {
  const reason = protectedReason(`${folder}data.json`);
  return DATA_FOLDER.test(folder) || reason === 'is a test' || reason === 'is a snapshot';
}

/** A source file of JavaScript or TypeScript, declarations aside. */
export function isSourceFile(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

function isCertainTest(path: string): boolean {
  if (isTestFile(path) || FOREIGN_TESTS.some((pattern) => pattern.test(path))) return true;
  return TEST_FOLDER.test(path) || SUPPORT_FOLDER.test(path);
}

/**
 * Whether only a command takes the path for a test, by a name that a program's own file may have as well
 * (`lib/test.js`, `src/test/runner.js`): who names it for a change means the program.
 */
export function isLikelyTest(path: string): boolean {
  return !isCertainTest(path) && (NODE_TEST.test(path) || DEEP_TEST_FOLDER.test(path));
}

/** Why a repair may not change the path (`is a test`); undefined where it may. */
export function protectedReason(path: string): string | undefined {
  if (isCertainTest(path) || isLikelyTest(path)) return 'is a test';
  return PROTECTED.find((row) => row.pattern.test(path))?.reason;
}

/** Whether a file configures the tools that verify: what is wrong with its text, no repair may mend. */
export function isConfiguration(path: string): boolean {
  const reason = PROTECTED.find((row) => row.pattern.test(path))?.reason;
  return reason !== undefined && reason !== 'is a snapshot';
}
