import ts from 'typescript';
import type { Mutation, TemplateName } from '../../search/mutation';
import { isAssignment, isUnset } from '../assignment';
import { isComparison, type Kind } from '../kinds';
import { isLogical } from '../donors';
import { asOperand } from '../precedence';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import { said } from '../../../domain/run/said';

/** Operator → its neighbours, likeliest first. */
const NEIGHBOURS: Readonly<Record<string, { template: TemplateName; to: readonly string[] }>> = {
  '<': { template: 'relational', to: ['<=', '>', '>=', '===', '!=='] },
  '<=': { template: 'relational', to: ['<', '>=', '>', '===', '!=='] },
  '>': { template: 'relational', to: ['>=', '<', '<=', '===', '!=='] },
  '>=': { template: 'relational', to: ['>', '<=', '<', '===', '!=='] },
  '==': { template: 'equality', to: ['!=', '===', '<=', '>=', '<', '>'] },
  '!=': { template: 'equality', to: ['==', '!==', '<', '>', '<=', '>='] },
  '===': { template: 'equality', to: ['!==', '<=', '>=', '<', '>', '=='] },
  '!==': { template: 'equality', to: ['===', '<', '>', '<=', '>=', '!='] },
  in: { template: 'equality', to: ['==='] },
  '+': { template: 'arithmetic', to: ['-', '*', '/', '%'] },
  '-': { template: 'arithmetic', to: ['+', '/', '%', '*'] },
  '*': { template: 'arithmetic', to: ['/', '+', '**', '-', '%'] },
  '/': { template: 'arithmetic', to: ['*', '%', '-', '+'] },
  '%': { template: 'arithmetic', to: ['/', '*', '-', '+'] },
  '**': { template: 'arithmetic', to: ['*', '/'] },
  '&&': { template: 'logical', to: ['||', '??'] },
  '||': { template: 'logical', to: ['&&', '??'] },
  '??': { template: 'logical', to: ['||', '&&'] },
  '&': { template: 'bitwise', to: ['|', '^', '&&'] },
  '|': { template: 'bitwise', to: ['&', '^', '||'] },
  '^': { template: 'bitwise', to: ['|', '&', '**'] },
  '<<': { template: 'bitwise', to: ['>>', '>>>'] },
  '>>': { template: 'bitwise', to: ['<<', '>>>'] },
  '>>>': { template: 'bitwise', to: ['>>', '<<'] },
  '=': { template: 'assignment', to: ['+=', '-=', '*='] },
  '+=': { template: 'assignment', to: ['-=', '=', '*='] },
  '-=': { template: 'assignment', to: ['+=', '=', '/='] },
  '*=': { template: 'assignment', to: ['/=', '+=', '='] },
  '/=': { template: 'assignment', to: ['*=', '-=', '='] },
  '%=': { template: 'assignment', to: ['/=', '='] },
  '**=': { template: 'assignment', to: ['*='] },
  '&=': { template: 'assignment', to: ['|=', '^='] },
  '|=': { template: 'assignment', to: ['&=', '^='] },
  '^=': { template: 'assignment', to: ['|=', '&='] },
  '<<=': { template: 'assignment', to: ['>>='] },
  '>>=': { template: 'assignment', to: ['<<='] },
  '&&=': { template: 'assignment', to: ['||=', '='] },
  '||=': { template: 'assignment', to: ['&&=', '??=', '='] },
  '??=': { template: 'assignment', to: ['||=', '='] },
};

/** Operators whose sides are not interchangeable. */
const ORDERED = new Set(['-', '/', '%', '**', '<<', '>>', '>>>']);

/** Another operator, swapped sides, or one side alone. */
export function operators(node: ts.Node, site: Site): Mutation[] {
  if (ts.isBinaryExpression(node)) {
    return [
      ...neighbours(node, site),
      ...swapped(node, site),
      ...dropped(node, site),
      ...flipped(node, site),
      ...modulo(node, site),
    ];
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return unary(node, site);
  return ts.isIdentifier(node) || ts.isParenthesizedExpression(node) ? negated(node, site) : [];
}

/** The remainder that is never negative: that of `%` takes the sign of the number that is divided. */
function modulo(node: ts.BinaryExpression, site: Site): Mutation[] {
  if (node.operatorToken.kind !== ts.SyntaxKind.PercentToken) return [];
  const [number, size] = [site.code(node.left), site.code(node.right)];
  if (size.length > 40 || site.kind(node.right) === 'string' || DOES_SOMETHING.test(size)) return [];
  if (asksIfDivisible(node.parent, site)) return [];
  return [replaceExpression(node, `((${number} % ${size}) + ${size}) % ${size}`, 'arithmetic', 0.6)];
}

/** Code that may not be run more than once. */
const DOES_SOMETHING = /\+\+|--|\bawait\b|\byield\b|[^=!<>]=[^=>]/;

function asksIfDivisible(node: ts.Node, site: Site): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  return /^[!=]==?$/.test(site.code(node.operatorToken)) && site.code(node.right) === '0';
}

