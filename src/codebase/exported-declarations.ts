import ts from 'typescript';
import { parseFile } from './parse';

/** A declaration that a file exports. */
export interface ExportedName {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Declarations that a file exports: name → text without bodies, comments and private members. */
export type ExportedDeclarations = Readonly<Record<string, string>>;

/** Name that a re-export of a whole module has, before its path. */
const ALL = '* from ';

/** Declarations that a file of TypeScript or JavaScript exports; undefined for other files. */
export function exportedDeclarations(path: string, text: string): ExportedDeclarations | undefined {
  if (!isScript(path)) return undefined;
  const compilerOptions: ts.CompilerOptions = {
    ...{ declaration: true, removeComments: true, allowJs: true },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  };
  // The compiler declares JavaScript only under a name of TypeScript.
  const fileName = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const { outputText } = ts.transpileDeclaration(text, { compilerOptions, fileName });
  const file = ts.createSourceFile('x.d.ts', outputText, ts.ScriptTarget.ESNext, true);
  const found: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  const locals = localsOf(file);
  for (const statement of file.statements)
    for (const [name, declared] of exportsOf(statement, locals, file)) (found[name] ??= []).push(declared);
  return Object.fromEntries(Object.entries(found).map(([name, texts]) => [name, texts.join('\n')]));
}

/** Texts of all declarations by their names, the overloads of a function together. */
function localsOf(file: ts.SourceFile): ReadonlyMap<string, string> {
  const locals = new Map<string, string>();
  for (const statement of file.statements)
    for (const name of declaredNames(statement))
      locals.set(name, [locals.get(name), textOf(statement, file)].filter(Boolean).join('\n'));
  return locals;
}

function exportsOf(
  statement: ts.Statement,
  locals: ReadonlyMap<string, string>,
  file: ts.SourceFile,
): (readonly [string, string])[] {
  if (ts.isExportAssignment(statement)) {
    const name = statement.expression.getText(file);
    return [['default', locals.get(name) ?? textOf(statement, file)]];
  }
  if (ts.isExportDeclaration(statement)) {
    const from = statement.moduleSpecifier?.getText(file);
    const { exportClause: clause } = statement;
    if (!clause) return [[`${ALL}${from ?? ''}`, textOf(statement, file)]];
    if (!ts.isNamedExports(clause)) return [[clause.name.text, textOf(statement, file)]];
    return clause.elements.map(({ name, propertyName }) => {
      const local = from === undefined ? locals.get((propertyName ?? name).text) : undefined;
      return [name.text, local ?? `export from ${from ?? 'elsewhere'}`] as const;
    });
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  const names = isDefault ? ['default'] : declaredNames(statement);
  return names.map((name) => [name, textOf(statement, file)] as const);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** Text of a declaration: blanks and the words that export it say nothing about it. */
function textOf(statement: ts.Statement, file: ts.SourceFile): string {
  const members = ts.isClassDeclaration(statement) ? statement.members : [];
  let text = statement.getText(file);
  for (const member of members) {
    const isPrivate = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
    const isHidden = member.name !== undefined && ts.isPrivateIdentifier(member.name);
    if (isPrivate || isHidden) text = text.replace(member.getText(file), '');
  }
  return text
    .replace(/^export (?:default )?/, '')
    .replace(/^declare /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
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

/** True for sources of TypeScript and JavaScript; declaration files are none. */
export function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}
