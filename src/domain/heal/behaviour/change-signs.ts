import { functionBlock, headedBy, headerAbove, lineAt } from './home';
import { TESTED_COMPARISON, UNUSED, isTestedComparison } from './signs';
import { SPECIAL_CASE, freshLiterals, isSpecialCase, testRows, withoutMessages } from './special-case';
import { tokensOf } from './tokens';

/** Sign against code that asks who runs it. */
const TESTED_LOOK = 'a look at whether tests run';

/** A file of the program before and after a change. */
export interface ChangedFile {
  path: string;
  before: string;
  after: string;
}

/** A line that a change adds or takes away, with its number, from 0. */
export interface ChangedLine {
  line: number;
  text: string;
}

const COMMENT = /(?:^|\s)(?:\/\/|#(?!\[)).*$/;
/** Runners by their names, and what reads the stack of calls. */
const RUNNER =
  /\b(?:pytest|PYTEST_\w+|junit|surefire|testing\.Testing)\b|\bcfg!?\s?\(\s?(?:not\s?\(\s?)?test\b|\b(?:_getframe|currentframe|extract_stack|inspect\.stack|runtime\.Callers?|getStackTrace|StackWalker)\b/;
/** A text that speaks of tests, on a line that reads modules, flags, arguments or variables. */
const TEST_TEXT = /(["'])(?:[^"'\n]{0,80}[^"'\n\w])?_?(?:unit)?tests?(?:ing)?\b[^"'\n]{0,80}\1/;
const READS_SURROUNDINGS = /\b(?:modules|environ|getenv|Getenv|argv|Args|Lookup|getProperty|env)\b/;
/** The sandbox's own reader looks at these, and refuses. */
const READ_ELSEWHERE = /\.[cm]?[jt]sx?$/;
const HOLDS_ALWAYS = /\b(?:return\s{1,9}|=>\s{0,9}|^\s{0,80})(?:true|True)\s{0,9};?\s{0,9}\}?\s{0,9}$/;

/** True where a change brings literals that may be those of tests: whoever has none need not read the tests. */
export function mayHoldAnswers(changed: readonly ChangedFile[]): boolean {
  return freshIn(changed).size > 1;
}

function freshIn(changed: readonly ChangedFile[]): ReadonlySet<string> {
  const all = (of: (file: ChangedFile) => string): string => changed.map(of).join('\n');
  return freshLiterals(
    all(({ path, before }) => parted(path, before).program),
    withoutMessages(all(({ path, after }) => parted(path, after).program)),
  );
}

/** Tests of Rust stand below the program that they test. */
function parted(path: string, text: string): { program: string; tests: string } {
  const at = path.endsWith('.rs') ? text.indexOf('#[cfg(test)]') : -1;
  return at < 0 ? { program: text, tests: '' } : { program: text.slice(0, at), tests: text.slice(at) };
}

/**
 * Signs that a change passes tests for the wrong reason, whoever made it and in whatever language: each speaks of the whole
 * change, where `signsOf` speaks of one edit. `tests`: texts of the tests.
 */
export function signsOfChange(changed: readonly ChangedFile[], tests: readonly string[]): string[] {
  const all = [...tests, ...changed.map(({ path, before }) => parted(path, before).tests)];
  const rows: readonly [string, boolean][] = [
    [SPECIAL_CASE, isSpecialCase(freshIn(changed), () => all.flatMap(testRows))],
    [TESTED_LOOK, changed.some(asksWhoRuns)],
    [TESTED_COMPARISON, changed.some(holdsAlways)],
    [UNUSED, changed.some(leavesUnused)],
  ];
  return rows.flatMap(([sign, matches]) => (matches ? [sign] : []));
}

function asksWhoRuns({ path, before, after }: ChangedFile): boolean {
  if (READ_ELSEWHERE.test(path)) return false;
  const [was, is] = [parted(path, before).program, parted(path, after).program];
  return linesOnlyIn(is, was).some(({ text }) => {
    const code = text.replace(COMMENT, '');
    return RUNNER.test(code) || (READS_SURROUNDINGS.test(code) && TEST_TEXT.test(code));
  });
}

/** A comparison that is new, or that holds for all by now. */
function holdsAlways({ before, after }: ChangedFile): boolean {
  const added = linesOnlyIn(after, before);
  const isNew = new Set(added.flatMap(({ text }) => headedBy(text) ?? []));
  const suspects = added.filter(({ text }) => HOLDS_ALWAYS.test(text) || isNew.size > 0);
  const lines = after.split('\n');
  return suspects.some(({ line, text }) => {
    const home = headerAbove(lines, line)?.name;
    return home !== undefined && isTestedComparison(home) && (HOLDS_ALWAYS.test(text) || isNew.has(home));
  });
}

/** True where a variable of the changed function is only declared by now, and was used before. */
export function leavesUnused({ before, after }: ChangedFile): boolean {
  const removed = linesOnlyIn(before, after);
  const [first] = linesOnlyIn(after, before);
  const [gone] = removed;
  if (!first || !gone) return false;
  const names = new Set(removed.flatMap(({ text }) => wordsOf(text)));
  const was = timesIn(functionBlock(before.split('\n'), gone.line), names);
  const is = functionBlock(after.split('\n'), first.line);
  const now = timesIn(is, names);
  return [...names].some((name) => {
    if ((was.get(name) ?? 0) < 2 || now.get(name) !== 1) return false;
    return isDeclared(name, is.find((line) => wordsOf(line).includes(name)) ?? '');
  });
}

/** True where a function of a language without declared types takes a last value, or makes one, that nothing reads: what is missing may be what it was meant for. */
export function ignoresValue(path: string, text: string, offset: number): boolean {
  if (!UNTYPED.test(path)) return false;
  const block = functionBlock(text.split('\n'), lineAt(text, offset));
  const [header = '', ...body] = block;
  const list = header.slice(header.indexOf('(') + 1, Math.max(0, header.lastIndexOf(')')));
  const parameters = list.split(',').map((one) => one.trim());
  const isPlain =
    parameters.length > 1 && parameters.length < 4 && parameters.every((one) => /^\w+$/.test(one));
  const last = isPlain && !header.includes('__') ? parameters.slice(-1) : [];
  const made = body.flatMap((line) => MADE.exec(line)?.[1] ?? []);
  return [...last, ...made].some((name) =>
    block.every((line) => !wordsOf(line).includes(name) || isOnlyWritten(name, line)),
  );
}

/** Languages whose compilers don't tell of what is unused. */
const UNTYPED = /\.(?:py|[cm]?jsx?)$/;
const MADE = /^\s{0,200}(?:let|var|const)\s{1,9}([\p{L}_$][\p{L}\p{N}_$]{0,80})\s{0,9}(?:=|;|$)/u;

function isOnlyWritten(name: string, line: string): boolean {
  const words = wordsOf(line).filter((word) => word === name).length;
  const tokens = tokensOf(line);
  const at = tokens.indexOf(name);
  return words === 1 && (isDeclared(name, line) || (tokens[at - 1] !== '.' && tokens[at + 1] === '='));
}

/** Lines of a text that another has not, or not as often. */
export function linesOnlyIn(text: string, other: string): ChangedLine[] {
  const known = new Map<string, number>();
  for (const line of other.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return text.split('\n').flatMap((line, number) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left > 0 || line.trim() === '' ? [] : [{ line: number, text: line }];
  });
}

/** Words of a line, also those inside of texts: these may be put together of variables. */
function wordsOf(line: string): string[] {
  return line.replace(COMMENT, '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** How often lines hold each of some words. */
function timesIn(lines: readonly string[], names: ReadonlySet<string>): Map<string, number> {
  const times = new Map<string, number>();
  for (const word of lines.flatMap(wordsOf)) if (names.has(word)) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}

/** True where a line gives a name a value, or takes it as a parameter. */
function isDeclared(name: string, line: string): boolean {
  const tokens = tokensOf(line);
  const at = tokens.indexOf(name);
  const [before = '', next = ''] = [tokens[at - 1], tokens[at + 1]];
  if (before === '.') return false;
  if (['let', 'const', 'var', 'for', 'mut', 'val'].includes(before) || next === 'in' || next === 'of')
    return true;
  if (next === '=' || (next === ':' && tokens[at + 2] === '=')) return true;
  const lists = /\b(?:def|func|fn|function)\b/.test(line)
    ? [line.slice(line.indexOf('('), line.lastIndexOf(')'))]
    : [...line.matchAll(/\(([^()]{0,200})\)[^=()]{0,80}=>/g)].map(([, list = '']) => list);
  return lists.some((list) => tokensOf(list).includes(name));
}
