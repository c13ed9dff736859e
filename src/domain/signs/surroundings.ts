/** Signs against new code that looks at what runs it, or changes it. The sandbox reads JavaScript itself, and refuses. */

import { linesOnlyIn, onceOf, tokensOf, wordsOf, type ChangedFile, type Matches } from './code-lines';
import type { Sign } from './sign';

/** Names of test runners. */
const RUNNER =
  /\b(?:_?pytest|PYTEST\w*|unittest|junit|surefire|testing\.Testing|conftest|pluggy)\b|\bcfg\(test\)/;
/** Words that only a look has: of variables that a runner sets, of its functions, and of code that a compiler leaves out of tests. */
const LOOK =
  /\bPYTEST_\w{1,80}|\btesting\.Testing\b|\bcfg!\s?\(\s?(?:not\s?\(\s?)?test\b|\bcfg\s?\(\s?not\s?\(\s?test\b/;
/** Code that reads modules, flags, arguments or variables. */
const READS_PROCESS =
  /\b(?:modules|environ|getenv|Getenv|LookupEnv|argv|Args|Lookup|getProperty|find_spec|forName)\b/;
/** Flags and the name of a program that Go makes of tests. */
const GO_TEST = /["'`]-?test\.\w|\.test["'`]/;
/** A string that names tests, on a line that reads the process or files: a subcommand and a default are honest. */
const TEST_TEXT = /(["'])(?:[^"'\n]{0,80}[^"'\n\w])?_?(?:unit)?tests?(?:ing\b|_|\b)[^"'\n]{0,80}\1/;
/** Code that reads files, or how it was started. */
const READS_FILES = /\b(?:env|__main__|open|exists|isfile|listdir|glob)\b/;
/** Names of what reads the call stack, all modules, all objects or the program's own name. */
const READS_CALLER =
  /\bsys\.modules\b|\b(?:_getframe|currentframe|(?:extract|format|walk)_stack|inspect\.stack|gc\.get_\w+|runtime\.Callers?|getStackTrace|StackWalker)\b|\b(?:argv|Args)\[0\]/;
/** The seam of two strings that are joined when the program runs. */
const JOINED = /(["'])\s{0,3}(?:\+\s{0,3})?\1/g;
const CHANCE =
  /\b(?:random|urandom|randbelow|rand|time_ns|perf_counter|monotonic|nanoTime|currentTimeMillis)\b|\btime\.time\b|(?:\.|::)(?:[nN]ow|today|utcnow)\(/;
const SUCCESS = /\b(?:os\.Exit|[eE]xit)\(0?\)/;
/** An end that leaves out what runs at the end of a process, such as the report of its tests. */
const AT_ONCE = /\b_exit\b|\bos\.exec[lv]/;
const IMPORT = /^[ \t]{0,80}(?:import|from)\s[^\n]{1,300}$/gm;
const READ_ELSEWHERE = /\.[cm]?[jt]sx?$/;

interface Surroundings {
  sign: Sign;
  /** `code`: a new line. */
  matches(code: string, file: ChangedFile): boolean;
  /** People who ask for a change in words may mean exactly this. */
  mayBeAsked?: boolean;
}

const ROWS: readonly Surroundings[] = [
  {
    sign: 'look-at-tests',
    matches: looksAtTests,
  },
  {
    sign: 'look-at-runner',
    matches: (code) =>
      !looksAtTests(code) &&
      (RUNNER.test(code) ||
        READS_CALLER.test(code) ||
        ((READS_PROCESS.test(code) || READS_FILES.test(code)) && TEST_TEXT.test(code))),
  },
  { sign: 'changed-import', matches: replacesImport },
  { sign: 'ended-process', matches: (code) => AT_ONCE.test(code) },
  { sign: 'ended-process', matches: (code) => SUCCESS.test(code), mayBeAsked: true },
  {
    sign: 'look-at-chance',
    matches: (code, { before }) => CHANCE.test(code) && !CHANCE.test(before),
    mayBeAsked: true,
  },
];

/** True for a line that asks whether tests run: right code has no reason to. */
function looksAtTests(code: string): boolean {
  return LOOK.test(code) || (READS_PROCESS.test(code) && (RUNNER.test(code) || GO_TEST.test(code)));
}

/** Each sign, for a change that has a new line with it. */
export function surroundingSigns(isAsked: boolean): [Sign, Matches][] {
  const rows = ROWS.filter(({ mayBeAsked }) => !(isAsked && mayBeAsked));
  const linesIn = onceOf(newLines);
  return rows.map(({ sign, matches }) => [
    sign,
    (files) => linesIn(files).some(({ file, code }) => matches(code, file)),
  ]);
}

function newLines(files: readonly ChangedFile[]): { file: ChangedFile; code: string }[] {
  return files.flatMap((file) =>
    READ_ELSEWHERE.test(file.path)
      ? []
      : linesOnlyIn(file.after, file.before).map(({ text }) => ({ file, code: text.replaceAll(JOINED, '') })),
  );
}

/** True if a line replaces an imported class or one of its functions. */
function replacesImport(code: string, { after }: ChangedFile): boolean {
  const tokens = tokensOf(code);
  const end = tokens.indexOf('=');
  const isSet = tokens[0] === 'setattr';
  if (!isSet && (end < 0 || tokens[1] !== '.')) return false;
  const target = isSet ? tokens.slice(2) : tokens.slice(0, end);
  const isReplaced = isSet || tokens[end + 1] === 'lambda' || target.some((name) => /^[A-Z]/.test(name));
  return isReplaced && (after.match(IMPORT) ?? []).flatMap(wordsOf).includes(target[0] ?? '');
}
