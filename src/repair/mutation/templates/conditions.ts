import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isCondition, isLogical, isReference } from '../donors';
import { isComparison } from '../kinds';
import { asOperand, levelOfCode, PREFIX } from '../precedence';
import { replaceExpression, type Site } from '../site';

/** Negated, constant, strengthened and weakened conditions. */
export function conditions(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node) || !isTruthPlace(node, site)) return [];
  if (ts.isParenthesizedExpression(node)) return [];
  const mutations = [negated(node, site)];
  if (isWhole(node))
    mutations.push(...constants(node), ...joined(node, site), ...asked(node, site), ...present(node, site));
  else mutations.push(...regrouped(node, site));
  mutations.push(...permuted(node, site), ...askedToo(node, site));
  return mutations;
}

/** A condition, or a returned or assigned comparison. */
function isTruthPlace(node: ts.Expression, site: Site): boolean {
  if (isCondition(node)) return true;
  const { parent } = node;
  const isValue =
    ts.isReturnStatement(parent) || ts.isVariableDeclaration(parent) || ts.isArrowFunction(parent);
  return isValue && site.kind(node) === 'boolean' && !isConstant(node);
}

function isConstant(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}

/** Not an operand of a larger condition. */
function isWhole(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isWhole(parent);
  return (
    !(ts.isBinaryExpression(parent) && isLogical(parent.operatorToken.kind)) &&
    !ts.isPrefixUnaryExpression(parent)
  );
}

function negated(node: ts.Expression, site: Site): Mutation {
  const code = site.code(node);
  const inner = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  // A comparison alone is negated by its operator; that is the operators' work and reads better.
  const weight = ts.isBinaryExpression(node) && isComparison(node.operatorToken.kind) ? 0.3 : 1;
  return replaceExpression(
    node,
    inner ? site.code(node.operand) : `!${levelOfCode(code) < PREFIX ? `(${code})` : code}`,
    'negate',
    weight,
  );
}

function constants(node: ts.Expression): Mutation[] {
  return ['true', 'false'].map((to) => replaceExpression(node, to, 'condition-constant'));
}

/** The condition with one of the function's other conditions beside it. */
function joined(node: ts.Expression, site: Site): Mutation[] {
  const code = site.code(node);
  return site
    .donors(node)
    .conditions.filter((donor) => !code.includes(donor.code) && site.fits(donor, node))
    .flatMap((donor) => join(node, code, donor.code));
}

/** One side of `a && b` with another condition of the function beside it: `a && (b || c)`; of `a || b` likewise. */
function regrouped(node: ts.Expression, site: Site): Mutation[] {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent)) return [];
  const code = site.code(node);
  const [operator, template] =
    parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      ? (['||', 'weaken'] as const)
      : (['&&', 'strengthen'] as const);
  return site
    .donors(node)
    .conditions.filter(
      (donor) => !donor.code.includes(code) && !code.includes(donor.code) && site.fits(donor, node),
    )
    .map(({ code: extra }) =>
      replaceExpression(
        node,
        `${asOperand(code, operator, 'left')} ${operator} ${asOperand(extra, operator, 'right')}`,
        template,
        0.6,
      ),
    );
}

function join(node: ts.Expression, code: string, extra: string, weight = 1): Mutation[] {
  return [
    replaceExpression(
      node,
      `${asOperand(code, '&&', 'left')} && ${asOperand(extra, '&&', 'right')}`,
      'strengthen',
      weight,
    ),
    replaceExpression(
      node,
      `${asOperand(code, '||', 'left')} || ${asOperand(extra, '||', 'right')}`,
      'weaken',
      weight,
    ),
  ];
}

const MOST_PRESENT = 4;

