import ts from 'typescript';

/** A function of a file that can be called by a name. */
export interface FoundFunction {
  node: ts.FunctionLikeDeclaration;
  isExported: boolean;
}

/** Finds a function that a file declares at its top, or exports under a name. */
export function findFunction(source: ts.SourceFile, name: string): FoundFunction | undefined {
  const exported = exportedNames(source);
  const local = exported.get(name) ?? name;
  for (const statement of source.statements) {
    const node = functionOf(statement, local);
    if (node) return { node, isExported: exported.has(name) || isMarked(statement) };
  }
  return undefined;
}

function functionOf(statement: ts.Statement, name: string): ts.FunctionLikeDeclaration | undefined {
  if (ts.isFunctionDeclaration(statement))
    return statement.name?.text === name && statement.body ? statement : undefined;
  if (!ts.isVariableStatement(statement)) return undefined;
  for (const { name: declared, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(declared) || declared.text !== name) continue;
    const value = initializer && unwrapped(initializer);
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return value;
  }
  return undefined;
}

function unwrapped(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return unwrapped(node.expression);
  return node;
}

function isMarked(statement: ts.Statement): boolean {
  const marks = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isExport = marks.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExport && !marks.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
}

/** Exported name → name in the file, of `export { a as b }`. */
function exportedNames(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements)
      names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}
