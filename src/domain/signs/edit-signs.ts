import { tokensOf, isLiteral, isWord } from './code-lines';
import type { Sign } from './sign';

/** Tokens that a line has at least to have a twin; shorter ones are alike by chance. */
const LEAST_TOKENS = 10;
/** Share of equal tokens, position by position, that makes a line a twin. */
const LIKE = 0.7;

const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==' },
  ...{ '<': '>=', '>=': '<', '>': '<=', '<=': '>' },
};

/** Lines of a text that equal the given one but for some names or literals: they were probably written as a pair. */
export function twinsOf(line: string, text: string): string[] {
  const tokens = tokensOf(line);
  // Most lines are too short, so that the text need not be read.
  if (tokens.length < LEAST_TOKENS) return [];
  return text.split('\n').filter((other) => {
    const others = other === line ? [] : tokensOf(other);
    return isLike(tokens, others) && others.some((token, at) => token !== tokens[at]);
  });
}

/** True for lists of tokens that are mostly equal, position by position, and too long to be so by chance. */
export function isLike(tokens: readonly string[], others: readonly string[]): boolean {
  if (tokens.length < LEAST_TOKENS || others.length !== tokens.length) return false;
  return others.filter((token, at) => token === tokens[at]).length >= LIKE * tokens.length;
}

/** Index of the one comparison that an edit turns into its opposite; -1: the edit does something else. */
export function turnedAt(before: readonly string[], after: readonly string[]): number {
  const changed = before.flatMap((token, at) => (token === after[at] ? [] : [at]));
  const [at = -1] = changed;
  const isTurned = OPPOSITES[before[at] ?? ''] === after[at];
  return changed.length === 1 && before.length === after.length && isTurned ? at : -1;
}

/** Sign of a changed comparison function, such as `__eq__`, which could make any test pass. */
export const TESTED_COMPARISON = 'tested-comparison';

/** Sign of an edit that leaves a variable without a use. */
export const UNUSED = 'unused-variable';

/** Sign of an edit below a condition that has a mirror in the same function. */
export const MIRRORED = 'mirrored-branch';
/** Signs that the edit may be only a part of the repair. They do not make it less likely. */
export const INCOMPLETE: ReadonlySet<Sign> = new Set<Sign>([UNUSED, MIRRORED]);

/** An edit as text. Its signs are read without a parser: the tables hold operators of several languages. */
export interface EditedText {
  /** The text that the edit replaces, and what it puts there. */
  before: string;
  after: string;
  /** Its lines before and after. */
  lineBefore: string;
  lineAfter: string;
  /** Lines of the file that equal the line before but for some names. */
  twins?: readonly string[];
  /** It leaves a variable without a use. */
  leavesUnused?: boolean;
  /** The condition around it that has a mirror in the same function. */
  mirrored?: string;
  /** The line below it that is not empty. */
  below?: string;
  /** Name of the function around it, where one is seen. */
  home?: string;
  /** Name of the template that made it, where one did. */
  template?: string;
}

/** The same as tokens. */
interface Edited {
  before: readonly string[];
  after: readonly string[];
  lineBefore: readonly string[];
  lineAfter: readonly string[];
  below: readonly string[];
  isMirrored: boolean;
  leavesUnused: boolean;
  twins: readonly (readonly string[])[];
  template: string | undefined;
  home: string;
}

const LOGICAL = new Set(['&&', '||', 'and', 'or', '??']);
const ALL_OF = new Set(['&&', 'and']);
const ANY_OF = new Set(['||', '??', 'or']);
const EQUALITY = new Set(['==', '===', '!=', '!==', 'is']);
const COMPARING = new Set([...EQUALITY, '<', '>', '<=', '>=', 'in', 'instanceof']);
const CONDITIONAL = new Set([
  ...LOGICAL,
  ...COMPARING,
  'if',
  'elif',
  'while',
  'unless',
  'assert',
  '?',
  '!',
  'not',
]);
const EXITS = new Set(['return', 'throw', 'raise', 'panic', 'continue', 'break']);
const CONSTANTS = new Set(['true', 'false', 'True', 'False', '0', '1', 'null', 'undefined', 'None', 'nil']);
const REMOVALS = new Set(['remove', 'remove-two']);
/** Literals that conditions of any program are about. */
const USUAL = new Set([
  '0',
  '1',
  '2',
  "''",
  '""',
  "'string'",
  "'number'",
  "'object'",
  "'function'",
  "'boolean'",
  "'undefined'",
]);
/** Functions that tests compare results by. */
const COMPARISONS = new Set([
  ...['__eq__', '__ne__', '__contains__', '__hash__'],
  ...['equals', 'isEqual', 'Equal', 'Equals', 'hashCode', 'eq', 'ne'],
]);
/** Operator → its neutral number. */
const NEUTRAL: Readonly<Record<string, number>> = { '+': 0, '-': 0, '*': 1, '/': 1 };
/** Operators that bind the number more tightly. */
const BINDING = new Set(['*', '/', '%', '**', '.', '[', '(']);
/** Tokens that join an operand to what stands before or behind it. */
const JOINING = new Set(['+', '-', '*', '/', '%', '**', '.', '?.', '::', '->', '&', '|', '^']);
const CALLING = new Set(['(', '[']);
/** Words of checks that keep something out. */
const GUARDING =
  /protocol|origin|secur|sanit|escap|auth|permi|allow|deny|block|token|secret|password|trust|valid|safe|forbid|bound|limit|length|^(?:min|max)/i;

