import ts from 'typescript';
import { isAssignment } from './assignment';
import { isPlainStatement } from '../../codebase';
import type { Kind } from './kinds';

/** Code that stands elsewhere in the file and may be what is missing here. */
export interface Donor {
  code: string;
  /** Syntactic category: donors of one category fit into the same places. */
  category: ts.SyntaxKind;
  kind: Kind;
  /** Free names, so that a donor is used only where they are known. */
  names: readonly string[];
  position: number;
}

export interface Donors {
  expressions: readonly Donor[];
  conditions: readonly Donor[];
  statements: readonly Donor[];
  /** Member names after a dot, calls apart from properties. */
  methods: readonly string[];
  properties: readonly string[];
  /** Methods that are called without arguments. */
  plainMethods: readonly string[];
  /** Names that calls give last, after other arguments. */
  lastArguments: readonly string[];
  /** Literals as source text. */
  strings: readonly string[];
  numbers: readonly string[];
}

/** Tells of a node how it reads and what kind of value it is. */
export interface NodeReader {
  code(node: ts.Node): string;
  kind(node: ts.Node): Kind;
}

/** Longest donor; longer ones repair nothing and make large diffs. */
const MAX_CODE = 80;

/** All donors under a node, each text once, in the order of the source. */
export function collectDonors(root: ts.Node, reader: NodeReader): Donors {
  const found = {
    expressions: new Map<string, Donor>(),
    conditions: new Map<string, Donor>(),
    statements: new Map<string, Donor>(),
    methods: new Set<string>(),
    properties: new Set<string>(),
    plainMethods: new Set<string>(),
    lastArguments: new Set<string>(),
    strings: new Set<string>(),
    numbers: new Set<string>(),
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) found.strings.add(reader.code(node));
    else if (ts.isNumericLiteral(node)) found.numbers.add(node.text);
    else if (ts.isPropertyAccessExpression(node)) {
      (isCallee(node) ? found.methods : found.properties).add(node.name.text);
    }
    if (ts.isCallExpression(node)) {
      const { expression: callee, arguments: given } = node;
      const last = given.at(-1);
      if (given.length === 0 && ts.isPropertyAccessExpression(callee))
        found.plainMethods.add(callee.name.text);
      if (given.length > 1 && last && ts.isIdentifier(last)) found.lastArguments.add(last.text);
    }
    if (isDonorExpression(node)) addDonor(found.expressions, node, reader);
    if (isCondition(node)) addDonor(found.conditions, node, reader);
    if (isDonorStatement(node)) addDonor(found.statements, node, reader);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return {
    expressions: [...found.expressions.values()],
    conditions: [...found.conditions.values()],
    statements: [...found.statements.values()],
    methods: [...found.methods],
    properties: [...found.properties],
    plainMethods: [...found.plainMethods],
    lastArguments: [...found.lastArguments],
    strings: [...found.strings],
    numbers: [...found.numbers],
  };
}

function addDonor(donors: Map<string, Donor>, node: ts.Node, reader: NodeReader): void {
  const code = reader.code(node);
  if (code.length > MAX_CODE || donors.has(code)) return;
  donors.set(code, {
    code,
    category: node.kind,
    kind: reader.kind(node),
    names: freeNames(node),
    position: node.getStart(),
  });
}

/** Names used under a node that it does not declare itself; globals such as `Math` are left out. */
function freeNames(node: ts.Node): string[] {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (current: ts.Node): void => {
    if (ts.isIdentifier(current) && isReference(current)) {
      if (!Object.hasOwn(globalThis, current.text)) used.add(current.text);
    }
    if ((ts.isParameter(current) || ts.isVariableDeclaration(current)) && ts.isIdentifier(current.name)) {
      declared.add(current.name.text);
    }
    ts.forEachChild(current, visit);
  };
  visit(node);
  return [...used].filter((name) => !declared.has(name));
}

/** True for an identifier used as a value: no member name, property key, declaration or label. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
    return parent.initializer === node;
  }
  if (ts.isTypeNode(parent) || ts.isBreakOrContinueStatement(parent) || ts.isLabeledStatement(parent))
    return false;
  if (ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent)) return parent.initializer === node;
  return (
    !(
      ts.isFunctionLike(parent) ||
      ts.isClassLike(parent) ||
      ts.isImportSpecifier(parent) ||
      ts.isImportClause(parent) ||
      ts.isNamespaceImport(parent) ||
      ts.isExportSpecifier(parent) ||
      ts.isQualifiedName(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isEnumDeclaration(parent) ||
      ts.isTypeParameterDeclaration(parent) ||
      ts.isJsxAttribute(parent) ||
      ts.isJsxOpeningLikeElement(parent) ||
      ts.isJsxClosingElement(parent)
    ) || isArrowBody(node)
  );
}

function isArrowBody(node: ts.Node): boolean {
  return ts.isArrowFunction(node.parent) && node.parent.body === node;
}

/** True for the `a.b` of `a.b()`. */
export function isCallee(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node;
}

function isDonorExpression(node: ts.Node): node is ts.Expression {
  if (ts.isIdentifier(node)) return isReference(node) && !isCallee(node);
  if (ts.isPropertyAccessExpression(node)) return !isCallee(node);
  return ts.isElementAccessExpression(node) || ts.isCallExpression(node) || isPlainBinary(node);
}

function isPlainBinary(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    !isAssignment(node.operatorToken.kind) &&
    node.operatorToken.kind !== ts.SyntaxKind.CommaToken
  );
}

/** A node whose value is used as true or false. */
export function isCondition(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) {
    return parent.expression === node;
  }
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isParenthesizedExpression(parent)) return isCondition(parent);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  return (
    ts.isBinaryExpression(parent) && parent.operatorToken !== node && isLogical(parent.operatorToken.kind)
  );
}

export function isLogical(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken;
}

function isDonorStatement(node: ts.Node): boolean {
  if (!isPlainStatement(node)) return false;
  return (
    ts.isExpressionStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isBreakOrContinueStatement(node) ||
    ts.isIfStatement(node)
  );
}
