/**
 * Moves the set-up of mocks to the top of its block, before the imports: `jest.mock` and the like, and `vi.hoisted`.
 * The statement stays where it is, as the body of a function that is called at the top, so no line moves.
 */
import type {
  AnyNode,
  BlockStatement,
  Expression,
  ExpressionStatement,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import type { Edits } from './edits';
import type { ModuleFrame } from './module-frame';
import { eachChild, isFunction, namesOf } from './walk';

/** A source without these has nothing to hoist. */
const HINT = /\.\s*(?:mock|unmock|deepUnmock|enableAutomock|disableAutomock|hoisted)\b/;

const METHODS = new Set(['mock', 'unmock', 'deepUnmock', 'enableAutomock', 'disableAutomock', 'hoisted']);

/** Names under which test files find jest's object and vitest's without importing them. */
const GLOBALS = ['jest', 'vi', 'vitest'];

type TopStatement = Program['body'][number];

/** True if the source may hold statements to hoist. */
export function mayHoist(code: string): boolean {
  return HINT.test(code);
}

/** Adds the changes for all blocks. Returns the code that comes first in the program. */
export function hoistMocks(program: Program, edits: Edits, frame: ModuleFrame): string {
  return new Hoister(program, edits, frame).hoist();
}

class Hoister {
  private count = 0;
  /** Names of jest's object or vitest's; and of modules that have it as a member. */
  private readonly objects = new Set<string>();
  private readonly namespaces = new Set<string>();
  /** Statements of the program, without `export`. */
  private readonly statements: readonly TopStatement[];

  constructor(
    program: Program,
    private readonly edits: Edits,
    private readonly frame: ModuleFrame,
  ) {
    const { api } = frame;
    this.statements = program.body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? statement.declaration
        : statement,
    );
    const declared = new Set([...this.statements.flatMap(declaredNames), ...api.keys()]);
    for (const name of GLOBALS) if (!declared.has(name)) this.objects.add(name);
    for (const [local, imported] of api) {
      if (imported === '*') this.namespaces.add(local);
      else if (GLOBALS.includes(imported)) this.objects.add(local);
    }
  }

  hoist(): string {
    const first = this.hoistList(this.statements);
    for (const statement of this.statements) this.visit(statement);
    return first;
  }

  private visit(node: AnyNode): void {
    if (node.type === 'BlockStatement') {
      const first = this.hoistList(node.body);
      if (first !== '') this.edits.lead(startOfBlock(node), first);
    }
    eachChild(node, (child) => this.visit(child));
  }

  private isApi(node: AnyNode): boolean {
    if (node.type === 'Identifier') return this.objects.has(node.name);
    return (
      node.type === 'MemberExpression' &&
      node.object.type === 'Identifier' &&
      this.namespaces.has(node.object.name) &&
      node.property.type === 'Identifier' &&
      GLOBALS.includes(node.property.name)
    );
  }

  /** The method that is called, where it is one to hoist; in a chain, that of the last call. */
  private method(node: AnyNode): string | undefined {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    if (property.type !== 'Identifier' || !METHODS.has(property.name)) return undefined;
    if (!this.isApi(object) && this.method(object) === undefined) return undefined;
    if (property.name.endsWith('Automock')) return property.name;
    const [argument] = node.arguments;
    const isName = ['Literal', 'TemplateLiteral', 'ImportExpression'].includes(argument?.type ?? '');
    return property.name === 'hoisted' || isName ? property.name : undefined;
  }

  /** Adds the changes for the statements of one block; returns what comes before them. */
  private hoistList(statements: readonly TopStatement[]): string {
    const calls: string[] = [];
    const factories: AnyNode[] = [];
    for (const statement of statements) {
      if (statement.type === 'ExpressionStatement') {
        const call = withoutAwait(statement.expression);
        if (this.method(call) === undefined) continue;
        factories.push(...factoriesOf(call));
        calls.push(this.wrapCall(statement));
      } else if (statement.type === 'VariableDeclaration' && this.isHoisted(statement)) {
        calls.push(this.wrapDeclaration(statement));
      }
    }
    return this.hoistConstants(statements, factories) + calls.join('');
  }

  private isHoisted({ declarations }: VariableDeclaration): boolean {
    return declarations.every(({ init }) => init && this.method(withoutAwait(init)) === 'hoisted');
  }

  /** As babel-plugin-jest-hoist does: constants that a mock's factory uses and whose making has no effect. */
  private hoistConstants(statements: readonly TopStatement[], factories: readonly AnyNode[]): string {
    const used = new Set<string>();
    for (const factory of factories) addNames(factory, used);
    const calls: string[] = [];
    for (const statement of statements) {
      if (used.size === 0 || statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue;
      const pure = statement.declarations.every(
        ({ id, init }) => id.type === 'Identifier' && !/^mock/i.test(id.name) && init && isPure(init),
      );
      if (pure && statement.declarations.some(({ id }) => id.type === 'Identifier' && used.has(id.name)))
        calls.push(this.wrapDeclaration(statement));
    }
    return calls.join('');
  }

  private wrapCall(statement: ExpressionStatement): string {
    const { name, waits } = this.open(statement);
    this.edits.close(statement.end, '}');
    return `${waits}${name}();`;
  }

  private wrapDeclaration(statement: VariableDeclaration): string {
    const names = statement.declarations.flatMap(({ id }) => namesOf(id)).join(',');
    const { name, waits } = this.open(statement);
    this.edits.close(statement.end, `;return {${names}}}`);
    return `${statement.kind} {${names}}=${waits}${name}();`;
  }

  private open(statement: Statement): { name: string; waits: string } {
    const name = this.frame.made(`hoist${this.count++}`);
    const isAsync = awaits(statement);
    this.edits.insert(statement.start, `${isAsync ? 'async ' : ''}function ${name}(){`);
    return { name, waits: isAsync ? 'await ' : '' };
  }
}

/** Arguments behind the names of modules, in all calls of a chain. */
function factoriesOf(node: AnyNode): AnyNode[] {
  if (node.type !== 'CallExpression') return [];
  const { callee } = node;
  const before = callee.type === 'MemberExpression' ? factoriesOf(callee.object) : [];
  return [...before, ...node.arguments.slice(1)];
}

/** Names that a statement at the top declares, apart from imports. */
function declaredNames(statement: TopStatement): string[] {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.flatMap(({ id }) => namesOf(id));
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return [statement.id.name];
  return [];
}

/** Behind the brace and the directives, which must stay first. */
function startOfBlock(block: BlockStatement): number {
  let start = block.start + 1;
  for (const statement of block.body) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) break;
    start = statement.end;
  }
  return start;
}

function withoutAwait(expression: Expression): Expression {
  return expression.type === 'AwaitExpression' ? expression.argument : expression;
}

/** True if a statement waits, apart from functions within it. */
function awaits(node: AnyNode): boolean {
  let found = node.type === 'AwaitExpression';
  eachChild(node, (child) => {
    found ||= !isFunction(child) && awaits(child);
  });
  return found;
}

function addNames(node: AnyNode, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name);
  eachChild(node, (child) => addNames(child, names));
}

/** True if early evaluation of an expression makes no difference. */
function isPure(node: AnyNode): boolean {
  switch (node.type) {
    case 'Literal':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true;
    case 'TemplateLiteral':
      return node.expressions.every(isPure);
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument);
    case 'BinaryExpression':
      return isPure(node.left) && isPure(node.right);
    case 'ArrayExpression':
      return node.elements.every((element) => element === null || isPure(element));
    case 'ObjectExpression':
      return node.properties.every(
        (property) => property.type === 'Property' && !property.computed && isPure(property.value),
      );
    default:
      return false;
  }
}
