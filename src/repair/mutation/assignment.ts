import ts from 'typescript';
import { functionAround } from '../../codebase';

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

/**
 * True for a variable that holds no value where it is assigned to: its declaration gives it none, and each other assignment comes later
 * or in another branch.
 */
export function isUnset(target: ts.Node): boolean {
  if (!ts.isIdentifier(target)) return false;
  const home = functionAround(target);
  let declared = 0;
  let isSet = false;
  const visit = (node: ts.Node): void => {
    if (isSet) return;
    if (ts.isIdentifier(node) && node.text === target.text && node !== target) {
      if (isEmptyDeclaration(node.parent, node)) declared += 1;
      else
        isSet =
          ts.isParameter(node.parent) || ts.isBindingElement(node.parent) || mayComeBefore(node, target);
    }
    ts.forEachChild(node, visit);
  };
  visit(home);
  return declared === 1 && !isSet;
}

/** `let a;`, outside of the head of a loop. */
function isEmptyDeclaration(node: ts.Node, name: ts.Identifier): boolean {
  if (!ts.isVariableDeclaration(node) || node.name !== name || node.initializer) return false;
  return ts.isVariableStatement(node.parent.parent);
}

/** True for a name that is written to, if that may happen before another place of the same function is reached. */
function mayComeBefore(written: ts.Identifier, other: ts.Node): boolean {
  const isDeclared = ts.isVariableDeclaration(written.parent) && written.parent.name === written;
  if (!isDeclared && !isTarget(written)) return false;
  const home = functionAround(other);
  if (functionAround(written) !== home) return true;
  let [inner, shared]: [ts.Node, ts.Node] = [written, written.parent];
  while (shared.pos > other.pos || other.end > shared.end) [inner, shared] = [shared, shared.parent];
  for (let at = shared; at !== home; at = at.parent) if (ts.isIterationStatement(at, false)) return true;
  const isOtherBranch = ts.isCaseBlock(shared) || (ts.isIfStatement(shared) && inner !== shared.expression);
  return !isOtherBranch && written.pos < other.pos;
}
