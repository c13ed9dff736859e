import ts from 'typescript';

/** Matchers and assertions by how much they say; what is not listed says that something is so in part. */
const EXACT = new Set([
  ...['toBe', 'toEqual', 'toStrictEqual', 'toBeCloseTo', 'toMatchSnapshot', 'toMatchInlineSnapshot'],
  ...['strictEqual', 'deepStrictEqual', 'deepEqual', 'equal', 'equals', 'eql'],
]);
const VAGUE = new Set([
  ...['toBeTruthy', 'toBeFalsy', 'toBeDefined', 'toBeUndefined', 'toBeInstanceOf', 'toHaveBeenCalled'],
  ...['ok', 'assert', 'doesNotThrow', 'doesNotReject', 'notEqual', 'notStrictEqual', 'exist', 'isDefined'],
]);
const ASYMMETRIC = /\bexpect\s*\.\s*(anything|any|not)\b/;

/** Strength of an assertion, 1 to 3; undefined where the call is none. */
export function strengthOf(call: ts.CallExpression): 1 | 2 | 3 | undefined {
  const chain = chainOf(call);
  if (!chain) return undefined;
  const { root, names } = chain;
  const matcher = names.at(-1) ?? root;
  if (root === 'expect' && names.length === 0) return undefined;
  if (names.includes('not') || VAGUE.has(matcher)) return 1;
  const exact = EXACT.has(matcher) && !call.arguments.some((given) => ASYMMETRIC.test(given.getText()));
  return exact ? 3 : 2;
}

/** `expect(x).not.toBe` → `expect`, `[not, toBe]`; `assert.equal` → `assert`, `[equal]`. */
function chainOf(call: ts.CallExpression): { root: string; names: string[] } | undefined {
  const names: string[] = [];
  let current: ts.Expression = call.expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(current)) {
      names.unshift(current.name.text);
      current = current.expression;
    } else if (ts.isCallExpression(current) && ts.isIdentifier(current.expression)) {
      return current.expression.text === 'expect' ? { root: 'expect', names } : undefined;
    } else if (ts.isIdentifier(current)) {
      const root = current.text;
      // `expect.anything()` and `expect.extend()` assert nothing.
      return root === 'assert' ? { root, names } : undefined;
    } else return undefined;
  }
}

/** True if a call inside `body` may be left out: behind a condition, caught, or after a `return`. */
export function isAvoidable(call: ts.Node, body: ts.Node): boolean {
  for (let node = call; node !== body && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isIfStatement(parent) && node !== parent.expression) return true;
    if (ts.isConditionalExpression(parent) && node !== parent.condition) return true;
    if (ts.isTryStatement(parent) && parent.catchClause && node !== parent.finallyBlock) return true;
    if (ts.isBinaryExpression(parent) && isLogical(parent) && node === parent.right) return true;
    if (ts.isBlock(parent) && comesAfterReturn(node, parent)) return true;
  }
  return false;
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

function comesAfterReturn(node: ts.Node, block: ts.Block): boolean {
  const end = block.statements.find((statement) => ts.isReturnStatement(statement));
  return end !== undefined && end.end <= node.pos;
}