/** A condition that should hold only where a name has a value, of those that it or what depends on it reads. */
function present(node: ts.Expression, site: Site): Mutation[] {
  const { parent } = node;
  const dependent = ts.isIfStatement(parent)
    ? parent.thenStatement
    : ts.isConditionalExpression(parent)
      ? parent.whenTrue
      : undefined;
  if (!dependent) return [];
  const code = site.code(node);
  const read = new Set([...distinctNames(node), ...distinctNames(dependent)]);
  const asked = new Set(code.split(/&&|\|\|/).map((part) => part.trim().replace(/^!/, '')));
  const [and, or] = [asOperand(code, '&&', 'right'), asOperand(code, '||', 'right')];
  return site
    .locals(node)
    .filter(({ name, kind }) => read.has(name) && !asked.has(name) && kind !== 'boolean')
    .slice(0, MOST_PRESENT)
    .flatMap(({ name }) => [
      replaceExpression(node, `${name} && ${and}`, 'presence', 0.6),
      replaceExpression(node, `${asOperand(code, '&&', 'left')} && ${name} !== undefined`, 'presence', 0.5),
      replaceExpression(node, `!${name} || ${or}`, 'presence', 0.4),
    ]);
}

/** Functions of the file that answer yes or no, by their names. */
const PREDICATE = /^(?:is|has|can|should|was|are|does|needs)[A-Z_]/;
const MOST_PREDICATES = 10;
const MOST_ASKED = 3;

/** The condition with a question beside it that the file has a function for: a case that was forgotten. */
function asked(node: ts.Expression, site: Site): Mutation[] {
  const code = site.code(node);
  const own = site.locals(node).filter(({ kind }) => kind !== 'function');
  return site
    .names(node)
    .filter(({ name, local }) => !local && PREDICATE.test(name))
    .slice(0, MOST_PREDICATES)
    .flatMap(({ name }) => own.slice(0, MOST_ASKED).map((argument) => `${name}(${argument.name})`))
    .filter((call) => !code.includes(call))
    .flatMap((call) => [...join(node, code, call, 0.6), ...join(node, code, `!${call}`, 0.4)]);
}

/** `f(x)` → `f(x) || g(x)`: the same question of another function of the file that answers yes or no. */
function askedToo(node: ts.Expression, site: Site): Mutation[] {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.arguments.length === 0)
    return [];
  const asked = node.expression.text;
  const given = node.arguments.map((one) => site.code(one)).join(', ');
  return site
    .names(node)
    .filter(({ name, kind }) => kind === 'function' && name !== asked && PREDICATE.test(name))
    .slice(0, MOST_PREDICATES)
    .flatMap(({ name }) => join(node, site.code(node), `${name}(${given})`, 0.8));
}

/** The condition joined with a copy of itself in which two names changed places: a case that was forgotten. */
function permuted(node: ts.Expression, site: Site): Mutation[] {
  if (!ts.isBinaryExpression(node) || !isComparison(node.operatorToken.kind)) return [];
  const code = site.code(node);
  const names = distinctNames(node);
  const mutations: Mutation[] = [];
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1)) {
      const copy = exchangeNames(node, a, b, site);
      if (copy === code) continue;
      for (const operator of ['||', '&&'] as const) {
        mutations.push(
          replaceExpression(node, `${code} ${operator} ${copy}`, operator === '||' ? 'weaken' : 'strengthen'),
        );
      }
    }
  });
  return mutations;
}

function distinctNames(node: ts.Node): string[] {
  const names = new Set<string>();
  const visit = (current: ts.Node): void => {
    if (ts.isIdentifier(current) && isReference(current)) names.add(current.text);
    ts.forEachChild(current, visit);
  };
  visit(node);
  return [...names].slice(0, 4);
}

/** The node's code with two names exchanged. */
export function exchangeNames(node: ts.Node, a: string, b: string, site: Site): string {
  const start = node.getStart();
  let code = site.code(node);
  const found: ts.Identifier[] = [];
  const visit = (current: ts.Node): void => {
    if (ts.isIdentifier(current) && isReference(current) && (current.text === a || current.text === b))
      found.push(current);
    ts.forEachChild(current, visit);
  };
  visit(node);
  for (const name of found.reverse()) {
    const to = name.text === a ? b : a;
    code = code.slice(0, name.getStart() - start) + to + code.slice(name.end - start);
  }
  return code;
}
