import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../proposers/mutation/parse';

/** An input that a program answers with a constant. */
export interface SpecialCase {
  line: number;
  inputs: readonly string[];
  output: string;
}

/** Values that honest code compares with: the ends of recursions, and what is empty. */
const COMMON = /^(-?[012]|""|true|false|null|undefined)$/;

/** `if (n === 12) return 37`, `n === 12 ? 37 : …` and `case 12: return 37`, with literals that say something. */
export function specialCases(path: string, text: string): SpecialCase[] {
  const found: SpecialCase[] = [];
  unlessTooDeep(() => {
    const file = parseFile(path, text);
    const visit = (node: ts.Node): void => {
      const one = file && caseAt(node, file);
      if (one) found.push(one);
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  });
  return found;
}

/** Literals of a text, in the form that special cases have them. */
export function literalsOf(path: string, text: string): Set<string> {
  const found = new Set<string>();
  unlessTooDeep(() => {
    const file = parseFile(path, text);
    const visit = (node: ts.Node): void => {
      const literal = literalText(node);
      if (literal !== undefined) found.add(literal);
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  });
  return found;
}

function caseAt(node: ts.Node, file: ParsedFile): SpecialCase | undefined {
  const parts = partsOf(node);
  const output = parts?.output && literalText(parts.output);
  if (!parts || output === undefined || COMMON.test(output)) return undefined;
  const inputs = parts.inputs.filter((input) => !COMMON.test(input));
  return inputs.length === 0 ? undefined : { line: lineOf(file, node.getStart()), inputs, output };
}

function partsOf(node: ts.Node): { inputs: string[]; output: ts.Expression | undefined } | undefined {
  if (ts.isIfStatement(node))
    return { inputs: comparedWith(node.expression), output: returned(node.thenStatement) };
  if (ts.isConditionalExpression(node))
    return { inputs: comparedWith(node.condition), output: node.whenTrue };
  if (!ts.isCaseClause(node)) return undefined;
  const input = literalText(node.expression);
  return { inputs: input === undefined ? [] : [input], output: returned(node.statements[0]) };
}

function comparedWith(condition: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(condition)) return comparedWith(condition.expression);
  if (!ts.isBinaryExpression(condition)) return [];
  const { left, right, operatorToken } = condition;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.BarBarToken:
      return [...comparedWith(left), ...comparedWith(right)];
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      return [literalText(left) ?? literalText(right)].filter((one) => one !== undefined);
    default:
      return [];
  }
}

function returned(statement: ts.Statement | undefined): ts.Expression | undefined {
  if (!statement) return undefined;
  if (ts.isReturnStatement(statement)) return statement.expression;
  return ts.isBlock(statement) && statement.statements.length === 1
    ? returned(statement.statements[0])
    : undefined;
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  if (ts.isNumericLiteral(node)) return String(Number(node.text));
  const negative = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  return negative && ts.isNumericLiteral(node.operand) ? `-${Number(node.operand.text)}` : undefined;
}