/** Signs of an edit, each with its pattern, which studies of automatic repair count against a candidate. */
const ROWS: readonly { sign: Sign; matches(edit: Edited): boolean }[] = [
  {
    sign: 'constant-condition',
    matches: ({ before, after, lineBefore, template }) =>
      template === 'condition-constant' ||
      (isConstant(after) && !isConstant(before) && before.length > 1 && isConditional(lineBefore)),
  },
  {
    sign: 'constant-value',
    matches: ({ before, after, lineBefore }) =>
      isConstant(after) && before.some(isValueName) && !isConditional(lineBefore),
  },
  {
    sign: TESTED_COMPARISON,
    matches: ({ home }) => isTestedComparison(home),
  },
  {
    sign: 'self-comparison',
    matches: ({ lineBefore, lineAfter }) => comparesSame(lineAfter) && !comparesSame(lineBefore),
  },
  { sign: 'dropped-condition', matches: dropsCondition },
  {
    sign: 'turned-comparison',
    matches: ({ lineBefore, lineAfter, twins }) => {
      const at = turnedAt(lineBefore, lineAfter);
      return at >= 0 && twins.some((twin) => twin[at] === lineBefore[at]);
    },
  },
  {
    sign: 'deleted-statement',
    matches: ({ before, after, template }) =>
      (template !== undefined && REMOVALS.has(template)) ||
      (after.length === 0 && before.length > 2 && before.some((token) => token === ';' || token === '=')),
  },
  {
    sign: 'idle-statement',
    matches: ({ lineBefore, lineAfter }) => isIdleStatement(lineAfter) && !isIdleStatement(lineBefore),
  },
  { sign: UNUSED, matches: (edit) => edit.leavesUnused },
  { sign: MIRRORED, matches: ({ isMirrored }) => isMirrored },
  {
    sign: 'early-exit',
    matches: (edit) => exits(edit.after) && !exits(edit.before) && !endsCase(edit),
  },
  {
    sign: 'literal-case',
    matches: ({ lineBefore, lineAfter }) => literalTests(lineAfter) > literalTests(lineBefore),
  },
  {
    sign: 'idle-operator',
    matches: ({ lineBefore, lineAfter }) => hasIdleOperator(lineAfter) && !hasIdleOperator(lineBefore),
  },
  {
    sign: 'weakened-check',
    matches: (edit) =>
      isConditional(edit.lineBefore) &&
      edit.lineBefore.some((token) => isWord(token) && GUARDING.test(token)) &&
      (edit.template === 'condition-constant' || dropsCondition(edit) || loosens(edit)),
  },
];

/** True for the name of a function that tests compare results by. */
export function isTestedComparison(name: string): boolean {
  return COMPARISONS.has(name);
}

/** Signs of one edit, each once, in the order of the table. */
export function signsOf(edit: EditedText): Sign[] {
  const tokens: Edited = {
    before: tokensOf(edit.before),
    after: tokensOf(edit.after),
    lineBefore: tokensOf(edit.lineBefore),
    lineAfter: tokensOf(edit.lineAfter),
    below: tokensOf(edit.below ?? ''),
    isMirrored: edit.mirrored !== undefined,
    leavesUnused: edit.leavesUnused ?? false,
    twins: (edit.twins ?? []).map(tokensOf),
    template: edit.template,
    home: edit.home ?? '',
  };
  return ROWS.filter((row) => row.matches(tokens)).map(({ sign }) => sign);
}

/** A name that is no keyword for a value. */
function isValueName(token: string): boolean {
  return isWord(token) && !CONSTANTS.has(token) && !EXITS.has(token);
}

function isConditional(tokens: readonly string[]): boolean {
  return tokens.some((token) => CONDITIONAL.has(token));
}

