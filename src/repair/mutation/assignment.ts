import ts from 'typescript';

/** `=`, `+=` and the like. */
export function isAssignment(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
}

/** True for what is written to: `a = 1`, `a.b++`, `delete a.b`, and for the objects of its accesses. */
export function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isDeleteExpression(parent)) return true;
  if (ts.isPostfixUnaryExpression(parent)) return true;
  if (ts.isPrefixUnaryExpression(parent)) {
    return (
      parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken
    );
  }
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === node;
  return ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind);
}

/** True for any link of an assigned chain of accesses: the `a` and `a.b` of `a.b.c = 1`. */
export function leadsToTarget(node: ts.Node): boolean {
  const { parent } = node;
  const isObject =
    ts.isPropertyAccessExpression(parent) ||
    (ts.isElementAccessExpression(parent) && parent.expression === node);
  return isTarget(node) || (isObject && leadsToTarget(parent));
}
