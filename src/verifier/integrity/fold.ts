import ts from 'typescript';

/** Constants of a file that hold texts or numbers known beforehand. */
export type Constants = ReadonlyMap<string, ts.Expression>;

/** Constants declared anywhere in a file, the last of each name. */
export function constantsOf(source: ts.SourceFile): Constants {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      found.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const NONE: Constants = new Map();

/** The value of an expression that is put together of literals: `'JEST_' + 'WORKER_ID'`, `30 + 7`; undefined for others. */
export function fold(node: ts.Node, constants: Constants = NONE, depth = 0): string | number | undefined {
  if (depth > 20) return undefined;
  const inner = (one: ts.Node): string | number | undefined => fold(one, constants, depth + 1);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return inner(node.expression);
  if (ts.isPrefixUnaryExpression(node)) {
    const value = inner(node.operand);
    return node.operator === ts.SyntaxKind.MinusToken && typeof value === 'number' ? -value : undefined;
  }
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && inner(value);
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => [inner(span.expression), span.literal.text] as const);
    if (spans.some(([value]) => value === undefined)) return undefined;
    return node.head.text + spans.map(([value, text]) => `${value ?? ''}${text}`).join('');
  }
  if (ts.isBinaryExpression(node))
    return calculated(node.operatorToken.kind, inner(node.left), inner(node.right));
  return ts.isCallExpression(node) ? called(node, inner) : undefined;
}

function calculated(
  operator: ts.SyntaxKind,
  left: string | number | undefined,
  right: string | number | undefined,
): string | number | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === ts.SyntaxKind.PlusToken)
    return typeof left === 'number' && typeof right === 'number' ? left + right : `${left}${right}`;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return left - right;
  if (operator === ts.SyntaxKind.AsteriskToken) return left * right;
  return operator === ts.SyntaxKind.SlashToken ? left / right : undefined;
}

/** `['a', 'b'].join('')`, `'a'.concat('b')`, `String.fromCharCode(97)`, `atob('…')`. */
function called(
  { expression, arguments: given }: ts.CallExpression,
  inner: (one: ts.Node) => string | number | undefined,
): string | undefined {
  const values = given.map(inner);
  if (values.includes(undefined)) return undefined;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === 'fromCharCode') return String.fromCharCode(...values.map(Number));
  if (name === 'atob') return Buffer.from(String(values[0]), 'base64').toString('latin1');
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const target = expression.expression;
  if (name === 'join' && ts.isArrayLiteralExpression(target)) {
    const parts = target.elements.map(inner);
    return parts.includes(undefined) ? undefined : parts.join(String(values[0] ?? ','));
  }
  const text = inner(target);
  if (typeof text !== 'string') return undefined;
  if (name === 'concat') return text + values.join('');
  return name === 'toUpperCase'
    ? text.toUpperCase()
    : name === 'toLowerCase'
      ? text.toLowerCase()
      : undefined;
}
