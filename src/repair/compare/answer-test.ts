import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../codebase';

/** A call whose right answer a person has said. */
export interface AnsweredCall {
  /** Name of the function in its module, its last part. */
  name: string;
  /** Source text of the arguments. */
  args: string;
  /** Source text of the answer. */
  answer: string;
}

/** Assertions by what a test file uses, in the order of preference; `t` is the parameter of its tests. */
const STYLES: readonly {
  sign: RegExp;
  write(actual: string, expected: string, parameter: string): string;
}[] = [
  { sign: /\bexpect\(/, write: (actual, expected) => `expect(${actual}).toEqual(${expected})` },
  {
    sign: /\bassert\.(?:deepStrictEqual|strictEqual|deepEqual|equal|ok)\(/,
    write: (actual, expected) => `assert.deepStrictEqual(${actual}, ${expected})`,
  },
  {
    sign: /\bt\.deepEqual\(|\bt\.is\(|\bt\.equal\(/,
    write: (actual, expected, t) => `${t}.deepEqual(${actual}, ${expected})`,
  },
];

/** Words of answers that are no source text of a value: thrown, asynchronous, changed or shortened. */
const NO_VALUE = /^throws |^resolves |^never settles|^iterator of|a function|itself|…|; (?:argument|this)/;

/**
 * The text of a test file with one more test, in the style of its last one, that holds a call to its answer. Undefined where the
 * file has no test to follow, does not call the function, or the answer can't be written.
 */
export function withAnswer(path: string, text: string, call: AnsweredCall): string | undefined {
  if (NO_VALUE.test(call.answer)) return undefined;
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const callee = calleeIn(file.source, call.name);
    const last = lastTest(file.source);
    const style = STYLES.find(({ sign }) => sign.test(text));
    if (callee === undefined || !last || !style) return undefined;
    const actual = `${callee}(${call.args})`;
    const assertion = style.write(actual, call.answer, last.parameter === '' ? 't' : last.parameter);
    const end = /;\s*$/.test(text.slice(0, last.end)) ? ';' : '';
    const title = JSON.stringify(`gives the answer to ${actual}`)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replaceAll("'", String.raw`\'`);
    const lines = [
      `${last.callee}('${title}', (${last.parameter}) => {`,
      `${last.indent}  ${assertion}${end}`,
      `${last.indent}})${end}`,
    ];
    return `${text.slice(0, last.end)}\n${last.indent}${lines.join('\n')}${text.slice(last.end)}`;
  });
}

function calleeIn(source: ts.SourceFile, name: string): string | undefined {
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isNamed = ts.isIdentifier(expression) && expression.text === name;
      const isMember =
        ts.isPropertyAccessExpression(expression) &&
        expression.name.text === name &&
        ts.isIdentifier(expression.expression);
      if (isNamed || isMember) found ??= expression.getText();
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

interface LastTest {
  end: number;
  callee: string;
  /** Parameter of its function; empty: none. */
  parameter: string;
  indent: string;
}

/** The last plain test of the file: `test('…', () => …)`. */
function lastTest(source: ts.SourceFile): LastTest | undefined {
  let found: LastTest | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const { expression, arguments: given } = node.expression;
      const body = given.at(-1);
      const isTest = /^(?:test|it)$/.test(expression.getText()) && given.length === 2;
      if (isTest && body && (ts.isArrowFunction(body) || ts.isFunctionExpression(body))) {
        const line = source.text.lastIndexOf('\n', node.getStart() - 1) + 1;
        found = {
          end: node.end,
          callee: expression.getText(),
          parameter: body.parameters[0]?.name.getText() ?? '',
          indent: /^[ \t]*/.exec(source.text.slice(line, node.getStart()))?.[0] ?? '',
        };
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
