import { functionAt, functionBlock } from './home';
import { TESTED_COMPARISON, UNUSED, isTestedComparison } from './signs';
import { SPECIAL_CASE, freshLiterals, isSpecialCase, testRows } from './special-case';
import { isWord, tokensOf } from './tokens';

/** Sign against code that asks who runs it. */
export const TESTED_LOOK = 'a look at whether tests run';

/** A file of the program before and after a change. */
export interface ChangedFile {
  path: string;
  before: string;
  after: string;
}

/** A line that a change adds or takes away: its offset in the text. */
interface ChangedLine {
  at: number;
  text: string;
}

const HEADER = /\b(?:def|func|fn|function|class)\b|[)\w]\s*\{\s*$/;
const COMMENT = /(?:^|\s)(?:\/\/|#(?!\[)).*$/;
/** Runners by their names, texts that speak of tests, and what reads the stack of calls. */
const ASKS_WHO_RUNS =
  /\b(?:pytest|unittest|doctest|PYTEST_\w+|junit|surefire|testing\.Testing)\b|\bcfg!?\s?\(\s?(?:not\s?\(\s?)?test\b|(["'])(?:[^"'\n]{0,80}[^"'\n\w])?_?tests?(?:ing)?\b[^"'\n]{0,80}\1|\b(?:_getframe|currentframe|extract_stack|inspect\.stack|runtime\.Callers?|getStackTrace|StackWalker)\b/;
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
    all(({ path, after }) => parted(path, after).program),
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
  return linesOnlyIn(is, was).some(({ text }) => ASKS_WHO_RUNS.test(text.replace(COMMENT, '')));
}

/** A comparison that is new, or that holds for all by now. */
function holdsAlways({ before, after }: ChangedFile): boolean {
  const added = linesOnlyIn(after, before);
  return added.some(({ at, text }) => {
    const home = functionAt(after, at);
    if (home === undefined || !isTestedComparison(home)) return false;
    return (
      HOLDS_ALWAYS.test(text) || added.some((line) => HEADER.test(line.text) && line.text.includes(home))
    );
  });
}

/** True where a variable of the changed function is only declared by now, and was used before. */
export function leavesUnused({ path, before, after }: ChangedFile): boolean {
  const removed = linesOnlyIn(before, after);
  const added = linesOnlyIn(after, before);
  const place = added[0]?.at;
  if (place === undefined) return false;
  const words = (lines: readonly ChangedLine[]) => lines.flatMap(({ text }) => tokensOf(text).filter(isWord));
  const kept = words(added);
  const lost = new Set(words(removed).filter((word) => !takeOne(kept, word)));
  const [was, is] = [functionBlock(before, removed[0]?.at ?? 0), functionBlock(after, place)];
  const isLost = [...lost].some((name) => {
    const [left = '', ...others] = occurrences(is, name);
    return occurrences(was, name).length > 1 && others.length === 0 && isDeclared(name, left);
  });
  return isLost || (UNTYPED.test(path) && staysUnused(is));
}

/** Languages whose compilers don't tell of what is unused, and whose lists of parameters hold names first. */
const UNTYPED = /\.(?:py|[cm]?[jt]sx?)$/;

/** True where a function takes or makes a value that nothing reads: what is missing may be what it was meant for. */
function staysUnused(block: readonly string[]): boolean {
  const [header = '', ...body] = block;
  const parameters = header.slice(header.indexOf('(') + 1, Math.max(0, header.lastIndexOf(')')));
  const made = body.flatMap((line) => MADE.exec(line)?.[1] ?? []);
  return [
    ...tokensOf(parameters).filter((token, at, all) => isParameter(token, all[at - 1], all[at + 1])),
    ...made,
  ].some((name) => occurrences(block, name).every((line) => isOnlyWritten(name, line)));
}

const MADE = /^\s{0,200}(?:let|var|const)\s{1,9}([\p{L}_$][\p{L}\p{N}_$]{0,80})\s{0,9}(?:=|;|$)/u;

/** A name that stands for itself in a list of parameters. */
function isParameter(token: string, previous: string | undefined, next: string | undefined): boolean {
  const isName = isWord(token) && !token.startsWith('_') && !['self', 'this', 'cls'].includes(token);
  return (
    isName &&
    (previous === undefined || previous === ',') &&
    (next === undefined || [',', ':'].includes(next))
  );
}

function isOnlyWritten(name: string, line: string): boolean {
  const tokens = tokensOf(line);
  const at = tokens.indexOf(name);
  return (
    isDeclared(name, line) ||
    (tokens[at - 1] !== '.' && tokens[at + 1] === '=' && tokens.lastIndexOf(name) === at)
  );
}

/** True where a list held a word; it holds it once less then. */
function takeOne(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

/** Lines of a text that another has not, or not as often. */
export function linesOnlyIn(text: string, other: string): ChangedLine[] {
  const known = new Map<string, number>();
  for (const line of other.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  let at = 0;
  return text.split('\n').flatMap((line) => {
    const here = at;
    at += line.length + 1;
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left > 0 || line.trim() === '' ? [] : [{ at: here, text: line }];
  });
}

/** Lines of a text that hold a name, once for each time. */
function occurrences(lines: readonly string[], name: string): string[] {
  return lines.flatMap((line) =>
    tokensOf(line.replace(COMMENT, '')).flatMap((token) => (token === name ? [line] : [])),
  );
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
