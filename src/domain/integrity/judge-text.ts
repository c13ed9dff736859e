/**
 * Whether a file that a command names judges the program, or is the program: `node test/all.js` names a judge,
 * `node src/main.js` may name what is to be repaired. The name and place tell, and the text.
 */

/** Words of names and folders of those that judge. */
const JUDGE_WORDS = new Set([
  ...['test', 'tests', 'spec', 'specs', 'check', 'checks', 'checker', 'verify', 'verifier', 'judge', 'qa'],
  ...['validate', 'validator', 'validation', 'verification', 'assert', 'acceptance', 'e2e', 'smoke', 'ci'],
  ...['script', 'scripts', 'lint', 'coverage'],
]);
/** Below these a file is the program, whatever its own name (`src/spell-check.js`); folders still tell. */
const PROGRAM_FOLDER = /^((packages|apps|libs)\/[^/]+\/)?(src|lib|app)\//;

/** Definitions of tests, by endings. A Rust file and one with `import.meta.vitest` hold a program and its tests. */
const TEST_API: readonly { path: RegExp; text: RegExp; not?: RegExp }[] = [
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*\(?\s*)['"](?:node:test|@jest\/globals|vitest|bun:test|mocha|ava|tape|tap|uvu|zora)['"/]|^\s*(?:describe|suite|it|test)(?:\.\w+)*\(\s*['"`]/m,
    not: /\bimport\.meta\.vitest\b/,
  },
  {
    path: /\.py$/,
    text: /^\s*(?:import (?:unittest|pytest)\b|from (?:unittest|pytest|django\.test)\b|def test_\w+|class \w*Test\w*[(:])/m,
  },
  { path: /\.go$/, text: /^func (?:Test|Fuzz)\w*\(\w+ \*testing\./m },
  { path: /\.rb$/, text: /\brequire ['"](?:minitest|rspec|test\/unit)/ },
  { path: /\.(sh|bats|bash)$/, text: /^\s*@test\s/m },
];

/** Comparisons by assertion, and assertions that run as the file is loaded; `from`: where comparisons come from. */
const ASSERTS: readonly { path: RegExp; text: RegExp; from?: RegExp }[] = [
  { path: /\.[cm]?[jt]sx?$/, text: /\bexpect\(|^(?:console\.)?assert(?:\.\w+)?\(/m },
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /\b(?:equal|strictEqual|deepEqual|deepStrictEqual|partialDeepStrictEqual|throws|rejects|match|eql|should)\b/,
    from: /['"](?:(?:node:)?assert(?:\/strict)?|chai|should|expect|power-assert)['"]/,
  },
  { path: /\.py$/, text: /^assert\b|^\s+assert\b[^\n]*[=!]=/m },
];

const PYTHON_OWN =
  'sys|os|re|io|abc|json|math|time|copy|enum|typing|string|random|doctest|unittest|pytest|pathlib|operator|datetime|decimal|tempfile|textwrap|fractions|functools|itertools|contextlib|statistics|collections|dataclasses|__future__';
/** What takes other files of the project in, or runs or reads them. */
const REACHES: readonly { path: RegExp; text: RegExp }[] = [
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*\(?\s*)(?:['"`]\.{1,2}(?:\/|['"`])|[^'"`\s])|\b(?:child_process|readFile|readFileSync|fetch|request|vm|Worker)\b/,
  },
  {
    path: /\.py$/,
    text: new RegExp(
      `^\\s*(?:from|import)\\s+(?!(?:${PYTHON_OWN})\\b)[\\w.]+|\\b(?:subprocess|importlib|__import__|open|urllib)\\b|\\bos\\.(?:system|popen)\\b`,
      'm',
    ),
  },
];

/** What may say that something is wrong: a failing file without any of it is not the judge that failed. */
const VERDICT = /\b(?:assert|throw|raise|exit\w*|fail\w*|die|panic)\b|\bconsole\.assert\b|\bset -e/i;

/** Whether the text defines tests of a runner. */
export function definesTests(path: string, text: string): boolean {
  return TEST_API.some((row) => row.path.test(path) && row.text.test(text) && !row.not?.test(text));
}

/** Whether the text asserts anything. */
function assertsAnything(path: string, text: string): boolean {
  return ASSERTS.some((row) => row.path.test(path) && row.text.test(text) && (row.from?.test(text) ?? true));
}

/** Whether a file may hold the program itself beside its tests: it has nothing else to judge. */
function isSelfContained(path: string, text: string): boolean {
  return !REACHES.some((row) => row.path.test(path) && row.text.test(text));
}

/** Whether a name or a folder says that the file judges. */
function isNamedLikeJudge(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const telling = PROGRAM_FOLDER.test(path) ? folders : [...folders, name];
  return telling.some((part) => wordsOf(part).some((word) => JUDGE_WORDS.has(word)));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/**
 * Whether a file that a command names is a judge: its name says so, unless the failure is in it and nothing in its text
 * could have told of one; or it defines tests or asserts, and reaches for other files, which these judge.
 */
export function isJudge(path: string, text: string, failedThere: boolean): boolean {
  const asserts = definesTests(path, text) || assertsAnything(path, text);
  if (isNamedLikeJudge(path)) return asserts || !failedThere || VERDICT.test(text);
  return asserts && !isSelfContained(path, text);
}
