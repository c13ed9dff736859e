import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { leadsToTarget } from '../assignment';
import { isCallee, isCondition } from '../donors';
import { insert, replaceExpression, type Site } from '../site';
import { said } from '../../../domain/run/said';

/** Weight of edits for names that objects inherit, where values of the tests are such names. */
const INHERITED = 8;

/** A truth that should ask for presence alone, and a value that is read although it may be missing. */
export function presences(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node)) return [];
  return [...askedFor(node, site), ...guarded(node, site), ...owned(node, site), ...bare(node, site)];
}

/** `if (x)` → `x !== undefined`, `if (!x)` → `x === undefined`: 0 and '' are there. */
function askedFor(node: ts.Expression, site: Site): Mutation[] {
  const isNot = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  const value = isNot ? node.operand : node;
  if (!isValue(value) || !(isNot || isCondition(node))) return [];
  if (!isNot && ts.isPrefixUnaryExpression(node.parent)) return [];
  const code = site.code(value);
  return [`${code} ${isNot ? '===' : '!=='} undefined`, `${code} ${isNot ? '==' : '!='} null`].map(
    (to, index) => replaceExpression(node, to, 'presence', 1 - 0.2 * index),
  );
}

/** `a.b` → `a && a.b`. */
function guarded(node: ts.Expression, site: Site): Mutation[] {
  const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  const access = isRead ? node : ts.isCallExpression(node) ? node.expression : undefined;
  if (!access || !(ts.isPropertyAccessExpression(access) || ts.isElementAccessExpression(access))) return [];
  if (isCallee(node) || leadsToTarget(node) || isObject(node) || ts.isExpressionStatement(node.parent))
    return [];
  const object = access.expression;
  if (!isValue(object) || /^[A-Z]/.test(object.getText())) return [];
  return [replaceExpression(node, `${site.code(object)} && ${site.code(node)}`, 'presence', 0.5)];
}

/** `a[key]` → what `a` has of its own under that name: `constructor` and `__proto__` are in every object. */
function owned(node: ts.Expression, site: Site): Mutation[] {
  if (!ts.isElementAccessExpression(node) || !isValue(node.argumentExpression)) return [];
  if (isCallee(node) || leadsToTarget(node) || isObject(node) || !isValue(node.expression)) return [];
  const [object, key] = [site.code(node.expression), site.code(node.argumentExpression)];
  const own = `(Object.prototype.hasOwnProperty.call(${object}, ${key}) ? ${object}[${key}] : undefined)`;
  return [replaceExpression(node, own, 'presence', asksForInherited(site) ? INHERITED : 0.5)];
}

/** `{ a: 1 }` → `{ __proto__: null, a: 1 }`: a table that has what is written in it and no more. */
function bare(node: ts.Expression, site: Site): Mutation[] {
  if (!ts.isObjectLiteralExpression(node) || leadsToTarget(node) || !asksForInherited(site)) return [];
  const [first] = node.properties;
  if (!first || !node.properties.every(isEntry)) return [];
  return [
    insert(
      first.getStart(),
      '__proto__: null, ',
      'presence',
      said`a table should inherit no names`,
      INHERITED,
    ),
  ];
}

function isEntry(property: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(property) &&
    (ts.isStringLiteral(property.name) ||
      (ts.isIdentifier(property.name) && property.name.text !== '__proto__'))
  );
}

/** True where a value of the tests is a name that each object inherits: they ask what a table says of it. */
function asksForInherited({ hints }: Site): boolean {
  return hints.strings.some((text) => text === '__proto__' || text in Object.prototype);
}

function isObject(node: ts.Node): boolean {
  const { parent } = node;
  const isAccess = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isAccess && parent.expression === node;
}

function isValue(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}
