import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation, TemplateName } from '../../search/mutation';
import { quote } from '../../quote';
import { become, edit, named, type CodeSite } from '../code-site';
import { said } from '../../../domain/run/said';

const RELATIONAL = new Set(['<', '<=', '>', '>=']);
const EQUALITY = new Set(['==', '!=', 'is', 'is not', 'in', 'not in']);
const LOGICAL = new Set(['and', 'or', '&&', '||']);
const BITWISE = new Set(['&', '|', '^', '<<', '>>', '&^', '>>>']);
const SYMMETRIC = new Set([
  '+',
  '*',
  '==',
  '!=',
  'and',
  'or',
  '&&',
  '||',
  '&',
  '|',
  '^',
  '<',
  '<=',
  '>',
  '>=',
]);

/** Weights of the operators that may be meant, the likeliest first: the first one leads by enough to be believed. */
const ALTERNATIVES = [1, 0.7, 0.55, 0.45];

/** Left, operator and right of an expression with two operands. */
export function binaryOf(
  node: SyntaxNode,
  site: CodeSite,
): { left: SyntaxNode; operator: SyntaxNode; right: SyntaxNode } | undefined {
  if (!site.language.types.binary.has(node.type)) return undefined;
  const parts = node.children.filter((child) => !child.type.includes('comment'));
  const [left, operator, right] = parts;
  if (parts.length !== 3 || !left || !operator || !right || operator.named) return undefined;
  return { left, operator, right };
}

/** Kind of an operator. */
function kindOf(operator: string): TemplateName {
  if (RELATIONAL.has(operator)) return 'relational';
  if (EQUALITY.has(operator)) return 'equality';
  if (LOGICAL.has(operator)) return 'logical';
  return BITWISE.has(operator) ? 'bitwise' : 'arithmetic';
}

/** Another operator, operands the other way round, one operand alone. */
export function binaries(node: SyntaxNode, site: CodeSite): Mutation[] {
  const parts = binaryOf(node, site);
  if (!parts) return [];
  const { left, operator, right } = parts;
  const sign = site.code(operator).replace(/\s+/g, ' ');
  const template = kindOf(sign);
  const found = (site.language.operators[sign] ?? []).map((other, at) =>
    edit(operator, other, template, said`${quote(sign)} should be ${quote(other)}`, ALTERNATIVES[at] ?? 0.4),
  );
  const [before, after] = [site.code(left), site.code(right)];
  const between = site.text.slice(left.end, right.start);
  if (!SYMMETRIC.has(sign)) found.push(become(site, node, `${after}${between}${before}`, 'operand-swap'));
  else if (sign === '+' && /["'`]/.test(before + after))
    found.push(become(site, node, `${after}${between}${before}`, 'operand-swap', 0.7));
  const isLogical = LOGICAL.has(sign);
  const weight = isLogical ? 0.7 : 0.5;
  if (template === 'arithmetic' || isLogical) {
    found.push(become(site, node, before, 'operand-drop', weight));
    found.push(become(site, node, after, 'operand-drop', weight * 0.9));
  }
  if (template === 'arithmetic' && site.language.types.binary.has(left.type))
    found.push(...regrouped(node, site));
  return found;
}

/** `a + b / c` for `(a + b) / c`, and the other way round. */
function regrouped(node: SyntaxNode, site: CodeSite): Mutation[] {
  const outer = binaryOf(node, site);
  const inner = outer && binaryOf(outer.left, site);
  if (!outer || !inner) return [];
  const code = `${site.code(inner.left)} ${site.code(inner.operator)} (${site.code(inner.right)} ${site.code(outer.operator)} ${site.code(outer.right)})`;
  return [become(site, node, code, 'operand-swap', 0.6)];
}

/** Without brackets: `(a + b) / c` → `a + b / c`. */
export function brackets(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type !== 'parenthesized_expression' || !site.language.types.binary.has(node.parent?.type ?? ''))
    return [];
  const [inner] = named(node);
  return inner && binaryOf(inner, site) ? [become(site, node, site.code(inner), 'operand-drop', 0.7)] : [];
}

const ASSIGNED = /^(?:[-+*/%&|^]|\/\/|\*\*|<<|>>)?=$/;
const ASSIGNING: Readonly<Record<string, readonly string[]>> = {
  '+=': ['-=', '=', '*='],
  '-=': ['+=', '=', '/='],
  '*=': ['/=', '+=', '='],
  '/=': ['*=', '-='],
  '//=': ['/=', '*='],
  '%=': ['/=', '*='],
  '|=': ['&=', '='],
  '&=': ['|=', '='],
  '=': ['+=', '-='],
};

/** `+=` for `-=`, or for `=` where the name has a value already, or is an element. */
export function assignments(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.named || !ASSIGNED.test(node.type)) return [];
  const { parent } = node;
  const left = field(parent, 'left');
  if (!parent || !left || !/assign/.test(parent.type)) return [];
  const isPlain = node.type === '=';
  const earlier = site.text.slice(site.around(parent).start, parent.start);
  if (isPlain && !isElement(left) && !earlier.includes(`${site.code(left)} `)) return [];
  return (ASSIGNING[node.type] ?? []).map((other, at) =>
    edit(
      node,
      other,
      'assignment',
      said`${quote(node.type)} should be ${quote(other)}`,
      (isPlain ? 0.6 : 1) * 0.9 ** at,
    ),
  );
}

