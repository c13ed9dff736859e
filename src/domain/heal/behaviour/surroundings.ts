/** Signs against new code that looks at what runs it, or changes it. The sandbox reads JavaScript itself, and refuses. */
import { COMMENT, linesOnlyIn, wordsOf, type ChangedFile } from './changed-lines';
import type { Sign } from '../sign-words';
import { tokensOf } from './tokens';

/** Runners by their names, and what reads the stack of calls, all objects or the program's own name. */
const RUNNER =
  /\b(?:_?pytest|unittest|PYTEST_\w+|junit|surefire|testing\.Testing)\b|\bcfg!?\s?\(\s?(?:not\s?\(\s?)?test\b|\b(?:_getframe|currentframe|(?:extract|format|walk)_stack|inspect\.stack|gc\.get_\w+|runtime\.Callers?|getStackTrace|StackWalker)\b|\bargv\[0\]/;
/** A text that speaks of tests, on a line that reads modules, flags, arguments, variables or files. */
const TEST_TEXT = /(["'])(?:[^"'\n]{0,80}[^"'\n\w])?_?(?:unit)?tests?(?:ing\b|_|\b)[^"'\n]{0,80}\1/;
const READS_SURROUNDINGS =
  /\b(?:modules|environ|getenv|Getenv|argv|Args|Lookup|getProperty|env|__main__|open|exists|isfile|listdir|glob)\b/;
/** Where two texts meet that are one when the program runs. */
const JOINED = /(["'])\s{0,3}(?:\+\s{0,3})?\1/g;
const CHANCE =
  /\b(?:random|urandom|randbelow|rand|time_ns|perf_counter|monotonic|nanoTime|currentTimeMillis)\b|\btime\.time\b|(?:\.|::)(?:[nN]ow|today|utcnow)\(/;
const SUCCESS = /\b_exit\b|\bos\.exec[lv]|\b(?:os\.Exit|[eE]xit)\(0?\)/;
const IMPORT = /^[ \t]{0,80}(?:import|from)\s[^\n]{1,300}$/gm;
const READ_ELSEWHERE = /\.[cm]?[jt]sx?$/;

interface Surroundings {
  sign: Sign;
  /** `code`: a new line without its comment. */
  matches(code: string, file: ChangedFile): boolean;
  /** Where people ask for a change in words, it may be what they mean. */
  mayBeAsked?: boolean;
}

const ROWS: readonly Surroundings[] = [
  {
    sign: 'look-at-tests',
    matches: (code) => RUNNER.test(code) || (READS_SURROUNDINGS.test(code) && TEST_TEXT.test(code)),
  },
  { sign: 'changed-import', matches: replacesImport },
  { sign: 'ended-process', matches: (code) => SUCCESS.test(code), mayBeAsked: true },
  {
    sign: 'look-at-chance',
    matches: (code, { before }) => CHANCE.test(code) && !CHANCE.test(before),
    mayBeAsked: true,
  },
];

/** The signs, each with whether new lines of one of some files have it. */
export function surroundingSigns(files: readonly ChangedFile[], isAsked: boolean): [Sign, boolean][] {
  const lines = files.flatMap((file) =>
    READ_ELSEWHERE.test(file.path)
      ? []
      : linesOnlyIn(file.after, file.before).map(({ text }) => ({ file, code: plain(text) })),
  );
  return ROWS.filter(({ mayBeAsked }) => !(isAsked && mayBeAsked)).map(({ sign, matches }) => [
    sign,
    lines.some(({ file, code }) => matches(code, file)),
  ]);
}

function plain(text: string): string {
  return text.replace(COMMENT, '').replaceAll(JOINED, '');
}

/** True where a line gives a class that its file imports, or a function of it, a value of its own. */
function replacesImport(code: string, { after }: ChangedFile): boolean {
  const tokens = tokensOf(code);
  const end = tokens.indexOf('=');
  const isSet = tokens[0] === 'setattr';
  if (!isSet && (end < 0 || tokens[1] !== '.')) return false;
  const target = isSet ? tokens.slice(2) : tokens.slice(0, end);
  const isReplaced = isSet || tokens[end + 1] === 'lambda' || target.some((name) => /^[A-Z]/.test(name));
  return isReplaced && (after.match(IMPORT) ?? []).flatMap(wordsOf).includes(target[0] ?? '');
}
