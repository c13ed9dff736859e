import ts from 'typescript';
import { fold, type Constants } from './fold';
import { GLOBAL_NAMES, TEST_PATHS, TEST_WORDS } from './tested-words';

/** Folded text of an expression, for those that are texts at all. */
export function textAt(node: ts.Node, constants: Constants): string | undefined {
  const candidate =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isCallExpression(node);
  const value = candidate ? fold(node, constants) : undefined;
  if (typeof value === 'string') return value;
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…')
    : undefined;
}

/** Part of a text that is told as a whole. */
export function isPart({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && typeof fold(parent) === 'string';
}

export function isTestPath(text: string): boolean {
  return TEST_PATHS.test(text) && !/\s/.test(text.trim()) && text.length > 4;
}

export function isModuleName({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isExternalModuleReference(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  return parent.expression.kind === ts.SyntaxKind.ImportKeyword || isNamed(parent.expression, 'require');
}

export function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

export function isGlobal(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isGlobal(node.expression);
  return ts.isIdentifier(node) && GLOBAL_NAMES.has(node.text);
}

export function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** A name that stands for a value: `typeof expect` too. */
export function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isExportSpecifier(parent) || ts.isJsxAttribute(parent)) return false;
  return (parent as ts.Node & { name?: ts.Node }).name !== node;
}

export function declaredNames(source: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.Node & { name?: ts.Node };
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      ts.isNamespaceImport(node);
    if (declares && name && ts.isIdentifier(name)) found.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function statementOf(node: ts.Node): ts.Node {
  let current = node;
  while (!ts.isStatement(current) && !ts.isSourceFile(current.parent)) current = current.parent;
  return ts.isIfStatement(current) ? current.expression : current;
}

/** True if the statement around has a word of tests in a text or pattern of its own. */
export function speaksOfTests(node: ts.Node): boolean {
  let found = false;
  const visit = (one: ts.Node): void => {
    if ((ts.isStringLiteralLike(one) || ts.isRegularExpressionLiteral(one)) && TEST_WORDS.test(one.text))
      found = true;
    if (!found) ts.forEachChild(one, visit);
  };
  const statement = statementOf(node);
  visit(statement);
  return found || (ts.isSwitchStatement(statement) && TEST_WORDS.test(statement.getText()));
}
