import ts from 'typescript';

/** Kind of a value, guessed from syntax alone. `sequence` is a string or an array. */
export type Kind = 'number' | 'string' | 'boolean' | 'array' | 'sequence' | 'function' | 'object' | 'unknown';

/** Methods and properties that tell the kind of what they are called on. */
const RECEIVER: Readonly<Record<string, Kind>> = {
  ...table('array', [
    'push',
    'pop',
    'shift',
    'unshift',
    'map',
    'filter',
    'reduce',
    'reduceRight',
    'forEach',
    'some',
  ]),
  ...table('array', [
    'every',
    'sort',
    'reverse',
    'splice',
    'join',
    'find',
    'findIndex',
    'flat',
    'flatMap',
    'fill',
  ]),
  ...table('string', [
    'split',
    'charCodeAt',
    'charAt',
    'codePointAt',
    'toLowerCase',
    'toUpperCase',
    'trim',
    'replace',
  ]),
  ...table('string', [
    'startsWith',
    'endsWith',
    'padStart',
    'padEnd',
    'substring',
    'repeat',
    'match',
    'replaceAll',
  ]),
  ...table('sequence', ['length', 'slice', 'indexOf', 'lastIndexOf', 'includes', 'at', 'concat']),
  ...table('number', ['toFixed', 'toPrecision']),
};

/** Kinds of what methods and properties give. */
const RESULT: Readonly<Record<string, Kind>> = {
  ...table('array', [
    'map',
    'filter',
    'split',
    'sort',
    'reverse',
    'splice',
    'flat',
    'flatMap',
    'keys',
    'values',
    'entries',
    'from',
  ]),
  ...table('string', [
    'join',
    'toLowerCase',
    'toUpperCase',
    'trim',
    'charAt',
    'replace',
    'substring',
    'toString',
    'toFixed',
  ]),
  ...table('string', ['padStart', 'padEnd', 'repeat', 'fromCharCode', 'stringify', 'replaceAll', 'String']),
  ...table('number', [
    'length',
    'size',
    'indexOf',
    'lastIndexOf',
    'findIndex',
    'charCodeAt',
    'codePointAt',
    'push',
  ]),
  ...table('number', [
    'abs',
    'floor',
    'ceil',
    'round',
    'min',
    'max',
    'sqrt',
    'pow',
    'trunc',
    'sign',
    'Number',
  ]),
  ...table('number', ['parseInt', 'parseFloat', 'getTime', 'now', 'log', 'exp', 'random']),
  ...table('boolean', [
    'some',
    'every',
    'includes',
    'startsWith',
    'endsWith',
    'has',
    'test',
    'isArray',
    'isInteger',
    'Boolean',
  ]),
  ...table('sequence', ['slice', 'concat']),
};

function table(kind: Kind, names: readonly string[]): Record<string, Kind> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Kinds of names, as far as their declarations and uses show. */
export type NameKinds = (name: string, at: ts.Node) => Kind;

export function kindOf(node: ts.Node, names: NameKinds): Kind {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    return kindOf(node.expression, names);
  if (ts.isNumericLiteral(node) || ts.isPostfixUnaryExpression(node)) return 'number';
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return 'string';
  if (ts.isArrayLiteralExpression(node)) return 'array';
  if (ts.isObjectLiteralExpression(node)) return 'object';
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'function';
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return 'boolean';
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.ExclamationToken ? 'boolean' : 'number';
  if (ts.isBinaryExpression(node)) return kindOfBinary(node, names);
  if (ts.isConditionalExpression(node))
    return join(kindOf(node.whenTrue, names), kindOf(node.whenFalse, names));
  if (ts.isCallExpression(node)) return kindOfCall(node, names);
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'length' || node.name.text === 'size' ? 'number' : 'unknown';
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Array' ? 'array' : 'object';
  if (ts.isIdentifier(node)) return names(node.text, node);
  return 'unknown';
}

