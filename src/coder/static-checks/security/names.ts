import ts from 'typescript';
import { moduleOf, textOf } from '../source';

/** Dotted name of what is called: `Object.assign`, also of `globalThis['eval']`; undefined where it is no plain name. */
export function calleeName(node: ts.CallExpression | ts.NewExpression): string | undefined {
  return dottedName(node.expression);
}

function dottedName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  // (0, eval)('…')
  if (ts.isParenthesizedExpression(node)) return dottedName(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return dottedName(node.right);
  const name = memberName(node);
  if (name === undefined) return undefined;
  const of = dottedName((node as ts.PropertyAccessExpression).expression);
  return of === undefined ? undefined : `${of}.${name}`;
}

/** Name of the member that an expression takes: of `a.b` and `a['b']`. */
export function memberName(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

/** Name of the module that a node imports. */
export function moduleName(node: ts.Node): string | undefined {
  const module = moduleOf(node);
  return module && textOf(module.name);
}
