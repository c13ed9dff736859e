import ts from 'typescript';
import { isFunction, lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../../codebase';

/** A function that a module offers; methods of exported classes are `Class.method`. */
export interface ExportedFunction {
  name: string;
  /** Lines of the statements of its body; empty where it is one expression. */
  lines: readonly number[];
}

/** Functions that a module exports, by ES and CommonJS alike. What other modules define is left to them. */
export function exportedFunctions(path: string, text: string): ExportedFunction[] {
  const found = unlessTooDeep(() => {
    const file = parseFile(path, text);
    return file && new Exports(file).all();
  });
  return found ?? [];
}

class Exports {
  private readonly declared = new Map<string, ts.Node>();
  private readonly exported = new Map<string, ts.Node | string>();

  constructor(private readonly file: ParsedFile) {
    for (const statement of file.source.statements) this.read(statement);
  }

  all(): ExportedFunction[] {
    const found: ExportedFunction[] = [];
    for (const [name, given] of this.exported) {
      const node = typeof given === 'string' ? this.declared.get(given) : given;
      if (!node) continue;
      if (ts.isClassLike(node)) found.push(...this.methods(name, node));
      else if (isFunction(node)) found.push({ name, lines: this.linesOf(node) });
    }
    return found;
  }

  private read(statement: ts.Statement): void {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      const name = statement.name?.text ?? 'default';
      this.declared.set(name, statement);
      if (isExported(statement)) this.exported.set(name, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name) || !initializer) continue;
        this.declared.set(name.text, initializer);
        if (isExported(statement)) this.exported.set(name.text, initializer);
      }
    } else if (ts.isExportAssignment(statement)) this.add('default', statement.expression);
    else if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier) this.readNames(statement);
    else if (ts.isExpressionStatement(statement)) this.readAssignment(statement.expression);
  }

  private readNames({ exportClause }: ts.ExportDeclaration): void {
    if (!exportClause || !ts.isNamedExports(exportClause)) return;
    for (const { name, propertyName } of exportClause.elements)
      this.exported.set(name.text, (propertyName ?? name).text);
  }

  /** `module.exports = { f }`, `module.exports = f`, `exports.f = …`. */
  private readAssignment(node: ts.Expression): void {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const target = node.left.getText();
    const single = /^(?:module\.)?exports\.(\w+)$/.exec(target)?.[1];
    if (single !== undefined) this.add(single, node.right);
    else if (target === 'module.exports' && ts.isObjectLiteralExpression(node.right)) {
      for (const property of node.right.properties) {
        const name = property.name?.getText() ?? '';
        if (ts.isShorthandPropertyAssignment(property)) this.exported.set(name, name);
        else if (ts.isPropertyAssignment(property)) this.add(name, property.initializer);
        else if (ts.isMethodDeclaration(property)) this.exported.set(name, property);
      }
    } else if (target === 'module.exports') this.add('default', node.right);
  }

  private add(name: string, value: ts.Expression): void {
    this.exported.set(name, ts.isIdentifier(value) ? value.text : value);
  }

  private methods(name: string, node: ts.ClassLikeDeclaration): ExportedFunction[] {
    return node.members.filter(isPublicMethod).map((method) => ({
      name: `${name}.${method.name.getText()}`,
      lines: this.linesOf(method),
    }));
  }

  private linesOf(node: ts.Node): number[] {
    const body = 'body' in node ? (node.body as ts.Node | undefined) : undefined;
    if (!body || !ts.isBlock(body)) return [];
    return body.statements.map((statement) => lineOf(this.file, statement.getStart()));
  }
}

function isExported(node: ts.HasModifiers): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isPublicMethod(member: ts.ClassElement): member is ts.MethodDeclaration {
  if (!ts.isMethodDeclaration(member) || !member.body || ts.isPrivateIdentifier(member.name)) return false;
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return !member.modifiers?.some(({ kind }) => hidden.includes(kind));
}