function kindOfBinary(node: ts.BinaryExpression, names: NameKinds): Kind {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.PlusToken) {
    const [left, right] = [kindOf(node.left, names), kindOf(node.right, names)];
    if (left === 'string' || right === 'string') return 'string';
    return left === 'number' && right === 'number' ? 'number' : 'unknown';
  }
  if (isComparison(operator)) return 'boolean';
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken) {
    return join(kindOf(node.left, names), kindOf(node.right, names));
  }
  if (operator === ts.SyntaxKind.QuestionQuestionToken) return kindOf(node.right, names);
  return isArithmetic(operator) ? 'number' : 'unknown';
}

function kindOfCall(node: ts.CallExpression, names: NameKinds): Kind {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee)
    ? callee.name.text
    : ts.isIdentifier(callee)
      ? callee.text
      : '';
  const result = Object.hasOwn(RESULT, name) ? RESULT[name] : undefined;
  if (result === 'sequence' && ts.isPropertyAccessExpression(callee)) {
    const receiver = kindOf(callee.expression, names);
    return receiver === 'unknown' ? 'sequence' : receiver;
  }
  return result ?? 'unknown';
}

/** Kind that one use of a name shows, such as `array` for `x.push`. */
export function kindByUse(name: ts.Identifier): Kind {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === name) {
    return Object.hasOwn(RECEIVER, parent.name.text) ? (RECEIVER[parent.name.text] ?? 'unknown') : 'unknown';
  }
  if (ts.isCallExpression(parent) && parent.expression === name) return 'function';
  if (ts.isElementAccessExpression(parent)) return parent.expression === name ? 'unknown' : 'number';
  if (ts.isPostfixUnaryExpression(parent)) return 'number';
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    if (isArithmetic(operator)) return 'number';
    if (isComparison(operator)) return literalKind(parent.left === name ? parent.right : parent.left);
  }
  if (ts.isForOfStatement(parent) && parent.expression === name) return 'sequence';
  return 'unknown';
}

function literalKind(node: ts.Expression): Kind {
  if (ts.isNumericLiteral(node)) return 'number';
  if (ts.isStringLiteralLike(node)) return 'string';
  return 'unknown';
}

export function kindOfType(type: ts.TypeNode | undefined): Kind {
  if (!type) return 'unknown';
  if (type.kind === ts.SyntaxKind.NumberKeyword) return 'number';
  if (type.kind === ts.SyntaxKind.StringKeyword) return 'string';
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return 'boolean';
  if (ts.isArrayTypeNode(type) || ts.isTupleTypeNode(type)) return 'array';
  if (ts.isTypeOperatorNode(type)) return kindOfType(type.type);
  if (ts.isFunctionTypeNode(type)) return 'function';
  if (ts.isTypeReferenceNode(type))
    return /^(Readonly)?Array$/.test(type.typeName.getText()) ? 'array' : 'object';
  return 'unknown';
}

/** False only where both kinds are known and differ. */
export function mayBe(a: Kind, b: Kind): boolean {
  if (a === b || a === 'unknown' || b === 'unknown') return true;
  return isSequence(a) && isSequence(b) && (a === 'sequence' || b === 'sequence');
}

function isSequence(kind: Kind): boolean {
  return kind === 'sequence' || kind === 'array' || kind === 'string';
}

function join(a: Kind, b: Kind): Kind {
  return a === b ? a : 'unknown';
}

export function isComparison(operator: ts.SyntaxKind): boolean {
  return (
    (operator >= ts.SyntaxKind.LessThanToken &&
      operator <= ts.SyntaxKind.ExclamationEqualsEqualsToken &&
      operator !== ts.SyntaxKind.LessThanSlashToken) ||
    operator === ts.SyntaxKind.InKeyword ||
    operator === ts.SyntaxKind.InstanceOfKeyword
  );
}

/** Operators that only numbers make sense with: all but `+`. */
function isArithmetic(operator: ts.SyntaxKind): boolean {
  return ARITHMETIC.has(operator);
}

const ARITHMETIC = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
  ts.SyntaxKind.AmpersandToken,
  ts.SyntaxKind.BarToken,
  ts.SyntaxKind.CaretToken,
  ts.SyntaxKind.LessThanLessThanToken,
  ts.SyntaxKind.GreaterThanGreaterThanToken,
  ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
  ts.SyntaxKind.PercentEqualsToken,
]);
