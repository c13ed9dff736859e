import { folded, isLiteral, isWord, numberText, tokensOf } from './code-lines';

/** Sign of new code that holds inputs of tests together with the expected values, or several expected values. */
export const SPECIAL_CASE = 'special-case';

/** A literal of a test, with the number of calls around it. */
interface Told {
  literal: string;
  depth: number;
  /** Its token: parts of one text are one. */
  token: number;
  /** A text, and not a part of one. */
  isWhole: boolean;
}

/** Literals that belong together in a test: an assertion, or a row of a table. */
export interface TestRow {
  told: readonly Told[];
  /** No call separates inputs from outputs. */
  isTable: boolean;
  /** It expects a common value, such as true or 3: then a special case can hold only the input. */
  isPlain: boolean;
}

/** Values that honest code holds too: small and round numbers, and what is empty. */
const COMMON = /^(?:-?(?:\d|10|100|1000)|"[^"]?"|"\s*")$/;
/** A text that is no value. */
const DIRECTIVE = /^["']use \w{1,20}["']$/;
/** Most lines of one assertion. */
const MOST_LINES = 8;
/** Sum of expected values, or of inputs, of different tests that new code may hold. Strings count more, since numbers recur. */
const MOST_ANSWERS = 2;
/** Lines on which a string is the message of an error: a test that expects it expects no result. */
const MESSAGE = /\b(?:throw|raise|panic!?|Error|Errorf|Exception|errors\.New)\b/;
/** Least characters of such a string, with its quotes; shorter ones are words of any program. */
const LONG = 6;
const MANY_DIGITS = 2;
/** Names of the expected value in a row of a table. */
const EXPECTED = /^(?:want|expected|expect|exp|output|out|result|res)$/i;
const PLAIN = /^(?:[Tt]rue|[Ff]alse|assert(?:True|False)?)$/;
const ORDER = new Set(['<', '<=', '>', '>=']);
const ROUND = new Set(['(', ')']);

/** The rows of a text of tests, in any language. */
export function testRows(text: string): TestRow[] {
  const lines = text.split('\n');
  const rows: TestRow[] = [];
  let at = 0;
  for (const statement of statementsOf(text)) {
    const row = rowOf(statement);
    if (row.told.length > (row.isPlain ? 0 : 1)) rows.push(row);
    const named = namedRow(lines.slice(at, at + MOST_LINES));
    if (named) rows.push(named);
    at += statement.split('\n').length;
  }
  return rows;
}

/** Lines of a text, those of one call together. */
export function statementsOf(text: string): string[] {
  const lines = text.split('\n');
  const statements: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (end - at < MOST_LINES && goesOn(lines.slice(at, end + 1).join('\n'), lines[end + 1])) end += 1;
    statements.push(lines.slice(at, end + 1).join('\n'));
    at = end;
  }
  return statements;
}

