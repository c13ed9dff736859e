import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { otherUnits } from '../../search/wanted-values';
import { quote } from '../../quote';
import { become, edit, MEMBER, named, nodesIn, type CodeSite } from '../code-site';
import { binaryOf } from './operators';
import { said } from '../../../domain/run/said';

const MOST_EXCHANGED = 4;
const MOST_STATEMENTS = 8;

/** Two names of one expression the other way round: `grid[x][y]` → `grid[y][x]`. */
export function exchanges(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types } = site.language;
  const isShape = types.binary.has(node.type) || /subscript|index_expression|array_access/.test(node.type);
  if (!isShape || node.end - node.start > 80) return [];
  // The outermost of nested ones has all of their names.
  const isInner = types.binary.has(node.type) && types.binary.has(node.parent?.type ?? '');
  if (isInner || node.parent?.type === node.type) return [];
  const uses = [...nodesIn(node)].filter((one) => site.isUse(one));
  const names = [...new Set(uses.map((one) => site.code(one)))].slice(0, MOST_EXCHANGED);
  return names.flatMap((a, at) =>
    names.slice(at + 1).map((b) => {
      const swapped = uses.reduceRight((code, one) => {
        const name = site.code(one);
        const other = name === a ? b : name === b ? a : name;
        return code.slice(0, one.start - node.start) + other + code.slice(one.end - node.start);
      }, site.code(node));
      return become(site, node, swapped, 'exchange', 0.9);
    }),
  );
}

/** `a.c` for `a.b.c`, and `a.b` for `a`, by the members of the file. */
export function chains(node: SyntaxNode, site: CodeSite): Mutation[] {
  const owner = field(node, 'object') ?? field(node, 'value') ?? field(node, 'operand');
  if (!MEMBER.test(node.type) || owner?.type !== node.type) return [];
  const inner = field(owner, 'object') ?? field(owner, 'value') ?? field(owner, 'operand');
  return inner ? [become(site, owner, site.code(inner), 'unwrap', 0.9)] : [];
}

/** The greater or the lesser of the old and the new value, where only the new one is kept. */
export function extremes(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!/^assignment/.test(node.type)) return [];
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  if (!left || !right || named(left).length > 1 || /^[-+*/]?=$/.test(site.code(right))) return [];
  const [a, b] = [site.code(left), site.code(right)];
  if (b.length > 50 || !/^[\w.[\]]+$/.test(a) || /^(?:Math\.)?(?:max|min)\(/.test(b)) return [];
  // The greater of a number and one that is always greater is no choice.
  if (b.startsWith(a) && /^\s?[-+]\s?\d+$/.test(b.slice(a.length))) return [];
  return (['max', 'min'] as const).map((name) =>
    become(site, right, extreme(name, [a, b], site), 'wrap', 0.8),
  );
}

/** Code for the greater or the lesser of two values. */
function extreme(name: 'max' | 'min', [a, b]: readonly [string, string], { language }: CodeSite): string {
  if (language.grammar === 'rust') return `${a}.${name}(${b})`;
  return `${language.grammar === 'java' ? 'Math.' : ''}${name}(${a}, ${b})`;
}

const MOST_BOUNDS = 8;