function isConstant(tokens: readonly string[]): boolean {
  const bare = tokens.filter((token) => !['(', ')', '!', 'not'].includes(token));
  return bare.length === 1 && CONSTANTS.has(bare[0] ?? '');
}

/** The same code on both sides of a comparison, which then says the same of any input. */
function comparesSame(tokens: readonly string[]): boolean {
  return tokens.some((token, at) => {
    if (!COMPARING.has(token)) return false;
    for (let length = 1; length <= at && at + length < tokens.length; length++) {
      const left = tokens.slice(at - length, at);
      const isSame = left.every((one, index) => one === tokens[at + 1 + index]);
      const [before = '', after = ''] = [tokens[at - length - 1], tokens[at + length + 1]];
      if (!isSame || JOINING.has(before) || JOINING.has(after) || CALLING.has(after)) continue;
      if (left.some(isValueName) && isBalanced(left)) return true;
    }
    return false;
  });
}

function isBalanced(tokens: readonly string[]): boolean {
  const count = (wanted: string): number => tokens.filter((token) => wanted.includes(token)).length;
  return count('([{') === count(')]}');
}

/** One side of a condition is left: a part of the text at its beginning or end. */
function dropsCondition({ before, after }: Edited): boolean {
  if (!before.some((token) => LOGICAL.has(token)) || after.length === 0 || after.length >= before.length)
    return false;
  const text = before.join(' ');
  const rest = after.join(' ');
  return text.startsWith(rest) || text.endsWith(rest) || text.endsWith(`${rest} )`);
}

/** A name or an access alone, `console;`, or what is assigned to itself. */
function isIdleStatement(tokens: readonly string[]): boolean {
  const [first = ''] = tokens;
  const assigned = tokens.indexOf('=');
  if (assigned > 0) {
    const value = tokens.slice(assigned + 1).filter((token) => token !== ';');
    return value.join(' ') === tokens.slice(0, assigned).join(' ');
  }
  if (tokens.at(-1) !== ';' || EXITS.has(first)) return false;
  return tokens.slice(0, -1).every((token, at) => (at % 2 === 0 ? isWord(token) : token === '.'));
}

/** A `break` before the next case, which would be fallen into without it. */
function endsCase({ after, below }: Edited): boolean {
  return after.includes('break') && ['case', 'default'].includes(below[0] ?? '');
}

/** An exit at the beginning, or after a condition. */
function exits(tokens: readonly string[]): boolean {
  const at = tokens.indexOf('if');
  return EXITS.has(tokens[0] ?? '') || (at >= 0 && tokens.slice(at).some((token) => EXITS.has(token)));
}

/** Number of `x === 7` in the tokens, with the literal on either side. */
function literalTests(tokens: readonly string[]): number {
  return tokens.filter((token, index) => {
    if (!EQUALITY.has(token)) return false;
    const sign = tokens[index + 1] === '-' ? 1 : 0;
    const literal = [tokens[index + 1 + sign], tokens[index - 1]].find(isLiteral);
    return literal !== undefined && !USUAL.has(literal);
  }).length;
}

/** `!x ?? y` and `a > b ?? c`, where the left side is never null; `x + 0` and `x * 1`. */
function hasIdleOperator(tokens: readonly string[]): boolean {
  return tokens.some((token, index) => {
    if (isNeutral(tokens, index)) return true;
    if (token !== '??') return false;
    const start = operandStart(tokens, index - 1);
    const before = tokens[start - 1];
    return before !== undefined && (before === '!' || COMPARING.has(before));
  });
}

/** An operation with the number that changes nothing: 0 added, 1 multiplied by. */
function isNeutral(tokens: readonly string[], index: number): boolean {
  const neutral = NEUTRAL[tokens[index] ?? ''];
  const [left = '', right = '', next = ''] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
  const isOperation = (isWord(left) && !EXITS.has(left)) || isLiteral(left) || left === ')' || left === ']';
  const isNumber = isLiteral(right) && Number(right) === neutral;
  return isNumber && isOperation && !BINDING.has(next);
}

/** First token of the chain of names, accesses and calls that ends at `end`. */
function operandStart(tokens: readonly string[], end: number): number {
  let at = end;
  let depth = 0;
  for (; at >= 0; at--) {
    const token = tokens[at] ?? '';
    if (token === ')' || token === ']') depth++;
    else if (token === '(' || token === '[') {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !isWord(token) && !isLiteral(token) && token !== '.' && token !== '?.') break;
  }
  return at + 1;
}

/** All of several conditions became any of them. */
function loosens({ before, after }: Edited): boolean {
  return (
    before.some((token) => ALL_OF.has(token)) &&
    !after.some((token) => ALL_OF.has(token)) &&
    after.some((token) => ANY_OF.has(token))
  );
}
