import { type Said } from '../run/said';
import { MANIFEST, PROTECTED_NAMES } from '../files/protected-names';

/** Follows the path of a module that both the tests and the program loaded: a judge, if only tests did before the repair. */
export const LOADED = ' (loaded)';

/** A rule on who may be edited, with paths that it means and others that it does not. */
export interface Protection {
  /** `is a test` */
  reason: string;
  is(path: string): boolean;
  match: readonly string[];
  notMatch: readonly string[];
}

/** Tests of browsers, and of other languages by the names that their runners look for. */
const FOREIGN_TESTS: readonly RegExp[] = [
  /(^|\/)[^/]+\.(cy|e2e)\.[cm]?[jt]sx?$/,
  /\.(feature|bats|robot|story)$/,
  /(^|\/)(tests?|test_[^/]+|[^/]+_tests?)\.py$/,
  /(^|\/)[^/]+_(test|spec|unittest)\.(go|rb|exs|dart|c|cc|cpp)$/,
  /(^|\/)\w*[a-z\d](Tests?|IT|Spec)\.(java|kts?|groovy|scala|cs|php|swift)$/,
];

const MODULE_ENDING = /\.[cm]?[jt]sx?$/;
const TEST_STEM = /(^|\/)__tests__\/[^]|[^/]\.(test|spec)$/;

/** Other files that `node --test` takes for tests: `test.js`, `test-x.js`, `x-test.js`, `x_test.js`. */
const NODE_TEST = /(^|\/)(test|test-[^/]+|[^/]+[-_]test)\.[cm]?[jt]sx?$/;
/** `node --test` runs all of a folder `test`, and Maven, Gradle and Django keep theirs deep in the sources. */
const DEEP_TEST_FOLDER = /(^|\/)tests?\//;

/** Helpers of tests; deeper folders of these names may hold the program itself (`src/spec/parser.js`). */
const TEST_FOLDER = /^((packages|apps|libs)\/[^/]+\/)?(tests?|spec)\//;
const SUPPORT_FOLDER = /(^|\/)(__tests__|__mocks__|__fixtures__)\//;

/** Folders of data that tests compare with, by the names that other rules do not know. */
const DATA_FOLDER = /(^|\/)(__fixtures__|fixtures?|test-?data|snapshots?)\//i;

/** The usual Jest names: `x.test.ts`, `x.spec.js`, anything in `__tests__`. */
export function isTestFile(path: string): boolean {
  const stem = path.replace(MODULE_ENDING, '');
  return stem !== path && TEST_STEM.test(stem);
}

/**
 * True if a file belongs to the tests: the sandbox gives it the test API, and tested code may not load it. All of these
 * are protected, since whoever could write one could pass any test; data has no such power. Names that only commands
 * take for tests are not included: in the sandbox they are part of the program.
 */
export function isTestSide(path: string): boolean {
  if (path.endsWith('.json')) return false;
  return isTestFile(path) || TEST_FOLDER.test(path) || /(^|\/)(__tests__|__mocks__)\//.test(path);
}

/** True if a file lies among the data of tests. They are judges, although a program may load them. */
export function isTestData(path: string): boolean {
  return DATA_FOLDER.test(path) && !isTestSide(path);
}

/** True if the files of a folder, given with a slash at its end, are judges. */
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
 * True if only a command takes the path for a test, by a name that a program's own file may have as well
 * (`lib/test.js`, `src/test/runner.js`). If the user names such a file for a change, it is the program's.
 */
export function isLikelyTest(path: string): boolean {
  return !isCertainTest(path) && (NODE_TEST.test(path) || DEEP_TEST_FOLDER.test(path));
}

/** True if a file holds tests, whoever runs them. */
export function isTest(path: string): boolean {
  return isTestSide(path) || protectedReason(path) === 'is a test';
}

/** Languages besides whose tests can be written and tried: by pytest or unittest, and by go test. */
const TRIED_BY_COMMAND = /\.(?:py|go)$/;

/** True for a source that unit tests can be written for, and tried on mistakes in it. */
export function isTestable(path: string): boolean {
  return (isSourceFile(path) || TRIED_BY_COMMAND.test(path)) && !isTest(path);
}

/** True for a file of unit tests that can be tried on mistakes: by the sandbox, or by the runner of its language. */
export function isUnitTest(path: string): boolean {
  return isTestFile(path) || (TRIED_BY_COMMAND.test(path) && isTest(path));
}

const TESTS: Protection = {
  reason: 'is a test',
  is: (path) => isCertainTest(path) || isLikelyTest(path),
  match: ['src/sum.test.ts', 'test/helpers/chai.ts', 'lib/test_sum.py', 'src/__mocks__/sum.ts', 'test.js'],
  notMatch: ['src/sum.ts', 'src/latest.ts', 'src/spec/parser.ts', 'src/Contest.java'],
};

const BY_NAME: readonly Protection[] = PROTECTED_NAMES.map(({ pattern, not, ...row }) => ({
  ...row,
  is: (path) => pattern.test(path) && !not?.test(path),
}));

/** Files that no repair may edit. The first row that means a path says it best. */
export const PROTECTIONS: readonly Protection[] = [TESTS, ...BY_NAME];

/** Reason why a repair may not change the path (`is a test`). Undefined: it may. */
export function protectedReason(path: string): string | undefined {
  return PROTECTIONS.find(({ is }) => is(path))?.reason;
}

/** The same reason in words. */
export function protection(path: string): Said | undefined {
  const form = protectedReason(path);
  return form === undefined ? undefined : { form, values: [] };
}

/** True for a file that says how the project is built: who names it for a change may mean that it is wrong. */
export function isManifest(path: string): boolean {
  return protectedReason(path) === MANIFEST;
}

/** True for a file that configures the tools that verify: what is wrong with its text, no repair may mend. */
export function isConfiguration(path: string): boolean {
  const reason = reasonByName(path);
  return reason !== undefined && reason !== 'is a snapshot' && reason !== MANIFEST;
}

function reasonByName(path: string): string | undefined {
  return BY_NAME.find(({ is }) => is(path))?.reason;
}
