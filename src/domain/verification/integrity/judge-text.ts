import { isInProgramFolder, isNamedLikeEntry, isNamedLikeJudge } from './judge-words';

/** Kinds of files by their endings, as far as they say what is a judge. */

const CODE =
  /\.([cm]?[jt]sx?|py|pyw|rb|go|rs|java|kts?|scala|groovy|cs|fs|vb|swift|dart|php|exs?|erl|hs|ml|clj[cs]?|lua|p[lm]|r|jl|c|cc|cpp|cxx|h|hh|hpp|m|mm|vue|svelte|zig|nim)$/i;
const COMPILED =
  /\.(go|rs|java|kts?|scala|groovy|cs|fs|vb|swift|dart|hs|c|cc|cpp|cxx|h|hh|hpp|m|mm|zig|nim)$/i;
const SHELL =
  /\.(sh|bash|zsh|fish|ksh|bats|ps1|bat|cmd|awk|sed|mk|just|expect|tcl)$|(^|\/)(GNU)?[Mm]akefile$|(^|\/)[Jj]ustfile$/i;
const DOCUMENT =
  /\.(md|mdx|rst|adoc|asciidoc|pdf|docx?|odt|png|jpe?g|gif|svg|ico|webp|woff2?|ttf)$|(^|\/)(readme|licen[cs]e|copying|notice|authors|contributors|changelog|changes|history|news|codeowners)([.-][^/]*)?$/i;

/**
 * Decides if a file named by a command judges the program or is the program: `node test/all.js` names a judge, `node
 * src/main.js` may name the code to repair. Name, place and text decide.
 */

/** Definitions of tests, by endings. A Rust file and one with `import.meta.vitest` hold a program and its tests. */
const TEST_API: readonly { path: RegExp; text: RegExp; not?: RegExp }[] = [
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*(?:\(\s*)?)['"](?:node:test|@jest\/globals|vitest|bun:test|mocha|ava|tape|tap|uvu|zora)['"/]|^[^\S\n\r\u2028\u2029]*(?:describe|suite|it|test)(?:\.\w+)*\(\s*['"`]/m,
    not: /\bimport\.meta\.vitest\b/,
  },
  {
    path: /\.py$/,
    text: /^[^\S\n\r\u2028\u2029]*(?:import (?:unittest|pytest)\b|from (?:unittest|pytest|django\.test)\b|def test_\w+|class (?=\w*Test)\w+[(:])/m,
  },
  { path: /\.go$/, text: /^func (?:Test|Fuzz)\w*\(\w+ \*testing\./m },
  { path: /\.rb$/, text: /\brequire ['"](?:minitest|rspec|test\/unit)/ },
  { path: /\.(sh|bats|bash)$/, text: /^[^\S\n\r\u2028\u2029]*@test\s/m },
];

/** Comparisons by assertion, and assertions that run as the file is loaded; `from`: where comparisons come from. */
const ASSERTS: readonly { path: RegExp; text: RegExp; from?: RegExp }[] = [
  { path: /\.[cm]?[jt]sx?$/, text: /\bexpect\(|^(?:console\.)?assert(?:\.\w+)?\(/m },
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /\b(?:equal|strictEqual|deepEqual|deepStrictEqual|partialDeepStrictEqual|throws|rejects|match|eql|should)\b/,
    from: /['"](?:(?:node:)?assert(?:\/strict)?|chai|should|expect|power-assert)['"]/,
  },
  { path: /\.py$/, text: /^assert\b|^[^\S\n\r\u2028\u2029]+assert\b.*[=!]=/m },
];

const PYTHON_OWN =
  'sys|os|re|io|abc|json|math|time|copy|enum|typing|string|random|doctest|unittest|pytest|pathlib|operator|datetime|decimal|tempfile|textwrap|fractions|functools|itertools|contextlib|statistics|collections|dataclasses|__future__';
/** Patterns of code that includes, runs or reads other files of the project. */
const REACHES: readonly { path: RegExp; text: RegExp }[] = [
  {
    path: /\.[cm]?[jt]sx?$/,
    text: /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*(?:\(\s*)?)(?:['"`]\.{1,2}(?:\/|['"`])|[^'"`\s])|\b(?:child_process|readFile|readFileSync|fetch|request|vm|Worker)\b/,
  },
  {
    path: /\.py$/,
    text: new RegExp(
      `^[^\\S\\n\\r\\u2028\\u2029]*(?:from|import)\\s+(?!(?:${PYTHON_OWN})\\b)[\\w.]+|\\b(?:subprocess|importlib|__import__|open|urllib)\\b|\\bos\\.(?:system|popen)\\b`,
      'm',
    ),
  },
];

/** Words that can report a failure. A failing file without any of them is not the judge that failed. */
const VERDICT = /\b(?:assert|throw|raise|exit\w*|fail\w*|die|panic)\b|\bconsole\.assert\b|\bset -e/i;
const SHELL_VERDICT = /\b(?:grep|test|diff|cmp|comm)\b|\[ |\[\[/;

export function definesTests(path: string, text: string): boolean {
  return TEST_API.some((row) => row.path.test(path) && row.text.test(text) && !row.not?.test(text));
}

export function assertsAnything(path: string, text: string): boolean {
  return ASSERTS.some((row) => row.path.test(path) && row.text.test(text) && (row.from?.test(text) ?? true));
}

/** True if a file may hold the program itself beside its tests: it has nothing else to judge. */
function isSelfContained(path: string, text: string): boolean {
  return !reaches(path, text);
}

/** True where something in the text may tell of a failure: an assertion, an error that is thrown, an exit code. */
export function mayTell(path: string, text: string): boolean {
  return VERDICT.test(text) || (isScript(path, text) && SHELL_VERDICT.test(text));
}

/**
 * True if a file that a command runs is a judge. Its name says so, unless the failure is in it and nothing in its text
 * could have reported one. Or it defines tests or asserts, and reaches for other files, which these judge. Or it is a
 * shell script, or it fails by itself after reaching for others, away from where programs begin.
 */
export function isJudge(path: string, text: string, failedThere: boolean, inPackage = false): boolean {
  const asserts = definesTests(path, text) || assertsAnything(path, text);
  const tells = mayTell(path, text);
  if (isNamedLikeJudge(path, inPackage)) return asserts || !failedThere || tells;
  if (asserts) return !isSelfContained(path, text);
  if (isInProgramFolder(path)) return false;
  if (isScript(path, text)) return !failedThere || tells;
  return !failedThere && tells && !isNamedLikeEntry(path) && reaches(path, text);
}

function reaches(path: string, text: string): boolean {
  return REACHES.some((row) => row.path.test(path) && row.text.test(text));
}

/** A source of a programming language, shells aside. */
export function isCode(path: string): boolean {
  return CODE.test(path);
}

/** A source of a language whose files are built together: all that is no test is the program. */
export function isCompiled(path: string): boolean {
  return COMPILED.test(path);
}

/** A script of a shell or of a tool that runs commands, by its ending or by its first line. */
export function isScript(path: string, text = ''): boolean {
  return SHELL.test(path) || (!CODE.test(path) && text.startsWith('#!'));
}

/** True for texts that people read, and for pictures: reading them decides nothing. */
export function isDocument(path: string): boolean {
  return DOCUMENT.test(path);
}
