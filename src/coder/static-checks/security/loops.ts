import ts from 'typescript';

/** Reason why a loop may never end; undefined where something in it ends it. */
export function endsLoop(loop: ts.IterationStatement): string | undefined {
  return isEndless(loop) && !leaves(loop.statement, loop)
    ? 'The loop has no condition that ends it, and nothing in it leaves it.'
    : undefined;
}

/** True for a loop whose condition never fails. */
function isEndless(loop: ts.IterationStatement): boolean {
  if (ts.isForStatement(loop)) return loop.condition === undefined || isTrue(loop.condition);
  return (ts.isWhileStatement(loop) || ts.isDoStatement(loop)) && isTrue(loop.expression);
}

function isTrue(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isTrue(node.expression);
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (ts.isStringLiteralLike(node)) return node.text !== '';
  // !0, !false
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return isFalse(node.operand);
  return (
    node.kind === ts.SyntaxKind.TrueKeyword ||
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node)
  );
}

function isFalse(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isNumericLiteral(node) && Number(node.text) === 0)
  );
}

/** True if a statement of a loop's body can leave the loop: `return`, `throw`, `yield`, or a `break` that is the loop's. */
function leaves(node: ts.Node, loop: ts.IterationStatement): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isYieldExpression(node)) return true;
  if (ts.isBreakStatement(node)) return breaks(node, loop);
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  return ts.forEachChild(node, (child) => leaves(child, loop) || undefined) ?? false;
}

/** True if a break leaves the loop, or a statement around it. */
function breaks({ label, parent }: ts.BreakStatement, loop: ts.IterationStatement): boolean {
  for (let node: ts.Node = parent; node !== loop; node = node.parent) {
    if (
      label
        ? isLabelled(node, label.text)
        : ts.isIterationStatement(node, false) || ts.isSwitchStatement(node)
    )
      return false;
  }
  return true;
}

function isLabelled(node: ts.Node, label: string): boolean {
  return ts.isLabeledStatement(node) && node.label.text === label;
}
