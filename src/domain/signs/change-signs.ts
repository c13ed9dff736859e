import { answersInput, BY_HEART, holdsInputs, isByHeart, mayBeByHeart } from './by-heart';
import {
  depthOf,
  functionBlock,
  headedBy,
  headerAbove,
  lineAt,
  linesOnlyIn,
  mirroredCondition,
  onceOf,
  startsAlike,
  wordsOf,
  type ChangedFile,
  type FunctionHeader,
  type Matches,
  tokensOf,
} from './code-lines';
import { codeOnly } from '../verification/integrity/code-text';
import type { FoundSign, Place, Sign } from './sign';
import { MIRRORED, TESTED_COMPARISON, UNUSED, isTestedComparison } from './edit-signs';
import { surroundingSigns } from './surroundings';
import {
  SPECIAL_CASE,
  freshLiterals,
  isExpected,
  isSpecialCase,
  testRows,
  withoutMessages,
  type TestRow,
} from './special-case';

/** Sign of code that answers an error with a number that a test expects. */
const SWALLOWED = 'answered-error';
/** Sign of code that tells inputs apart by several numbers, such as their lengths. */
const PICKED = 'number-cases';
const MOST_PICKED = 2;
const HANDLER = /^\s{0,200}(?:\}\s{0,9})?(?:except|catch|rescue)\b/;
const ANSWER = /\breturn\s{1,9}-?\d[\d.]{0,40}\s{0,9};?$/;
/** A comparison function of Python that a class or a table holds as a value. */
const HELD_COMPARISON = /\b__(?:eq|ne)__["']?\s{0,3}[=:](?!=)/;
const HOLDS_ALWAYS = /\b(?:return\s{1,9}|=>\s{0,9}|^\s{0,80})(?:true|True)\s{0,9};?\s{0,9}\}?\s{0,9}$/;

/** True if a change brings literals that tests may hold; without any the tests need not be read. */
export function mayHoldAnswers(changed: readonly ChangedFile[]): boolean {
  const programs = changed.map(programOf);
  return freshIn(programs).size > 0 || mayBeByHeart(programs);
}

function freshIn(changed: readonly ChangedFile[]): ReadonlySet<string> {
  const all = (of: (file: ChangedFile) => string): string => changed.map(of).join('\n');
  return freshLiterals(
    all(({ before }) => before),
    withoutMessages(all(({ after }) => after)),
  );
}

/** The code of a file, without comments and without the tests that Rust has in it. */
function programOf({ path, before, after }: ChangedFile): ChangedFile {
  return { path, before: partsOf(path, before).program, after: partsOf(path, after).program };
}

/** True if a change edits code of a program, and not its comments, its layout or the tests that Rust has in it alone. */
export function changesProgram(changed: readonly ChangedFile[]): boolean {
  return changed.map(programOf).some(({ path, before, after }) => {
    const [was, now] = [before, after].map((code) => meaningOf(path, code));
    return was !== now;
  });
}

/** Tokens of code; of Python with the depth of each line. */
function meaningOf(path: string, code: string): string {
  if (!/\.pyw?$/.test(path)) return tokensOf(code).join('\0');
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => [depthOf(line), ...tokensOf(line)].join('\0')).join('\n');
}

/** A module of Rust that only tests have; what else is left out of a build is a part of the program. */
const TEST_MODULE =
  /#\[cfg\(test\)\]\s{0,200}(?:#\[[^\]\n]{0,200}\]\s{0,200}){0,5}(?:pub\s{1,9})?mod\s{1,9}\w{1,80}\s{0,200}[{;]/g;

function partsOf(path: string, text: string): { program: string; tests: string } {
  const code = codeOnly(path, text, TEXT);
  if (!path.endsWith('.rs')) return { program: code, tests: '' };
  const bare = codeOnly(path, text);
  let program = '';
  let tests = '';
  let from = 0;
  for (const { index, 0: head } of bare.matchAll(TEST_MODULE)) {
    if (index < from) continue;
    const opened = index + head.length;
    const end = head.endsWith(';') ? opened : blockEnd(bare, opened);
    // Each line stays where it was.
    program += code.slice(from, index) + code.slice(index, end).replace(/[^\n]/g, '');
    tests += text.slice(index, end);
    from = end;
  }
  return { program: program + code.slice(from), tests };
}

