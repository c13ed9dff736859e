/** How tightly code binds; higher is tighter. */
const LEVELS: readonly (readonly string[])[] = [
  [
    '=>',
    '=',
    '+=',
    '-=',
    '*=',
    '/=',
    '%=',
    '**=',
    '&=',
    '|=',
    '^=',
    '<<=',
    '>>=',
    '>>>=',
    '&&=',
    '||=',
    '??=',
  ],
  ['?', ':'],
  ['??', '||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in', 'instanceof', 'as'],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];
const LEVEL_OF = new Map(
  LEVELS.flatMap((symbols, level) => symbols.map((symbol) => [symbol, level] as const)),
);

/** `!x`, `-x`, `await x`. */
export const PREFIX = LEVELS.length;
/** Names, literals, accesses, calls. */
const TIGHTEST = PREFIX + 1;
/** A condition of `? :` may hold all but these. */
export const CONDITIONAL = 1;

// No text begins behind a backslash: a quote there is within one that is not closed, of which one scan is enough.
const TOKEN =
  /(?<!\\)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|\?\.|\.\.\.|[-+]{2}|>>>=|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|===|!==|=>|\?\?|\*\*|&&|\|\||[=!<>+\-*/%&|^]=|<<|>>|[-+*/%<>&|^?:=!~]|[([{]|[)\]}]|[\w$.]+/g;
const PREFIX_WORDS = new Set(['await', 'typeof', 'void', 'delete', 'new', 'function', 'class', 'async']);

/** Level of an operator; the tightest for what is none. */
export function levelOf(operator: string): number {
  return LEVEL_OF.get(operator) ?? TIGHTEST;
}

/** Level of the loosest operator of an expression, brackets and strings left out. */
export function levelOfCode(code: string): number {
  let level = TIGHTEST;
  let depth = 0;
  let afterOperand = false;
  for (const [token] of code.matchAll(TOKEN)) {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    const isOperator =
      LEVEL_OF.has(token) || token === '!' || token === '~' || token === '++' || token === '--';
    if (depth === 0 && isOperator) level = Math.min(level, afterOperand ? levelOf(token) : PREFIX);
    else if (depth === 0 && PREFIX_WORDS.has(token)) level = Math.min(level, PREFIX);
    afterOperand = !isOperator && !'([{'.includes(token) && !PREFIX_WORDS.has(token);
  }
  return level;
}

/** Code as one side of an operator, in parentheses where it needs them. */
export function asOperand(code: string, operator: string, side: 'left' | 'right'): string {
  const own = levelOfCode(code);
  const level = levelOf(operator);
  const chains = side === 'right' && operator !== '&&' && operator !== '||';
  const loose =
    own < level || (own === level && chains) || (operator === '**' && side === 'left' && own === PREFIX);
  return loose || mixesNullish(code, operator, own) ? `(${code})` : code;
}

/** `a ?? b || c` does not parse. */
function mixesNullish(code: string, operator: string, own: number): boolean {
  if (operator === '??') return own === levelOf('||') || own === levelOf('&&');
  return (operator === '||' || operator === '&&') && own === levelOf('??') && code.includes('??');
}
