import ts from 'typescript';
import { isFunction, parseFile } from '../../codebase';
import { CODE_FILE } from './source';

/** Static measures of code; less is better. */
export interface Metrics {
  /** Branches of the function with most of them, and one. */
  complexity: number;
  /** Statements within each other, at most. */
  depth: number;
  /** Lines of the longest function. */
  lines: number;
}

/** Measures of code; undefined where it can't be read. */
export function metricsOf(code: string): Metrics | undefined {
  const file = parseFile(CODE_FILE, code);
  if (!file) return undefined;
  const { source } = file;
  const most = { complexity: 1, depth: 0, lines: 0 };
  const visit = (node: ts.Node, own: { branches: number }, depth: number): void => {
    const inner = isFunction(node) ? { branches: 1 } : own;
    if (isBranch(node)) inner.branches += 1;
    const below = isFunction(node) ? 0 : depth + (nests(node) ? 1 : 0);
    most.depth = Math.max(most.depth, below);
    ts.forEachChild(node, (child) => visit(child, inner, below));
    most.complexity = Math.max(most.complexity, inner.branches);
    if (isFunction(node)) most.lines = Math.max(most.lines, linesOf(source, node));
  };
  visit(source, { branches: 1 }, 0);
  return most;
}

/** True if no measure is worse and one is better. */
export function isBetter(now: Metrics, before: Metrics): boolean {
  const names = ['complexity', 'depth', 'lines'] as const;
  return names.every((name) => now[name] <= before[name]) && names.some((name) => now[name] < before[name]);
}

/** `complexity 4, depth 2, 20 lines` */
export function metricsText({ complexity, depth, lines }: Metrics): string {
  return `complexity ${complexity}, depth ${depth}, ${lines} lines`;
}

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  return source.getLineAndCharacterOfPosition(node.end).line - first + 1;
}

const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isBranch(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return LOGICAL.has(node.operatorToken.kind);
  return (
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isConditionalExpression(node) ||
    ts.isCaseClause(node) ||
    ts.isCatchClause(node)
  );
}

function nests(node: ts.Node): boolean {
  return (
    (ts.isIfStatement(node) && !(ts.isIfStatement(node.parent) && node.parent.elseStatement === node)) ||
    ts.isIterationStatement(node, false) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node)
  );
}
