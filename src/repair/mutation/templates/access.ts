import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isAssignment, isTarget, leadsToTarget } from '../assignment';
import { isCallee, isReference } from '../donors';
import { mayBe } from '../kinds';
import { functionAround } from '../../../codebase';
import { asOperand } from '../precedence';
import { quote } from '../../quote';
import { insert, replaceExpression, type Site } from '../site';
import { said } from '../../../domain/run/said';

/** Off by one: `x` → `x + 1`, `x - 1`, where numbers stand. */
export function offsets(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isExpression(node) || !isOffsetPlace(node, site)) return [];
  const code = site.code(node);
  const known = site.kind(node) === 'number' ? 1 : 0.6;
  const isIndex = ts.isElementAccessExpression(node.parent) || ts.isCallExpression(node.parent);
  const sizes = isIndex ? site.donors(node).numbers.filter((size) => Number(size) > 1) : [];
  return ['1', ...sizes].flatMap((size) =>
    ['+', '-'].map((sign) =>
      replaceExpression(
        node,
        `${asOperand(code, sign, 'left')} ${sign} ${size}`,
        'offset',
        size === '1' ? known : known * 0.45,
      ),
    ),
  );
}

function isOffsetPlace(node: ts.Expression, site: Site): boolean {
  if (ts.isLiteralExpression(node) || ts.isParenthesizedExpression(node) || !mayBe(site.kind(node), 'number'))
    return false;
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
  return parent.right === node || !isAssignment(parent.operatorToken.kind);
}

/** A value that may be missing: `a?.b`, `a ?? default`. */
export function absences(node: ts.Node, site: Site): Mutation[] {
  return [...optional(node), ...defaulted(node, site)];
}

function optional(node: ts.Node): Mutation[] {
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isAccess || node.questionDotToken || leadsToTarget(node)) return [];
  const object = node.expression;
  if (ts.isIdentifier(object) && /^[A-Z]/.test(object.text)) return [];
  if (object.kind === ts.SyntaxKind.ThisKeyword || object.kind === ts.SyntaxKind.SuperKeyword) return [];
  const text = ts.isPropertyAccessExpression(node) ? '?' : '?.';
  return [
    insert(object.end, text, 'optional', said`${quote(object.getText())} may be missing: optional access`),
  ];
}

const DEFAULTS = ['0', "''", '[]', '{}', 'false', 'null'];

function defaulted(node: ts.Node, site: Site): Mutation[] {
  const isMaybe =
    ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  const isName = ts.isIdentifier(node) && isReference(node) && !isCallee(node);
  if (!isMaybe && !isName) return [];
  if (
    isTarget(node) ||
    isCallee(node) ||
    ts.isExpressionStatement(node.parent) ||
    site.kind(node) !== 'unknown'
  )
    return [];
  const code = site.code(node);
  const weight = isName ? 0.5 : 0.8;
  return [
    ...DEFAULTS.map((value) => replaceExpression(node, `${code} ?? ${value}`, 'default', weight)),
    // For what is no number, too.
    replaceExpression(node, `${asOperand(code, '||', 'left')} || 0`, 'default', 0.8 * weight),
  ];
}

/** A call in an async function that nothing waits for. */
export function awaits(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isCallExpression(node) || ts.isAwaitExpression(node.parent)) return [];
  const home = functionAround(node);
  const isAsync =
    ts.isSourceFile(home) ||
    (ts.canHaveModifiers(home) &&
      (ts.getModifiers(home) ?? []).some((one) => one.kind === ts.SyntaxKind.AsyncKeyword));
  if (!isAsync || ts.isSourceFile(home)) return [];
  return [replaceExpression(node, `await ${site.code(node)}`, 'await')];
}
