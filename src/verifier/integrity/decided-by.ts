import { isBuiltin } from 'node:module';
import ts from 'typescript';

/** Names by which a test file asks the machine; `process.env` too, which no repair may write. */
const MACHINE = new Set([
  ...['process', 'navigator', 'undefined', 'NaN', 'Infinity'],
  ...['Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'require'],
]);

/** Names declared at the top of a file: constants with their values, and modules of Node. */
export class TopNames {
  private readonly values = new Map<string, ts.Expression>();
  private readonly ofNode = new Set<string>();

  constructor(source: ts.SourceFile) {
    for (const statement of source.statements) {
      if (ts.isImportDeclaration(statement)) this.import(statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!initializer) continue;
        if (ts.isIdentifier(name)) this.values.set(name.text, initializer);
        else
          for (const one of name.elements)
            if (ts.isBindingElement(one) && ts.isIdentifier(one.name))
              this.values.set(one.name.text, initializer);
      }
    }
  }

  private import({ importClause, moduleSpecifier }: ts.ImportDeclaration): void {
    if (!importClause || !ts.isStringLiteralLike(moduleSpecifier) || !isBuiltin(moduleSpecifier.text)) return;
    const { name, namedBindings } = importClause;
    if (name) this.ofNode.add(name.text);
    if (!namedBindings) return;
    const bound = ts.isNamespaceImport(namedBindings) ? [namedBindings] : namedBindings.elements;
    for (const one of bound) this.ofNode.add(one.name.text);
  }

  /** The value of a constant of the file. */
  valueOf(name: string): ts.Expression | undefined {
    return this.values.get(name);
  }

  /** True where the machine alone decides an expression: no module of the project has a say in it. */
  isOfMachine(expression: ts.Expression, depth = 0): boolean {
    if (depth > 5) return false;
    let all = true;
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
      if (ts.isCallExpression(node) && isLoad(node)) {
        const [given] = node.arguments;
        all &&= given !== undefined && ts.isStringLiteralLike(given) && isBuiltin(given.text);
        return;
      }
      if (ts.isIdentifier(node)) all &&= this.isMachineName(node.text, depth);
      else ts.forEachChild(node, visit);
    };
    visit(expression);
    return all;
  }

  private isMachineName(name: string, depth: number): boolean {
    const value = this.values.get(name);
    if (value) return this.isOfMachine(value, depth + 1);
    return this.ofNode.has(name) || MACHINE.has(name);
  }
}

function isLoad({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}
