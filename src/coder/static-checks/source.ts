import ts from 'typescript';

/** Path that code without a file is given. */
export const CODE_FILE = 'main.ts';

/** The same code always has the same text. */
export function normalCode(code: string): string {
  return `${code.replace(/\r\n?/g, '\n').trim()}\n`;
}

export function syntaxErrors(code: string): string[] {
  try {
    const { diagnostics = [] } = ts.transpileModule(code, {
      fileName: CODE_FILE,
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    });
    return diagnostics.map(({ messageText, file, start = 0 }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 1;
      return `line ${line}: syntax error: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  } catch (error) {
    if (error instanceof RangeError)
      return ['line 1: syntax error: the code is nested too deeply to be read.'];
    throw error;
  }
}

/** A place where code imports a module. */
export interface Import {
  node: ts.Node;
  /** Undefined: it is computed. */
  specifier: string | undefined;
  /** The statement at the top of the file that is there to import; undefined for an import within other code. */
  statement?: ts.Statement;
}

/** All imports of a file, in order: statements, `require` and `import()`. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node, statement: ts.Statement | undefined): void => {
    const module = moduleOf(node);
    if (module)
      found.push({ node, specifier: textOf(module.name), statement: ownStatement(node, statement) });
    ts.forEachChild(node, (child) => visit(child, statement));
  };
  for (const statement of source.statements) visit(statement, statement);
  return found;
}

export function moduleOf(node: ts.Node): { name: ts.Node | undefined } | undefined {
  if (ts.isImportDeclaration(node)) return { name: node.moduleSpecifier };
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier && { name: node.moduleSpecifier };
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return { name: node.moduleReference.expression };
  if (ts.isImportTypeNode(node))
    return { name: ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined };
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  return isRequire || isImport ? { name: node.arguments[0] } : undefined;
}

/** A statement that does nothing but import: it can be taken out. */
function ownStatement(node: ts.Node, statement: ts.Statement | undefined): ts.Statement | undefined {
  if (node === statement) return statement;
  if (!statement || !ts.isVariableStatement(statement)) return undefined;
  const { declarations } = statement.declarationList;
  let value = declarations.length === 1 ? declarations[0]?.initializer : undefined;
  while (
    value &&
    (ts.isAwaitExpression(value) ||
      ts.isPropertyAccessExpression(value) ||
      ts.isParenthesizedExpression(value))
  )
    value = value.expression;
  return value === node ? statement : undefined;
}

export function textOf(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}
