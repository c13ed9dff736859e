import ts from 'typescript';
import { parseFile } from './parse';
import { isScript } from './scripts';

/** A declaration that a file exports. */
export interface ExportedName {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Exported declarations of a file of TypeScript or JavaScript, and public methods of exported classes, that no doc comment describes. */
export function undocumentedExports(path: string, text: string): ExportedName[] {
  const file = isScript(path) ? parseFile(path, text)?.source : undefined;
  if (!file) return [];
  return file.statements
    .filter(isExported)
    .flatMap((statement) => [
      ...(isDocumented(statement) ? [] : declaredBy(statement, file)),
      ...(ts.isClassDeclaration(statement) ? methodsOf(statement, file) : []),
    ]);
}

function isExported(statement: ts.Statement): boolean {
  return (ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  );
}

function isDocumented(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).length > 0;
}

function declaredBy(statement: ts.Statement, file: ts.SourceFile): ExportedName[] {
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name)
    : [(statement as ts.DeclarationStatement).name];
  return names.map((name) => placed(name?.getText(file) ?? 'default', statement, file));
}

function methodsOf(declared: ts.ClassDeclaration, file: ts.SourceFile): ExportedName[] {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return declared.members
    .filter(ts.isMethodDeclaration)
    .filter(
      (method) =>
        (ts.getCombinedModifierFlags(method) & hidden) === 0 && !ts.isPrivateIdentifier(method.name),
    )
    .filter((method) => !isDocumented(method))
    .map((method) =>
      placed(`${declared.name?.text ?? 'default'}.${method.name.getText(file)}`, method, file),
    );
}

function placed(name: string, node: ts.Node, file: ts.SourceFile): ExportedName {
  return { name, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 };
}