/** Begin of a text, which is a part of the code. */
const TEXT = /^(?:["'`]|r#*")/;

/** End of the block whose brace was opened before an offset. */
function blockEnd(bare: string, from: number): number {
  let depth = 1;
  for (let at = from; at < bare.length; at += 1) {
    if (bare[at] === '{') depth += 1;
    else if (bare[at] === '}' && --depth === 0) return at + 1;
  }
  return bare.length;
}

/**
 * Signs that a change passes tests for the wrong reason, in any language. Each is a sign of the whole change, where
 * `signsOf` reads one edit. `tests`: texts of the tests; `isAsked`: people asked for the change in words.
 */
export function signsOfChange(
  changed: readonly ChangedFile[],
  tests: readonly string[],
  isAsked = false,
): FoundSign[] {
  const all = [...tests, ...changed.map(({ path, before }) => partsOf(path, before).tests)];
  const programs = changed.map(programOf);
  const rowsIn = onceOf((texts: readonly string[]) => texts.flatMap(testRows));
  const newIn = onceOf(freshIn);
  const isSpecial: Matches = (files, texts) =>
    isSpecialCase(newIn(files), () => rowsIn(texts)) ||
    holdsInputs(files, texts) ||
    (!isAsked && answersInput(files, texts));
  const signs: readonly [Sign, Matches][] = [
    [SPECIAL_CASE, isSpecial],
    [BY_HEART, isByHeart],
    [SWALLOWED, (files, texts) => files.some((file) => swallows(file, () => rowsIn(texts)))],
    [PICKED, (files, texts) => !isAsked && picksNumbers(files, newIn(files)) && !isSpecial(files, texts)],
    ...surroundingSigns(isAsked),
    [TESTED_COMPARISON, (files) => files.some(holdsAlways)],
    [UNUSED, (files) => files.some(unusedIn)],
    [MIRRORED, (files) => !isAsked && files.some(changesOneBranch)],
  ];
  const found = signs.filter(([, matches]) => matches(programs, all));
  return found
    .filter(([sign], at) => found.findIndex(([one]) => one === sign) === at)
    .map(([sign, matches]) => ({ sign, place: () => placeOf(matches, programs, all) }));
}

/** A change of more lines rewrites what it is in. */
const MOST_IN_BRANCH = 40;

/** True if a change edits one of two mirrored branches, and not the other. A branch that it adds is no edited one. */
function changesOneBranch({ before, after }: ChangedFile): boolean {
  const lines = after.split('\n');
  const startOf = (line: number): number => lines.slice(0, line).join('\n').length + 1;
  const changed = linesOnlyIn(after, before);
  if (changed.length > MOST_IN_BRANCH) return false;
  const conditions = changed.flatMap(({ line }) => {
    const one = mirroredCondition(after, startOf(line));
    return one === undefined ? [] : [{ one, home: headerAbove(lines, line)?.line }];
  });
  const was = before.split('\n');
  const gone = linesOnlyIn(before, after).map(({ text }) => text);
  return conditions.some(
    ({ one, home }) =>
      // A branch on one line is edited where it takes the place of another.
      (was.includes(one) || gone.some((line) => startsAlike(one, line))) &&
      conditions.every((other) => other.home !== home || other.one === one),
  );
}

/** The fewest tests beside which a change has a sign, found by halves: each test is read a few times at most. */
function enoughOf(
  matches: Matches,
  programs: readonly ChangedFile[],
  tests: readonly string[],
): readonly string[] {
  if (tests.length < 2) return tests;
  const middle = Math.ceil(tests.length / 2);
  const half = [tests.slice(0, middle), tests.slice(middle)].find((some) => matches(programs, some));
  return half ? enoughOf(matches, programs, half) : tests;
}

/** New line that completes a sign: without it and the new ones behind it the change does not have the sign. */
function placeOf(matches: Matches, programs: readonly ChangedFile[], tests: readonly string[]): Place {
  const judged = enoughOf(matches, programs, tests);
  const added = programs.flatMap((file, at) =>
    linesOnlyIn(file.after, file.before).map(({ line }) => ({ at, path: file.path, line: line + 1 })),
  );
  const hasFirst = (count: number): boolean => {
    const last = added[count - 1];
    return matches(
      programs.map(({ path, before, after }, at) => {
        if (!last || at > last.at) return { path, before, after: before };
        if (at < last.at) return { path, before, after };
        const later = new Set(added.slice(count).flatMap((one) => (one.at === at ? [one.line] : [])));
        const kept = after.split('\n').filter((_, index) => !later.has(index + 1));
        return { path, before, after: kept.join('\n') };
      }),
      judged,
    );
  };
  let [least, most] = [1, added.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (hasFirst(middle)) most = middle;
    else least = middle + 1;
  }
  const { path, line } = added[least - 1] ?? { path: programs[0]?.path ?? '', line: 1 };
  return { path, line };
}

/** True if new code compares something with several numbers. */
function picksNumbers(programs: readonly ChangedFile[], fresh: ReadonlySet<string>): boolean {
  if (fresh.size <= MOST_PICKED) return false;
  const tokens = programs.flatMap(({ before, after }) =>
    linesOnlyIn(after, before).flatMap(({ text }) => tokensOf(text)),
  );
  const picked = tokens.filter((token, at) => /^={2,3}$/.test(tokens[at - 1] ?? '') && /^\d\d/.test(token));
  return new Set(picked.filter((token) => fresh.has(String(Number(token))))).size > MOST_PICKED;
}

/** True if a new error handler returns a number that a test expects. Texts are honest there: they name the error. */
function swallows({ before, after }: ChangedFile, rows: () => readonly TestRow[]): boolean {
  const lines = after.split('\n');
  const answers = linesOnlyIn(after, before).filter(({ line, text }) => {
    if (!ANSWER.test(text)) return false;
    const above = lines.slice(0, line).findLast((one) => one.trim() !== '' && depthOf(one) < depthOf(text));
    return HANDLER.test(above ?? '');
  });
  const numbers = freshLiterals('', answers.map(({ text }) => text).join('\n'));
  return numbers.size > 0 && rows().some((row) => isExpected(row, numbers));
}

/** True if a comparison function is new, or is always true now. */
function holdsAlways({ before, after }: ChangedFile): boolean {
  const added = linesOnlyIn(after, before);
  const isNew = new Set(added.flatMap(({ text }) => headedBy(text) ?? []));
  if (added.some(({ text }) => HELD_COMPARISON.test(text))) return true;
  const suspects = added.filter(({ text }) => HOLDS_ALWAYS.test(text) || isNew.size > 0);
  const lines = after.split('\n');
  return suspects.some(({ line, text }) => {
    const header = headerOf(lines, line);
    if (!header || !isTestedComparison(header.name) || !isMethod(header, lines)) return false;
    return isNew.has(header.name) || (HOLDS_ALWAYS.test(text) && !isConditional(lines, header, line));
  });
}

/** The function that begins on a line, or is around it. */
function headerOf(lines: readonly string[], line: number): FunctionHeader | undefined {
  const text = lines[line] ?? '';
  const name = headedBy(text);
  return name === undefined ? headerAbove(lines, line) : { name, line, depth: depthOf(text) };
}

/** True for a function that belongs to a type: tests compare objects by it, whoever calls it. */
function isMethod({ line, depth }: FunctionHeader, lines: readonly string[]): boolean {
  return depth > 0 || /^func \(|\bprototype\b/.test(lines[line] ?? '');
}

/** True for a line that runs only under a condition of its function. */
function isConditional(
  lines: readonly string[],
  { line: first, depth }: FunctionHeader,
  line: number,
): boolean {
  if (/^\s{0,200}(?:\}\s{0,9})?(?:else|if|elif|case|when)\b/.test(lines[line] ?? '')) return true;
  const own = depthOf(lines[line] ?? '');
  return lines
    .slice(first + 1, line)
    .some((one) => one.trim() !== '' && depthOf(one) > depth && depthOf(one) < own);
}

/** True if a variable of the changed function was used before and is only declared now. */
export function leavesUnused(changed: ChangedFile): boolean {
  return unusedIn(programOf(changed));
}

function unusedIn({ before, after }: ChangedFile): boolean {
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

/** True if a function has a last parameter or a variable that nothing reads, in a language whose compiler does not report it: the missing code may use it. */
export function ignoresValue(path: string, text: string, offset: number): boolean {
  if (!UNTYPED.test(path)) return false;
  const block = functionBlock(codeOnly(path, text, TEXT).split('\n'), lineAt(text, offset));
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

/** Languages whose compilers don't report unused variables. */
const UNTYPED = /\.(?:py|[cm]?jsx?)$/;
const MADE = /^\s{0,200}(?:let|var|const)\s{1,9}([\p{L}_$][\p{L}\p{N}_$]{0,80})\s{0,9}(?:=|;|$)/u;

function isOnlyWritten(name: string, line: string): boolean {
  const words = wordsOf(line).filter((word) => word === name).length;
  const tokens = tokensOf(line);
  const at = tokens.indexOf(name);
  return words === 1 && (isDeclared(name, line) || (tokens[at - 1] !== '.' && tokens[at + 1] === '='));
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
