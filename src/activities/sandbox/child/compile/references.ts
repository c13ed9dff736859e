/** Finds where a module uses the names that it imports, apart from inner names that hide them. */
import type { AnyNode, Function as FunctionNode, Identifier, Pattern, Program } from 'acorn';
import { eachChild } from './walk';

/** How a name is used: `call` and `tag` would make a member's object the `this` of a call. */
export type Use = 'read' | 'call' | 'tag' | 'shorthand' | 'write' | 'write-shorthand';

export interface Reference {
  name: string;
  start: number;
  end: number;
  use: Use;
  /** It begins a statement of a list: what is put there must not go on with the line before. */
  leads: boolean;
}

interface Scope {
  outer: Scope | undefined;
  /** `var` belongs to the innermost of these. */
  isFunction: boolean;
  declared: Set<string> | undefined;
  references: Reference[];
}

/** Lists references to `names`, in no particular order. */
export function findReferences(program: Program, names: ReadonlySet<string>): Reference[] {
  return new ReferenceFinder(names).find(program);
}

class ReferenceFinder {
  private scope: Scope = { outer: undefined, isFunction: true, declared: undefined, references: [] };

  /** Start of the expression statement that was entered last. */
  private lead = -1;

  constructor(private readonly names: ReadonlySet<string>) {}

  find(program: Program): Reference[] {
    this.list(program.body);
    return this.scope.references;
  }

  private list(statements: readonly AnyNode[]): void {
    for (const statement of statements) {
      if (statement.type === 'ExpressionStatement') this.lead = statement.start;
      this.visit(statement);
    }
  }

  private within(isFunction: boolean, visit: () => void): void {
    const scope: Scope = { outer: this.scope, isFunction, declared: undefined, references: [] };
    this.scope = scope;
    visit();
    this.scope = scope.outer as Scope;
    for (const reference of scope.references)
      if (!scope.declared?.has(reference.name)) this.scope.references.push(reference);
  }

  private declare(name: string, isVar: boolean): void {
    if (!this.names.has(name)) return;
    let scope = this.scope;
    while (isVar && !scope.isFunction && scope.outer) scope = scope.outer;
    // The imports themselves are all that the outermost scope can hold of these names.
    if (scope.outer) (scope.declared ??= new Set()).add(name);
  }

  private refer({ name, start, end }: Identifier, use: Use): void {
    if (!this.names.has(name)) return;
    this.scope.references.push({ name, start, end, use, leads: start === this.lead });
  }

  private children(node: AnyNode): void {
    eachChild(node, (child) => this.visit(child));
  }

  private visit(node: AnyNode): void {
    switch (node.type) {
      case 'Identifier':
        return this.refer(node, 'read');
      case 'MemberExpression':
        this.visit(node.object);
        if (node.computed) this.visit(node.property);
        return;
      case 'CallExpression':
        return this.call(node.callee, node.arguments, 'call');
      case 'TaggedTemplateExpression':
        return this.call(node.tag, [node.quasi], 'tag');
      case 'Property':
        if (node.computed) this.visit(node.key);
        if (node.shorthand && node.value.type === 'Identifier') this.refer(node.value, 'shorthand');
        else this.visit(node.value);
        return;
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) this.visit(node.key);
        if (node.value) this.visit(node.value);
        return;
      case 'AssignmentExpression':
        this.target(node.left);
        return this.visit(node.right);
      case 'UpdateExpression':
        return node.argument.type === 'Identifier'
          ? this.refer(node.argument, 'write')
          : this.visit(node.argument);
      case 'MetaProperty':
        return;
      default:
        return this.visitScope(node);
    }
  }

  /** What brings names of its own. */
  private visitScope(node: AnyNode): void {
    switch (node.type) {
      case 'FunctionDeclaration':
        if (node.id) this.declare(node.id.name, false);
        return this.within(true, () => this.functionParts(node));
      case 'FunctionExpression':
        return this.within(true, () => {
          if (node.id) this.declare(node.id.name, false);
          this.functionParts(node);
        });
      case 'ArrowFunctionExpression':
        return this.within(true, () => this.functionParts(node));
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.visitClass(node);
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          this.bind(id, node.kind === 'var');
          if (init) this.visit(init);
        }
        return;
      case 'CatchClause':
        return this.within(false, () => {
          if (node.param) this.bind(node.param, false);
          this.visit(node.body);
        });
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.within(false, () => {
          if (node.left.type === 'VariableDeclaration') this.visit(node.left);
          else this.target(node.left);
          this.visit(node.right);
          this.visit(node.body);
        });
      case 'BlockStatement':
        return this.within(false, () => this.list(node.body));
      case 'ForStatement':
      case 'SwitchStatement':
        return this.within(false, () => this.children(node));
      case 'SwitchCase':
        if (node.test) this.visit(node.test);
        return this.list(node.consequent);
      case 'StaticBlock':
        return this.within(true, () => this.list(node.body));
      default:
        return this.children(node);
    }
  }

  private call(callee: AnyNode, args: readonly AnyNode[], use: 'call' | 'tag'): void {
    if (callee.type === 'Identifier') this.refer(callee, use);
    else this.visit(callee);
    for (const argument of args) this.visit(argument);
  }

  private functionParts(node: FunctionNode): void {
    for (const parameter of node.params) this.bind(parameter, false);
    this.visit(node.body);
  }

  private visitClass(node: AnyNode & { type: 'ClassDeclaration' | 'ClassExpression' }): void {
    if (node.id && node.type === 'ClassDeclaration') this.declare(node.id.name, false);
    this.within(false, () => {
      if (node.id) this.declare(node.id.name, false);
      if (node.superClass) this.visit(node.superClass);
      this.visit(node.body);
    });
  }

  /** A pattern that declares names. */
  private bind(pattern: Pattern, isVar: boolean): void {
    switch (pattern.type) {
      case 'Identifier':
        return this.declare(pattern.name, isVar);
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'Property' && property.computed) this.visit(property.key);
          this.bind(property.type === 'Property' ? property.value : property.argument, isVar);
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) this.bind(element, isVar);
        return;
      case 'RestElement':
        return this.bind(pattern.argument, isVar);
      case 'AssignmentPattern':
        this.bind(pattern.left, isVar);
        return this.visit(pattern.right);
      case 'MemberExpression':
        return this.visit(pattern);
    }
  }

  /** A pattern that is assigned to. */
  private target(pattern: Pattern, use: 'write' | 'write-shorthand' = 'write'): void {
    switch (pattern.type) {
      case 'Identifier':
        return this.refer(pattern, use);
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            this.target(property.argument);
            continue;
          }
          if (property.computed) this.visit(property.key);
          this.target(property.value, property.shorthand ? 'write-shorthand' : 'write');
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) this.target(element);
        return;
      case 'RestElement':
        return this.target(pattern.argument);
      case 'AssignmentPattern':
        this.target(pattern.left, use);
        return this.visit(pattern.right);
      default:
        return this.visit(pattern);
    }
  }
}
