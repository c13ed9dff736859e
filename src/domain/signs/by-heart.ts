import { folded, isLiteral, isWord, linesOnlyIn, numberText, tokensOf, type ChangedFile } from './code-lines';
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
/** The same, where no row is left out. */
const LEAST_OF_ALL = 5;
/** Literals that say little, and the weight of others. */
const SMALL = /^(?:\d|true|false|null|"[^"]?")$/;
const WEIGHT = 1.5;
const LEAST_ROWS = 2;
/** Literals of a file's new lines, at least: fewer are no answers. */
const LEAST_LITERALS = 3;
/** Weight of a single row that says as much as two. */
const LONG_ROW = 10;
/** Rows of a test whose answers are looked for one after the other, without their inputs, at most. */
const MOST_ANSWERS = 5;
/** Answers that code holds one after the other, at least. */
const LEAST_ANSWERS = 4;
/** Weight and number of the answers that a list holds in their order, together. */
const LEAST_LISTED = 6.5;
/** Rows whose inputs alone code holds, and the literals of such an input, at least. */
const LEAST_INPUTS = 3;
const LONG_INPUT = 4;
/** Tokens of a list of literals. */
const LISTED = new Set([',', '-', '[', ']', '(', ')', '{', '}']);
const ASSERTS = /\b(?:assert|expect|should)|[=!]==?\s/;
/** Tokens of an assertion behind which the answer stands. */
const COMPARES = /^(?:===?|is|should|to[A-Z]\w{0,40})$/;
const TRUTHS: Readonly<Record<string, string>> = {
  ...{ true: 'true', True: 'true', false: 'false', False: 'false' },
  ...{ null: 'null', None: 'null', nil: 'null', undefined: 'null' },
};
/** A tolerance: `< 1e-6`. */
const LIMIT = /<=? ?\d[\d.]{0,20}(?:e-?\d{1,3})?/g;
const TITLE = /\b(?:test|it|describe)\(\s{0,9}(["'`])[^\n]{0,200}?\1\s{0,9},/g;

/** Literals of the new lines of a change in their order, and of each list that they hold. */
interface Held {
  code: string;
  lists: string;
}

/** True where a change answers tests by heart: it holds at least half of the rows of a test, or their answers in their order. */
export function isByHeart(changed: readonly ChangedFile[], tests: readonly string[]): boolean {
  const held = heldBy(changed);
  return held.code !== '' && tests.some((test) => holdsRows(held.code, test) || holdsAnswers(held, test));
}

/** True where new lines hold literals enough to be answers, though each may be one of any program, or compare with one and answer one. */
export function mayBeByHeart(changed: readonly ChangedFile[]): boolean {
  return heldBy(changed).code !== '' || changed.some((file) => pairsIn(file).length > 0);
}

/** True where a change holds long inputs of at least half of the rows of a test. */
export function holdsInputs(changed: readonly ChangedFile[], tests: readonly string[]): boolean {
  const { code } = heldBy(changed);
  return tests.some((test) => {
    const long = rowsOf(test).filter(({ given }) => given.length >= LONG_INPUT);
    const inputs = [...new Set(long.map(({ given }) => joined(given)))];
    const held = inputs.filter((input) => code.includes(input)).length;
    return held >= LEAST_INPUTS && held * 2 >= inputs.length;
  });
}

/** Values that honest code compares with and answers: first terms, and what is empty. */
const FIRST_TERMS = /^(?:[0-2]|true|false|null|"")$/;
const EQUALS = /^={2,3}$/;
const GIVES = new Set(['return', '?', '=>', ':']);
/** Tokens behind a comparison in which its answer stands. */
const NEAR = 6;

/** True where new code compares something with the only literal that goes into a test, and answers what the test expects: `n === 8 ? 21 : …`. */
export function answersInput(changed: readonly ChangedFile[], tests: readonly string[]): boolean {
  const pairs = new Set(changed.flatMap(pairsIn));
  if (pairs.size === 0) return false;
  return tests
    .flatMap(rowsOf)
    .some(
      ({ given, wanted }) =>
        given.length === 1 && wanted.length === 1 && pairs.has(joined([...given, ...wanted])),
    );
}

/** Literals that new code compares with, each with the literal that is the answer then. */
function pairsIn(file: ChangedFile): string[] {
  const tokens = addedTokens(file);
  return tokens.flatMap((token, at) => {
    if (!EQUALS.test(token)) return [];
    const input = [tokens[at + 1], tokens[at - 1]].find(isLiteral);
    const behind = tokens.slice(at + 1, at + 1 + NEAR);
    const gives = behind.findIndex((one) => GIVES.has(one));
    // `21 if n == 8 else …`
    const ahead = tokens[at - 2] === 'if' ? tokens[at - 3] : undefined;
    const given = gives < 0 ? [] : behind.slice(gives + 1, gives + 3);
    const answer = [ahead, ...given].find(isLiteral);
    if (input === undefined || answer === undefined) return [];
    const pair = [...literalsOf(input), ...literalsOf(answer)];
    return pair.every((one) => FIRST_TERMS.test(one)) ? [] : [joined(pair)];
  });
}

function addedTokens({ before, after }: ChangedFile): string[] {
  const lines = linesOnlyIn(after, before).map(({ text }) => text);
  return tokensOf(lines.join('\n'));
}

function heldBy(changed: readonly ChangedFile[]): Held {
  const added = changed
    .map(addedTokens)
    .filter((tokens) => tokens.flatMap(literalsOf).length >= LEAST_LITERALS);
  return {
    code: added.map((tokens) => joined(tokens.flatMap(literalsOf))).join(''),
    lists: added.flatMap(listsIn).map(joined).join(''),
  };
}

/** Literals between which nothing but commas and brackets stands. */
function listsIn(tokens: readonly string[]): string[][] {
  const lists: string[][] = [[]];
  for (const token of tokens) {
    const found = literalsOf(token);
    if (found.length > 0) lists.at(-1)?.push(...found);
    else if (!LISTED.has(token)) lists.push([]);
  }
  return lists;
}

function holdsRows(code: string, test: string): boolean {
  const held = new Set<string>();
  const all = new Set<string>();
  let weight = 0;
  for (const { given, wanted } of rowsOf(test)) {
    if (given.length === 0 || wanted.length === 0) continue;
    const row = joined([...given, ...wanted]);
    if (!all.has(row) && code.includes(row)) {
      held.add(row);
      weight += weightOf([...given, ...wanted]);
    }
    all.add(row);
  }
  const several = held.size === all.size ? LEAST_OF_ALL : LEAST_WEIGHT;
  const least = held.size >= LEAST_ROWS ? several : LONG_ROW;
  return held.size > 0 && weight >= least && held.size * 2 >= all.size;
}

/** True where code holds the answers of a test in their order, each row once: in a list, or many of them in any form. */
function holdsAnswers({ code, lists }: Held, test: string): boolean {
  const rows = new Map(rowsOf(test).map((row) => [joined([...row.given, BETWEEN, ...row.wanted]), row]));
  const [first, ...others] = [...rows.values()]
    .filter(({ wanted }) => wanted.length > 0)
    .slice(0, MOST_ANSWERS);
  if (!first) return false;
  const answers = [first, ...others].flatMap(({ wanted }) => wanted);
  // A list that is the answer of a single row may be a list that the program is asked for.
  if (others.length === 0 && weightOf(first.given) < weightOf(answers)) return false;
  const told = joined(answers);
  if (others.length > 1 && answers.length >= LEAST_ANSWERS && code.includes(told)) return true;
  return weightOf(answers) + 1 + others.length >= LEAST_LISTED && lists.includes(told);
}

function weightOf(literals: readonly string[]): number {
  return literals.reduce((sum, literal) => sum + (SMALL.test(literal) ? 1 : WEIGHT), 0);
}

/** Rows of a text of tests, in any language. Assertions may have none but an answer. */
function rowsOf(text: string): WholeRow[] {
  return statementsOf(folded(text)).flatMap((statement) => {
    const row = rowIn(statement);
    return row.given.length > 0 || ASSERTS.test(statement) ? [row] : [];
  });
}

function rowIn(statement: string): WholeRow {
  const found = literalsIn(tokensOf(statement.replaceAll(TITLE, '(').replaceAll(LIMIT, '')));
  const least = found.reduce((least, { calls }) => Math.min(least, calls), Infinity);
  const isTable = found.every(({ calls }) => calls === least);
  const last = found.reduce((last, { element }) => Math.max(last, element), -1);
  const isCompared = found.some(({ isBehind }) => isBehind !== undefined);
  const isWanted = ({ calls, element, isBehind }: Placed): boolean =>
    isTable ? (isCompared ? isBehind === true : element === last) : calls === least;
  const part = (wanted: boolean): string[] =>
    found.filter((one) => isWanted(one) === wanted).map(({ literal }) => literal);
  return { given: part(false), wanted: part(true) };
}

/** A literal, with the calls around it, and its element of the outermost brackets. */
interface Placed {
  literal: string;
  calls: number;
  element: number;
  /** It stands behind the sign of a comparison; undefined: there is none. */
  isBehind?: boolean;
}

function literalsIn(tokens: readonly string[]): Placed[] {
  const found: Placed[] = [];
  const open: boolean[] = [];
  const compared = tokens.findIndex((token) => COMPARES.test(token));
  let element = 0;
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    if (token === '(' || token === '[' || token === '{')
      open.push(token === '(' && (isWord(before) || before === ')' || before === ']'));
    else if (token === ')' || token === ']' || token === '}') open.pop();
    else if (token === ',' && open.length === 1) element += 1;
    else
      for (const literal of literalsOf(token))
        found.push({
          literal,
          calls: open.filter(Boolean).length,
          element,
          ...(compared >= 0 && { isBehind: at > compared }),
        });
  });
  return found;
}

/** The literals of a token: texts that hold a list stand for what is in it. */
function literalsOf(token: string): string[] {
  const truth = Object.hasOwn(TRUTHS, token) ? TRUTHS[token] : undefined;
  if (truth !== undefined) return [truth];
  if (!isLiteral(token)) return [];
  if (!/^["'`]/.test(token)) return [numberText(Number(token.replaceAll('_', '')))];
  const text = token.slice(1, -1);
  if (!/^[[({]/.test(text)) return [`"${text}"`];
  const inner = literalsIn(tokensOf(text.replaceAll('\\"', '"').replaceAll("\\'", "'")));
  return inner.length === 0 ? [`"${text}"`] : inner.map(({ literal }) => literal);
}

function joined(literals: readonly string[]): string {
  return literals.length === 0 ? '' : `${BETWEEN}${literals.join(BETWEEN)}${BETWEEN}`;
}
