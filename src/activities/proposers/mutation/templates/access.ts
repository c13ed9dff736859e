import ts from 'typescript';
import type { Mutation } from '../../../../domain/mutation/mutation';
import { isCallee, isReference } from '../donors';
import { mayBe } from '../kinds';
import { functionAround } from '../parse';
import { insert, operand, quote, replaceExpression, type Site } from '../site';

/** Off by one: `x` → `x + 1`, `x - 1`, where numbers stand. */
export function offsets(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node) || !isOffsetPlace(node, site)) return [];
  const code = site.code(node);
  const known = site.kind(node) === 'number' ? 1 : 0.6;
  const tight = ts.isBinaryExpression(node) && /^[-+]$/.test(site.code(node.operatorToken)) ? code : operand(code);
  return ['+ 1', '- 1'].map((step) => replaceExpression(node, `${tight} ${step}`, 'offset', known));
}

function isOffsetPlace(node: ts.Expression, site: Site): boolean {
  if (ts.isLiteralExpression(node) || ts.isParenthesizedExpression(node) || !mayBe(site.kind(node), 'number')) return false;
  if (ts.isIdentifier(node) && (!isReference(node) || isCallee(node))) return false;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return isOperand(parent, node);
  if (ts.isCallExpression(parent)) return parent.expression !== node;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  return ts.isReturnStatement(parent) || ts.isConditionalExpression(parent);
}

function isOperand(parent: ts.BinaryExpression, node: ts.Expression): boolean {
  const operator = parent.operatorToken.kind;
  const assigns = operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
  return parent.right === node || !assigns;
}

/** A value that may be missing: `a?.b`, `a ?? default`. */
export function absences(node: ts.Node, site: Site): Mutation[] {
  return [...optional(node), ...defaulted(node, site)];
}

function optional(node: ts.Node): Mutation[] {
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isAccess || node.questionDotToken || isAssigned(node)) return [];
  const object = node.expression;
  if (ts.isIdentifier(object) && /^[A-Z]/.test(object.text)) return [];
  if (object.kind === ts.SyntaxKind.ThisKeyword || object.kind === ts.SyntaxKind.SuperKeyword) return [];
  const text = ts.isPropertyAccessExpression(node) ? '?' : '?.';
  return [insert(object.end, text, 'optional', `${quote(object.getText())} may be missing: optional access`)];
}

/** True for the target of an assignment or a step: `a.b = 1`, `a.b++`. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent)) return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return parent.expression === node && isAssigned(parent);
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  const operator = parent.operatorToken.kind;
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
}

const DEFAULTS = ['0', "''", '[]', '{}', 'false', 'null'];

function defaulted(node: ts.Node, site: Site): Mutation[] {
  const isMaybe = ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  const isName = ts.isIdentifier(node) && isReference(node) && !isCallee(node);
  if (!isMaybe && !isName) return [];
  if (isAssigned(node) || isCallee(node) || ts.isExpressionStatement(node.parent) || site.kind(node) !== 'unknown') return [];
  const code = site.code(node);
  const mix = ts.isBinaryExpression(node.parent) && /^(&&|\|\|)$/.test(site.code(node.parent.operatorToken));
  return DEFAULTS.map((value) => {
    const text = `${code} ?? ${value}`;
    return replaceExpression(node, mix ? `(${text})` : text, 'default', isName ? 0.5 : 0.8);
  });
}

/** A call in an async function that nothing waits for. */
export function awaits(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isCallExpression(node) || ts.isAwaitExpression(node.parent)) return [];
  const home = functionAround(node);
  const isAsync = ts.isSourceFile(home) || (ts.canHaveModifiers(home) && (ts.getModifiers(home) ?? []).some((one) => one.kind === ts.SyntaxKind.AsyncKeyword));
  if (!isAsync || ts.isSourceFile(home)) return [];
  return [replaceExpression(node, `await ${site.code(node)}`, 'await')];
}