/** An element of a list or a map, or what a reference points to: it may hold a value already. */
function isElement({ type, children }: SyntaxNode): boolean {
  return (
    /^(?:subscript|index_expression|array_access)$/.test(type) ||
    (type === 'unary_expression' && children[0]?.type === '*') ||
    (type === 'expression_list' &&
      children.length === 1 &&
      children[0] !== undefined &&
      isElement(children[0]))
  );
}

/** `i++` for `i--`, `-x` for `x`. */
export function unaries(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (!node.named && (node.type === '++' || node.type === '--')) {
    const other = node.type === '++' ? '--' : '++';
    return [edit(node, other, 'increment', said`${quote(node.type)} should be ${quote(other)}`)];
  }
  if (node.type !== 'unary_operator' && node.type !== 'unary_expression') return [];
  const code = site.code(node);
  return /^[-!~]/.test(code)
    ? [become(site, node, code.slice(1).trimStart(), code.startsWith('!') ? 'negate' : 'unary')]
    : [];
}

/** A condition the other way round, a constant, or with another one of the function. */
export function conditions(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { words, types } = site.language;
  if (node.type === 'not_operator') {
    const argument = field(node, 'argument');
    return argument ? [become(site, node, site.code(argument), 'negate')] : [];
  }
  if (!isCondition(node, site)) return [];
  const inner = node.type === 'parenthesized_expression' ? (named(node)[0] ?? node) : node;
  if (inner.type.startsWith('let_') || inner.type === 'let_chain') return [];
  const code = site.code(inner);
  const isComparison = kindOfComparison(inner, site);
  const found = isComparison ? [] : [become(site, inner, words.not(code), 'negate')];
  const others = site
    .donors(node)
    .filter(
      (donor) =>
        types.binary.has(donor.type) && kindOfComparison(donor, site) && !code.includes(site.code(donor)),
    );
  for (const donor of others.slice(0, 6)) {
    found.push(
      become(
        site,
        inner,
        `${operand(inner, code, site)} ${words.and} ${site.code(donor)}`,
        'strengthen',
        0.7,
      ),
    );
    found.push(
      become(site, inner, `${operand(inner, code, site)} ${words.or} ${site.code(donor)}`, 'weaken', 0.7),
    );
  }
  found.push(become(site, inner, words.booleans[1], 'condition-constant', 0.6));
  found.push(become(site, inner, words.booleans[0], 'condition-constant', 0.6));
  return found;
}

const PREDICATE =
  /^(?:[Ii]s|[Hh]as|[Cc]an|[Ss]hould|[Cc]ontains|[Ii]ncludes|[Aa]ny|[Aa]ll|[Ss]tarts_?[Ww]ith|[Ee]nds_?[Ww]ith|[Ee]xists|[Mm]atches|[Ee]quals?)(?![a-z])|^(?:isinstance|issubset|issuperset|hasattr|startswith|endswith|is(?:alpha|alnum|digit|numeric|lower|upper|space))$/;

/** Negates a predicate's call (`isX(…)`) where it is the result of a function or a closure. */
export function negations(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types, words } = site.language;
  if (!types.calls.has(node.type) || isCondition(node, site)) return [];
  const callee = field(node, 'name') ?? field(node, 'function');
  if (!callee || !PREDICATE.test(lastWord(site.code(callee)))) return [];
  const holder = node.parent?.type === 'expression_list' ? node.parent.parent : node.parent;
  const isValue =
    node.field === 'body' ||
    types.returns.has(holder?.type ?? '') ||
    (types.blocks.has(holder?.type ?? '') && named(holder).at(-1) === node);
  return isValue ? [become(site, node, words.not(site.code(node)), 'negate')] : [];
}

/** `any` of `items.iter().any`, `is_match` of `Regex::is_match`. */
function lastWord(callee: string): string {
  let from = callee.length;
  while (/\w/.test(callee[from - 1] ?? '')) from -= 1;
  return callee.slice(from);
}

function operand(node: SyntaxNode, code: string, site: CodeSite): string {
  const parts = binaryOf(node, site);
  return parts && LOGICAL.has(site.code(parts.operator)) ? `(${code})` : code;
}

function kindOfComparison(node: SyntaxNode, site: CodeSite): boolean {
  const parts = binaryOf(node, site);
  const sign = parts && site.code(parts.operator).replace(/\s+/g, ' ');
  return sign !== undefined && (RELATIONAL.has(sign) || EQUALITY.has(sign));
}

/** The place of a condition: of an `if`, a loop, a conditional expression, or an operand of `and`. */
function isCondition(node: SyntaxNode, site: CodeSite): boolean {
  if (!node.named) return false;
  if (node.field === 'condition') return true;
  const { parent } = node;
  if (parent?.type === 'if_clause') return true;
  if (parent?.type === 'conditional_expression') return named(parent)[1] === node;
  const parts = parent && binaryOf(parent, site);
  return (
    parts !== undefined &&
    LOGICAL.has(site.code(parts.operator)) &&
    !site.language.types.binary.has(node.type)
  );
}
