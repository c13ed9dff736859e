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
const ASYMMETRIC = /\bexpect\s*\.\s*\w/;
/** Without an argument these say only that something was thrown, or recorded now. */
const BARE = /^(?:toThrow(?:Error|ErrorMatchingSnapshot)?|throws|rejects|toMatch(?:Inline)?Snapshot)$/;

/** Strength of an assertion, 1 to 3; undefined where the call is none. */
export function strengthOf(call: ts.CallExpression): 1 | 2 | 3 | undefined {
  const chain = chainOf(call);
  if (!chain) return undefined;
  const { root, names } = chain;
  const matcher = names.at(-1) ?? root;
  if (root !== 'assert' && names.length === 0) return undefined;
  if (isEmpty(call)) return undefined;
  if (STATES.test([root, ...names].join('.'))) return statedBy(call.arguments[0]);
  if (names.includes('not') || VAGUE.has(matcher) || (BARE.test(matcher) && call.arguments.length === 0))
    return 1;
  const exact = EXACT.has(matcher) && !call.arguments.some((given) => ASYMMETRIC.test(given.getText()));
  return exact ? 3 : 2;
}

/** Assertions of a condition. */
const STATES = /^(?:console\.assert|assert|assert\.ok)$/;

function statedBy(condition: ts.Expression | undefined): 1 | 2 | 3 {
  if (condition && ts.isParenthesizedExpression(condition)) return statedBy(condition.expression);
  if (!condition || !ts.isBinaryExpression(condition)) return 1;
  const { left, right, operatorToken } = condition;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return 3;
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return Math.max(statedBy(left), statedBy(right)) as 1 | 2 | 3;
    case ts.SyntaxKind.LessThanToken:
    case ts.SyntaxKind.LessThanEqualsToken:
    case ts.SyntaxKind.GreaterThanToken:
    case ts.SyntaxKind.GreaterThanEqualsToken:
      return 2;
    default:
      return 1;
  }
}

const NEAR = /^(?:approximately|closeTo|almostEqual|approx)$/;

/** Difference that an assertion lets pass: `Math.abs(a - b) < 0.01`, `toBeCloseTo(b, 3)`, `closeTo(b, 0.1)`; undefined where it lets none. */
export function toleranceOf(call: ts.CallExpression): number | undefined {
  const matcher = chainOf(call)?.names.at(-1) ?? '';
  const [condition, digits = condition] = call.arguments;
  if (matcher === 'toBeCloseTo') return 10 ** -(call.arguments.length > 1 ? (numberIn(digits) ?? 2) : 2);
  if (NEAR.test(matcher)) return numberIn(call.arguments.at(-1));
  if (!condition || !ts.isBinaryExpression(condition) || statedBy(condition) !== 2) return undefined;
  const { left, right } = condition;
  if (/\bMath\.abs\b/.test(left.getText())) return numberIn(right);
  return /\bMath\.abs\b/.test(right.getText()) ? numberIn(left) : undefined;
}

function numberIn(node: ts.Expression | undefined): number | undefined {
  const value = Number(node?.getText().replaceAll('_', ''));
  return Number.isFinite(value) ? value : undefined;
}

/** True for `expect(v).toBe(v)`, `expect(1).toBe(1)` and `assert.ok(true)`: they hold whatever the program does. */
function isEmpty(call: ts.CallExpression): boolean {
  const [stated, ...others] = call.arguments;
  const isPlain = /^(?:assert|console)\b/.test(call.expression.getText());
  if (isPlain && stated && isConstant(stated) && others.every(isConstant)) return true;
  let received: ts.Expression | undefined;
  const visit = (node: ts.Expression): void => {
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isCallExpression(node) && node.expression.getText() === 'expect')
      received = node.arguments[0];
  };
  visit(call.expression);
  if (!received) return false;
  const [expected] = call.arguments;
  return isConstant(received) || (expected !== undefined && expected.getText() === received.getText());
}

function isConstant(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword
  );
}

/** `expect(x).not.toBe` → `expect`, `[not, toBe]`; `assert.equal` → `assert`, `[equal]`; `x.should.be.ok` → `should`, `[be, ok]`. */
function chainOf(call: ts.CallExpression): { root: string; names: string[] } | undefined {
  const names: string[] = [];
  let current: ts.Expression = call.expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(current)) {
      if (current.name.text === 'should') return { root: 'should', names };
      names.unshift(current.name.text);
      current = current.expression;
    } else if (ts.isCallExpression(current) && ts.isIdentifier(current.expression)) {
      const { text } = current.expression;
      return text === 'expect' || text === 'should' ? { root: text, names } : undefined;
    } else if (ts.isIdentifier(current)) {
      const root = current.text;
      // `expect.anything()` and `expect.extend()` assert nothing.
      const isAssertion = root === 'assert' || (root === 'console' && names.join('.') === 'assert');
      return isAssertion ? { root, names } : undefined;
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

/**
 * True if nothing that runs the function around `body` can leave a call out: it stands in no loop and no callback, behind no jump, and
 * what it promises is waited for.
 */
export function isSure(call: ts.CallExpression, body: ts.Node): boolean {
  if (isAvoidable(call, body) || (isPromise(call) && !isAwaited(call))) return false;
  let functions = 0;
  for (let node: ts.Node = call; node !== body && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isFunctionLike(node)) functions += 1;
    if (ts.isIterationStatement(parent, false) && !ts.isDoStatement(parent) && parent.statement === node)
      return false;
    if (ts.isBlock(parent) && parent.statements.some((one) => one.end <= node.pos && mayJump(one)))
      return false;
  }
  return functions <= 1;
}

function isPromise(call: ts.CallExpression): boolean {
  return /\.\s*(?:resolves|rejects)\s*(?:\.\s*not\s*)?\.\s*\w+$/.test(call.expression.getText());
}

function isAwaited({ parent }: ts.CallExpression): boolean {
  return (
    ts.isAwaitExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isArrayLiteralExpression(parent)
  );
}

/** True if a statement may end the function, or the block around, by itself. */
function mayJump(statement: ts.Node): boolean {
  if (ts.isFunctionLike(statement) || ts.isClassLike(statement)) return false;
  if (ts.isReturnStatement(statement) || ts.isBreakOrContinueStatement(statement)) return true;
  return ts.forEachChild(statement, (child) => mayJump(child) || undefined) ?? false;
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
