import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../codebase';
import { fold } from './fold';
import { definedTests } from './test-facts';

/** Literals that a test gives to the program, and those that it expects of it. */
export interface TestAnswer {
  inputs: readonly string[];
  outputs: readonly string[];
}

/** Values that honest code holds anyway: ends of recursions, small numbers, and what is empty. */
export const COMMON = /^(?:-?(?:[0-9]|10|100|1000)|"[^"]?"|"\s*"|true|false|null|undefined)$/;

/** A literal in the form of this module: numbers by their value, texts in quotes. */
export function literalOf(node: ts.Node): string | undefined {
  const value = fold(node);
  if (typeof value === 'number') return String(value);
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Literals of an expression, each once. */
export function literalsIn(node: ts.Node): string[] {
  const found = new Set<string>();
  const visit = (one: ts.Node): void => {
    const literal = literalOf(one);
    if (literal !== undefined && !COMMON.test(literal)) found.add(literal);
    if (literal === undefined) ts.forEachChild(one, visit);
  };
  visit(node);
  return [...found];
}

/** Calls and expected answers in the tests of a file. */
export function testAnswers(path: string, text: string): TestAnswer[] {
  return (
    unlessTooDeep(() => {
      const file = parseFile(path, text);
      if (!file) return [];
      const found: TestAnswer[] = [];
      const visit = (node: ts.Node): void => {
        const answer = answerAt(node);
        if (answer) found.push(answer);
        else ts.forEachChild(node, visit);
      };
      visit(file.source);
      return [...found, ...definedTests(file.source).flatMap(({ call }) => rowsOf(call))];
    }) ?? []
  );
}

function answerAt(node: ts.Node): TestAnswer | undefined {
  if (ts.isCallExpression(node)) {
    const parts = assertedBy(node);
    return parts && answerOf(parts[0], parts[1]);
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const compares = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken;
  if (!compares) return undefined;
  const [actual, expected] = hasCall(node.left) ? [node.left, node.right] : [node.right, node.left];
  return hasCall(actual) ? answerOf(actual, expected) : undefined;
}

function answerOf(actual: ts.Node, expected: ts.Node): TestAnswer | undefined {
  const outputs = literalsIn(expected);
  return outputs.length === 0 ? undefined : { inputs: literalsIn(actual), outputs };
}

function hasCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) || (ts.forEachChild(node, hasCall) ?? false);
}

/** `expect(actual).toBe(expected)` and `assert.equal(actual, expected)`. */
function assertedBy({ expression, arguments: given }: ts.CallExpression): [ts.Node, ts.Node] | undefined {
  const [first, second] = given;
  if (!ts.isPropertyAccessExpression(expression) || !first) return undefined;
  const asked = askedBy(expression.expression);
  if (asked) return [asked, first];
  return second && /^assert|^t$/.test(expression.expression.getText()) ? [first, second] : undefined;
}

/** The argument of `expect` before `.resolves`, `.not` and the like. */
function askedBy(node: ts.Expression): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(node)) return askedBy(node.expression);
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'expect') return undefined;
  return node.arguments[0];
}

/** Rows of `it.each`: the last value is the one that is expected. */
function rowsOf(call: ts.CallExpression): TestAnswer[] {
  const maker = ts.isCallExpression(call.expression) ? call.expression.arguments[0] : undefined;
  if (!maker || !ts.isArrayLiteralExpression(maker)) return [];
  return maker.elements.flatMap((row) => {
    const values = ts.isArrayLiteralExpression(row)
      ? [...row.elements]
      : ts.isObjectLiteralExpression(row)
        ? row.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : []))
        : [];
    const last = values.at(-1);
    const inputs = values.slice(0, -1).flatMap(literalsIn);
    return last ? [{ inputs, outputs: literalsIn(last) }] : [];
  });
}