/** True if a call is still open at the end, other than one that takes a function or a table. */
function goesOn(text: string, next = ''): boolean {
  if (!/[(,+&|.=]\s*$/.test(text) && !/^\s{0,80}(?:[=!]==?|&&|\|\|)/.test(next)) return false;
  const round = tokensOf(text).filter((token) => ROUND.has(token));
  return round.filter((token) => token === '(').length > round.filter((token) => token === ')').length;
}

function rowOf(text: string): TestRow {
  const tokens = tokensOf(folded(text));
  const told: Told[] = [];
  const open: boolean[] = [];
  let hasCall = false;
  tokens.forEach((token, at) => {
    if (token === '(') {
      const before = tokens[at - 1];
      const isCall = isWord(before) || before === '!' || before === ')' || before === ']';
      hasCall ||= isCall;
      open.push(isCall);
    } else if (token === ')') open.pop();
    else told.push(...toldBy(token, at, open.filter(Boolean).length));
  });
  const isPlain = tokens.some(
    (token) => PLAIN.test(token) || (isLiteral(token) && literalsOf(token).length === 0),
  );
  return { told, isTable: !hasCall || /\beach\b/.test(text), isPlain };
}

/** `name: 'x',` and `want: 'y',` on lines of their own. */
function namedRow(lines: readonly string[]): TestRow | undefined {
  const told: Told[] = [];
  for (const [number, line] of lines.entries()) {
    const tokens = tokensOf(line);
    const [key = ''] = tokens;
    const word = key.replaceAll(/["'`]/g, '');
    if (tokens[1] !== ':' && tokens[1] !== '=') break;
    const depth = EXPECTED.test(word) ? 0 : 1;
    told.push(...tokens.slice(2).flatMap((token, at) => toldBy(token, number * 1_000 + at, depth)));
  }
  return told.some(({ depth }) => depth === 0) && told.some(({ depth }) => depth === 1)
    ? { told, isTable: false, isPlain: false }
    : undefined;
}

function toldBy(token: string, place: number, depth: number): Told[] {
  return literalsOf(token).map((literal, at) => ({
    literal,
    depth,
    token: place,
    isWhole: at === 0 && literal.startsWith('"'),
  }));
}

/** The uncommon literals of a token, with those inside of strings: `'12,25'` holds 12 and 25. */
function literalsOf(token: string): string[] {
  if (!isLiteral(token) || DIRECTIVE.test(token)) return [];
  const isText = /^["'`]/.test(token);
  const found = isText
    ? [JSON.stringify(token.slice(1, -1)), ...partsOf(token.slice(1, -1))]
    : [numberText(Number(token.replaceAll('_', '')))];
  return found.filter((literal) => !COMMON.test(literal));
}

function partsOf(text: string): string[] {
  const parts = text.match(/-?\d+(?:\.\d+)?|\p{L}[\p{L}\p{N}_]*/gu) ?? [];
  if (parts.length < 2 || parts.length > 12) return [];
  return parts.map((part) => (/^-?\d/.test(part) ? numberText(Number(part)) : JSON.stringify(part)));
}

/** Literals of `after` that `before` does not hold. Patterns count as strings. */
export function freshLiterals(before: string, after: string): ReadonlySet<string> {
  const of = (text: string): string[] => {
    const tokens = tokensOf(
      folded(text.replaceAll(/\/(\^?[\w ,.-]{2,200})\$?\//g, (_, pattern: string) => `'${pattern}'`)),
    );
    const limits = limitsIn(tokens);
    return tokens.flatMap((token) => (limits.has(token) ? [] : literalsOf(token)));
  };
  const known = new Set(of(before));
  return new Set(of(after).filter((literal) => !known.has(literal)));
}

/** Numbers that occur once, as a limit: a test at the limit holds it too. The same number twice would be a special case. */
function limitsIn(tokens: readonly string[]): ReadonlySet<string> {
  const limits = new Set<string>();
  const seen = new Set<string>();
  tokens.forEach((token, at) => {
    if (!/^\d/.test(token)) return;
    const isLimit = ORDER.has(tokens[at - 1] ?? '') || ORDER.has(tokens[at + 1] ?? '');
    if (isLimit && !seen.has(token)) limits.add(token);
    else limits.delete(token);
    seen.add(token);
  });
  return limits;
}

/** A text without the messages of its errors. */
export function withoutMessages(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      MESSAGE.test(line)
        ? tokensOf(line)
            .filter((token) => !/^["'`]/.test(token))
            .join(' ')
        : line,
    )
    .join('\n');
}

/** True if literals are those of tests: the input and the expected value of one, or the expected values of several. */
export function isSpecialCase(fresh: ReadonlySet<string>, rows: () => readonly TestRow[]): boolean {
  if (fresh.size < 2) return false;
  const answers = new Map<string, number>();
  for (const { told, isTable, isPlain } of rows()) {
    const held = told.filter(({ literal }) => fresh.has(literal));
    const [first] = held;
    if (!first) continue;
    const other = held.some(
      ({ literal, depth, token }) =>
        literal !== first.literal && token !== first.token && (isTable || depth !== first.depth),
    );
    if (other) return true;
    const isInput = isPlain && told.every(({ depth }) => depth <= first.depth);
    const answer = held.find((one) => isOutermost(one, told)) ?? first;
    if (isInput || told.some(({ depth }) => depth > answer.depth) || isOutermost(answer, told))
      answers.set(answer.literal, answer.literal.length >= (answer.isWhole ? LONG : MANY_DIGITS) ? 1.5 : 1);
  }
  return [...answers.values()].reduce((sum, one) => sum + one, 0) > MOST_ANSWERS;
}

/** True if a row expects one of the literals. */
export function isExpected({ told }: TestRow, literals: ReadonlySet<string>): boolean {
  return told.some((one) => literals.has(one.literal) && isOutermost(one, told));
}

function isOutermost({ depth }: Told, told: readonly Told[]): boolean {
  return told.every((other) => other.depth >= depth);
}
