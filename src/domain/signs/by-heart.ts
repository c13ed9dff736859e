import { isLiteral, isWord, linesOnlyIn, tokensOf, type ChangedFile } from './code-lines';
import { statementsOf } from './special-case';

/** Sign against new code that holds whole rows of its tests: what goes in, and right behind it what is to come out. */
export const BY_HEART = 'by-heart';

/** A row of a test: all literals in their order, small numbers and truths among them. */
interface WholeRow {
  given: readonly string[];
  wanted: readonly string[];
}

const BETWEEN = '\u0001';
/** Weight that the literals of held rows have together, at least: two rows of small numbers are found in honest tables too. */
const LEAST_WEIGHT = 6;
/** Literals that say little, and the weight of others. */
const SMALL = /^(?:\d|true|false|null|"[^"]?")$/;
const WEIGHT = 1.5;
const LEAST_ROWS = 2;
/** Weight of a single row that says as much as two. */
const LONG_ROW = 10;
/** Answers in a row that code holds without what goes in. */
const MOST_ANSWERS = 6;
const LEAST_ANSWERS = 4;
const TRUTHS: Readonly<Record<string, string>> = {
  ...{ true: 'true', True: 'true', false: 'false', False: 'false' },
  ...{ null: 'null', None: 'null', nil: 'null', undefined: 'null' },
};
/** A tolerance: `< 1e-6`. */
const LIMIT = /<=? ?\d[\d.]{0,20}(?:e-?\d{1,3})?/g;
const TITLE = /\b(?:test|it|describe)\(\s{0,9}(["'`])[^\n]{0,200}?\1\s{0,9},/g;

/** True where a change answers tests by heart: it holds at least half of the rows of a test, or their answers in their order. */
export function isByHeart(changed: readonly ChangedFile[], tests: readonly string[]): boolean {
  const added = changed
    .map(({ before, after }) => linesOnlyIn(after, before).map(({ text }) => text))
    .map((lines) => literalsIn(tokensOf(lines.join('\n'))).map(({ literal }) => literal))
    .filter((literals) => literals.length >= 2 * LEAST_ROWS);
  const code = added.map(joined).join('');
  return added.length > 0 && tests.some((test) => isHeld(code, wholeRows(test)));
}

function isHeld(code: string, rows: readonly WholeRow[]): boolean {
  const held = new Set<string>();
  const all = new Set<string>();
  let weight = 0;
  for (const { given, wanted } of rows) {
    const row = joined([...given, ...wanted]);
    if (!held.has(row) && !all.has(row) && code.includes(row)) {
      held.add(row);
      weight += weightOf([...given, ...wanted]);
    }
    all.add(row);
  }
  const least = held.size >= LEAST_ROWS ? LEAST_WEIGHT : LONG_ROW;
  if (held.size > 0 && weight >= least && held.size * 2 >= all.size) return true;
  const answers = rows.slice(0, MOST_ANSWERS).flatMap(({ wanted }) => wanted);
  return (
    rows.length >= LEAST_ANSWERS - 1 && answers.length >= LEAST_ANSWERS && code.includes(joined(answers))
  );
}

function weightOf(literals: readonly string[]): number {
  return literals.reduce((sum, literal) => sum + (SMALL.test(literal) ? 1 : WEIGHT), 0);
}

/** Rows of a text of tests, in any language, that name both what goes in and what comes out. */
function wholeRows(text: string): WholeRow[] {
  return statementsOf(text)
    .map(rowIn)
    .filter(({ given, wanted }) => given.length > 0 && wanted.length > 0);
}

function rowIn(statement: string): WholeRow {
  const found = literalsIn(tokensOf(statement.replaceAll(TITLE, '(').replaceAll(LIMIT, '')));
  const least = found.reduce((least, { calls }) => Math.min(least, calls), Infinity);
  const isTable = found.every(({ calls }) => calls === least);
  const last = found.reduce((last, { element }) => Math.max(last, element), -1);
  const isWanted = ({ calls, element }: Placed): boolean => (isTable ? element === last : calls === least);
  const part = (wanted: boolean): string[] =>
    found.filter((one) => isWanted(one) === wanted).map(({ literal }) => literal);
  return { given: part(false), wanted: part(true) };
}

/** A literal, with the calls around it, and its element of the outermost brackets. */
interface Placed {
  literal: string;
  calls: number;
  element: number;
}

function literalsIn(tokens: readonly string[]): Placed[] {
  const found: Placed[] = [];
  const open: boolean[] = [];
  let element = 0;
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    if (token === '(' || token === '[' || token === '{')
      open.push(token === '(' && (isWord(before) || before === ')' || before === ']'));
    else if (token === ')' || token === ']' || token === '}') open.pop();
    else if (token === ',' && open.length === 1) element += 1;
    else
      for (const literal of literalsOf(token))
        found.push({ literal, calls: open.filter(Boolean).length, element });
  });
  return found;
}

/** The literals of a token: texts that hold a list stand for what is in it. */
function literalsOf(token: string): string[] {
  const truth = Object.hasOwn(TRUTHS, token) ? TRUTHS[token] : undefined;
  if (truth !== undefined) return [truth];
  if (!isLiteral(token)) return [];
  if (!/^["'`]/.test(token)) return [String(Number(token.replaceAll('_', '')))];
  const text = token.slice(1, -1);
  if (!/^[[({]/.test(text)) return [`"${text}"`];
  const inner = literalsIn(tokensOf(text.replaceAll('\\"', '"').replaceAll("\\'", "'")));
  return inner.length === 0 ? [`"${text}"`] : inner.map(({ literal }) => literal);
}

function joined(literals: readonly string[]): string {
  return literals.length === 0 ? '' : `${BETWEEN}${literals.join(BETWEEN)}${BETWEEN}`;
}
