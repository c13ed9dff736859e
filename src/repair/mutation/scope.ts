import ts from 'typescript';
import { functionAround, isFunction, outermostFunction } from '../../codebase';
import { kindByUse, kindOf, kindOfType, type Kind } from './kinds';

/** A name that code at some place may use. */
export interface ScopeName {
  name: string;
  kind: Kind;
  /** Start of the declared name. */
  position: number;
  /** False for `const`, functions, classes, imports. */
  assignable: boolean;
  /** A parameter or a variable of a function, not of the file. */
  local: boolean;
  initializer?: ts.Expression;
}

export class Scopes {
  private readonly declared = new Map<ts.Node, ScopeName[]>();
  private readonly uses = new Map<ts.Node, Map<string, Kind>>();
  private readonly resolving = new Set<string>();

  constructor(source: ts.SourceFile) {
    this.collect(source);
  }

  /** Names usable at a node, innermost scope first; those declared later in the same function are left out. */
  namesAt(node: ts.Node): ScopeName[] {
    const home = functionAround(node);
    const found = new Map<string, ScopeName>();
    for (let scope = node.parent; scope; scope = scope.parent) {
      for (const name of this.declared.get(scope) ?? []) {
        const later = name.position > node.pos && isInside(scope, home);
        if (!later && !found.has(name.name)) found.set(name.name, name);
      }
    }
    return [...found.values()];
  }

  /** Kind of a name as its declaration or its uses show it. */
  readonly kindOfName = (name: string, at: ts.Node): Kind => {
    const declared = this.lookUp(name, at);
    const key = `${name}@${declared?.position ?? -1}`;
    if (this.resolving.has(key)) return 'unknown';
    this.resolving.add(key);
    try {
      return this.kindOfDeclared(name, declared, at);
    } finally {
      this.resolving.delete(key);
    }
  };

  private kindOfDeclared(name: string, declared: ScopeName | undefined, at: ts.Node): Kind {
    if (declared && declared.kind !== 'unknown') return declared.kind;
    const byInitializer = declared?.initializer ? kindOf(declared.initializer, this.kindOfName) : 'unknown';
    if (byInitializer !== 'unknown') return byInitializer;
    return this.uses.get(outermostFunction(at))?.get(name) ?? 'unknown';
  }

  private lookUp(name: string, at: ts.Node): ScopeName | undefined {
    for (let scope = at.parent; scope; scope = scope.parent) {
      const found = this.declared.get(scope)?.find((one) => one.name === name);
      if (found) return found;
    }
    return undefined;
  }

  private collect(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    if (ts.isVariableDeclaration(node)) this.collectVariable(node);
    else if (ts.isParameter(node)) this.collectBinding(node.name, node.parent, node, true);
    else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name) {
      this.add(node.parent, node.name, { kind: 'function', assignable: false });
    } else if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)) {
      if (node.name) this.add(node.getSourceFile(), node.name, { kind: 'unknown', assignable: false });
    } else if (ts.isIdentifier(node)) this.collectUse(node);
    ts.forEachChild(node, (child) => this.collect(child));
  }

  private collectVariable(node: ts.VariableDeclaration): void {
    const list = node.parent;
    if (!ts.isVariableDeclarationList(list)) return this.collectBinding(node.name, node.parent, node, true);
    const constant = (list.flags & ts.NodeFlags.Const) !== 0;
    const hoisted = (list.flags & ts.NodeFlags.BlockScoped) === 0;
    const holder = ts.isVariableStatement(list.parent) ? list.parent.parent : list.parent;
    this.collectBinding(node.name, hoisted ? functionAround(list) : holder, node, !constant);
  }

  private collectBinding(
    name: ts.BindingName,
    scope: ts.Node,
    node: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
    assignable: boolean,
  ): void {
    if (ts.isIdentifier(name)) {
      const kind = ts.isBindingElement(node) ? 'unknown' : kindOfType(node.type);
      this.add(scope, name, { kind, assignable, initializer: node.initializer });
      return;
    }
    for (const element of name.elements) {
      if (ts.isBindingElement(element)) this.collectBinding(element.name, scope, element, assignable);
    }
  }

  private add(
    scope: ts.Node,
    name: ts.Identifier,
    facts: { kind: Kind; assignable: boolean; initializer?: ts.Expression },
  ): void {
    const names = this.declared.get(scope) ?? [];
    names.push({ name: name.text, position: name.getStart(), local: !ts.isSourceFile(scope), ...facts });
    this.declared.set(scope, names);
  }

  private collectUse(name: ts.Identifier): void {
    const kind = kindByUse(name);
    if (kind === 'unknown') return;
    const home = outermostFunction(name);
    const kinds = this.uses.get(home) ?? new Map<string, Kind>();
    const before = kinds.get(name.text);
    // `x.length` says string or array, which `x.push` settles; what is called is not always a function.
    if (before === undefined || before === 'sequence' || before === 'function') kinds.set(name.text, kind);
    this.uses.set(home, kinds);
  }
}

function isInside(scope: ts.Node, home: ts.Node): boolean {
  for (let current: ts.Node = scope; current; current = current.parent) {
    if (current === home) return true;
    if (isFunction(current)) return false;
  }
  return false;
}