function neighbours(node: ts.BinaryExpression, site: Site): Mutation[] {
  const token = node.operatorToken;
  const symbol = site.code(token);
  const row = Object.hasOwn(NEIGHBOURS, symbol) ? NEIGHBOURS[symbol] : undefined;
  if (!row || mixesNullish(node, symbol)) return [];
  const strict = usesLooseEquality(site);
  return row.to
    .filter((to) => !isPointless(node, symbol, to, site))
    .map((to, i) => {
      const text = strict && (to === '===' || to === '!==') && !symbol.startsWith('==') ? to.slice(0, 2) : to;
      return replace(
        token,
        text,
        row.template,
        said`${quote(symbol)} should be ${quote(text)}`,
        1 - 0.15 * i,
      );
    });
}

/** Arithmetic other than `+` on text, or any on lists, and sums into what holds no value, are never meant. */
function isPointless(node: ts.BinaryExpression, from: string, to: string, site: Site): boolean {
  if (to === '??' && (isComparisonOf(node.left) || isLogicalOf(node.parent))) return true;
  if (
    SUM.test(to) &&
    (isUnset(node.left) || [node.left, node.right].some((one) => NO_SUMMAND.has(site.kind(one))))
  )
    return true;
  const text = site.kind(node.left) === 'string' || site.kind(node.right) === 'string';
  return text && (from === '+' || (from === '+=' && to !== '='));
}

const SUM = /^(?:[-+*/%]|\*\*)=$/;
const NO_SUMMAND: ReadonlySet<Kind> = new Set(['array', 'object', 'function']);

function isComparisonOf(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && isComparison(node.operatorToken.kind);
}

function isLogicalOf(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind);
}

/** `a ?? b || c` does not parse. */
function mixesNullish(node: ts.BinaryExpression, symbol: string): boolean {
  return symbol === '??' && isLogicalOf(node.parent);
}

function usesLooseEquality(site: Site): boolean {
  return /[^!=]==[^=]|!=[^=]/.test(site.text) && !/[!=]==/.test(site.text);
}

function swapped(node: ts.BinaryExpression, site: Site): Mutation[] {
  const operator = site.code(node.operatorToken);
  if (!ORDERED.has(operator)) return [];
  const left = asOperand(bare(node.right, site), operator, 'left');
  const right = asOperand(bare(node.left, site), operator, 'right');
  const text = `${left} ${operator} ${right}`;
  return [replaceExpression(node, text, 'operand-swap')];
}

/** Code without the parentheses around it. */
function bare(node: ts.Expression, site: Site): string {
  return site.code(ts.isParenthesizedExpression(node) ? node.expression : node);
}

function dropped(node: ts.BinaryExpression, site: Site): Mutation[] {
  const operator = node.operatorToken.kind;
  if (isAssignment(operator) || isComparison(operator)) return [];
  return [
    replaceExpression(node, bare(node.left, site), 'operand-drop'),
    replaceExpression(node, bare(node.right, site), 'operand-drop', 0.8),
  ];
}

/** All operators of a chain of `&&` or `||` at once. */
function flipped(node: ts.BinaryExpression, site: Site): Mutation[] {
  const operator = node.operatorToken.kind;
  const isTop = !ts.isBinaryExpression(node.parent) || node.parent.operatorToken.kind !== operator;
  if (!isLogical(operator) || !isTop) return [];
  const parts: string[] = [];
  let rest: ts.Expression = node;
  while (ts.isBinaryExpression(rest) && rest.operatorToken.kind === operator) {
    parts.unshift(site.code(rest.right));
    rest = rest.left;
  }
  if (parts.length < 2) return [];
  const other = operator === ts.SyntaxKind.BarBarToken ? '&&' : '||';
  const text = [site.code(rest), ...parts].join(` ${other} `);
  return [replaceExpression(node, text, 'chain-flip')];
}

function unary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, site: Site): Mutation[] {
  const { operator } = node;
  const inner = site.code(node.operand);
  if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) {
    const symbol = operator === ts.SyntaxKind.PlusPlusToken ? '++' : '--';
    const other = symbol === '++' ? '--' : '++';
    const isPrefix = ts.isPrefixUnaryExpression(node);
    const assignment = symbol === '++' ? '+=' : '-=';
    return [
      replaceExpression(node, isPrefix ? other + inner : inner + other, 'increment'),
      replaceExpression(node, isPrefix ? inner + symbol : symbol + inner, 'increment', 0.5),
      replaceExpression(node, `${inner} ${assignment} 2`, 'loop-stride'),
    ];
  }
  return [replaceExpression(node, inner, 'unary')];
}

/** A missing minus before a name that seems to be a number. */
function negated(node: ts.Identifier | ts.ParenthesizedExpression, site: Site): Mutation[] {
  if (ts.isIdentifier(node) && !isValue(node)) return [];
  if (site.kind(node) !== 'number') return [];
  return [replaceExpression(node, `-${site.code(node)}`, 'unary', 0.3)];
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isReturnStatement(parent) || ts.isElementAccessExpression(parent))
    return parent.expression === node && ts.isReturnStatement(parent);
  if (ts.isCallExpression(parent)) return parent.expression !== node;
  return ts.isBinaryExpression(parent) && parent.right === node;
}