/** A value within a bound that the file asks for elsewhere: `day` → `min(day, daysIn(month))`. */
export function bounds(node: SyntaxNode, site: CodeSite): Mutation[] {
  const isPlain = site.isUse(node) || MEMBER.test(node.type);
  const isGiven =
    ['right', 'value'].includes(node.field) ||
    /argument|return|expression_list/.test(node.parent?.type ?? '');
  if (!isPlain || !isGiven || node.field === 'function') return [];
  const code = site.code(node);
  const known = new Set(site.names(node));
  const calls = site
    .calls()
    .filter(({ uses }) => uses.every((name) => known.has(name)) && !uses.includes(code))
    .map((call) => call.code)
    .filter((call) => !/^(?:Math\.)?(?:max|min)\(/.test(call) && !(code.includes('.') && call.includes(code)))
    .sort((a, b) => a.length - b.length);
  return calls
    .slice(0, MOST_BOUNDS)
    .flatMap((call) =>
      (['min', 'max'] as const).map((name) =>
        become(site, node, extreme(name, [code, call], site), 'wrap', 0.5),
      ),
    );
}

/** A time in another unit, by its name. */
export function units(node: SyntaxNode, site: CodeSite): Mutation[] {
  const isPlain = site.isUse(node) || MEMBER.test(node.type);
  if (
    !isPlain ||
    node.field === 'function' ||
    (node.field === 'left' && !site.language.types.binary.has(node.parent?.type ?? ''))
  )
    return [];
  const code = site.code(node);
  const parts = node.parent && binaryOf(node.parent, site);
  const isSum = parts !== undefined && /^[-+<>]=?$/.test(site.code(parts.operator));
  const isGiven = ['right', 'value'].includes(node.field) || /argument|return/.test(node.parent?.type ?? '');
  if (!(isSum || isGiven)) return [];
  // `a / b * 1000` is another number than `a / (b * 1000)`.
  const isDivisor = parts !== undefined && /^(?:\/|%)/.test(site.code(parts.operator));
  return otherUnits(code).map((other, at) =>
    become(site, node, isDivisor ? `(${other})` : other, 'arithmetic', 0.7 * 0.9 ** at),
  );
}

/** Code of an operand that is one whole, whatever stands beside it. */
function inBrackets(node: SyntaxNode, site: CodeSite): string {
  const isPart =
    site.language.types.binary.has(node.type) || /unary|cast|ternary|reference|await/.test(node.type);
  return isPart ? `(${site.code(node)})` : site.code(node);
}

/** False for a remainder of a number that is written out, and where only being divisible counts. */
function isSigned(node: SyntaxNode, number: SyntaxNode, site: CodeSite): boolean {
  if (site.language.types.integers.has(number.type)) return false;
  const around = node.parent && binaryOf(node.parent, site);
  return !(around && /^[!=]=$/.test(site.code(around.operator)) && site.code(around.right) === '0');
}

const MOST_DIVISOR = 24;

/** A division of whole numbers that rounds to the nearest, and one that rounds up. */
function roundedQuotients(
  node: SyntaxNode,
  { left, sign, right }: { left: string; sign: string; right: string },
  site: CodeSite,
): Mutation[] {
  const number = /^[\d_]+$/.test(right) ? Number(right.replaceAll('_', '')) : undefined;
  if ((number !== undefined && number < 2) || right.length > MOST_DIVISOR || /[-+*/% ]/.test(right))
    return [];
  const [half, less] =
    number === undefined ? [`${right} ${sign} 2`, `${right} - 1`] : [Math.floor(number / 2), number - 1];
  return [
    become(site, node, `(${left} + ${half}) ${sign} ${right}`, 'arithmetic', 0.6),
    become(site, node, `(${left} + ${less}) ${sign} ${right}`, 'arithmetic', 0.5),
  ];
}

/** A sum that goes round at a size, a remainder that is never negative, a division of whole numbers that rounds. */
export function rounds(node: SyntaxNode, site: CodeSite): Mutation[] {
  const parts = binaryOf(node, site);
  if (!parts) return [];
  const [left, sign, right] = [parts.left, parts.operator, parts.right].map((one) => site.code(one));
  if (left === undefined || sign === undefined || right === undefined) return [];
  const found: Mutation[] = [];
  const { modulo } = site.language.words;
  if (sign === '%' && modulo && isSigned(node, parts.left, site))
    found.push(
      become(
        site,
        node,
        modulo(inBrackets(parts.left, site), inBrackets(parts.right, site)),
        'arithmetic',
        0.9,
      ),
    );
  if (sign === '/' || sign === '//') found.push(...roundedQuotients(node, { left, sign, right }, site));
  if ((sign === '+' || sign === '-') && !/%/.test(site.code(node))) {
    for (const size of site.sizes().slice(0, 3))
      found.push(become(site, node, `(${site.code(node)}) % ${size}`, 'arithmetic', 0.4));
  }
  return found;
}

/** The negative of a value that is given or given back. */
export function signs(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types } = site.language;
  const isGiven =
    types.argumentLists.has(node.parent?.type ?? '') ||
    types.returns.has(node.parent?.type ?? '') ||
    /^(?:tuple|expression_list|pair|keyword_argument|assignment)/.test(node.parent?.type ?? '');
  const isValue = (types.names.has(node.type) && site.isUse(node)) || MEMBER.test(node.type);
  if (!isGiven || !isValue || node.field === 'left' || node.field === 'function') return [];
  return [become(site, node, `-${site.code(node)}`, 'unary', 0.7)];
}

/** A function of the file, or one that it imports, around a value. */
export function calls(node: SyntaxNode, site: CodeSite): Mutation[] {
  const isValue =
    ['right', 'value', 'body'].includes(node.field) ||
    /return|argument|expression_list/.test(node.parent?.type ?? '');
  if (!isValue || !site.isExpression(node) || node.end - node.start > 50 || node.field === 'function')
    return [];
  const { types } = site.language;
  if (
    types.integers.has(node.type) ||
    types.floats.has(node.type) ||
    site.isTruth(node) ||
    site.isConstant(node)
  )
    return [];
  return site
    .functions()
    .filter((name) => !site.code(node).startsWith(`${name}(`))
    .slice(0, 8)
    .map((name, at) => become(site, node, `${name}(${site.code(node)})`, 'wrap', 0.7 * 0.97 ** at));
}

/** A statement of the file that is missing here. */
export function missing(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!site.isStatement(node) || !site.opensLine(node)) return [];
  const known = new Set(site.names(node));
  const home = site.around(node);
  const own = site.text.slice(home.start, home.end);
  const indent = site.indent(node);
  return site
    .calledStatements()
    .filter(({ code, uses }) => !own.includes(code) && uses.every((name) => known.has(name)))
    .slice(0, MOST_STATEMENTS)
    .map(({ code }) =>
      edit(
        { start: node.start, end: node.start },
        `${code}\n${indent}`,
        'missing-call',
        said`${quote(code)} is missing`,
        own.includes(receiverOf(code)) ? 1 : 0.5,
      ),
    );
}

/** Object that a call belongs to: `self.items` of `self.items.sort()`. */
function receiverOf(code: string): string {
  const [called = ''] = code.split('(');
  return called.slice(0, Math.max(0, called.lastIndexOf('.'))) || called;
}
