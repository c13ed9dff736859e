/**
 * Rewrites imports, exports and imported names by the syntax tree. Imported names become members of their modules, so
 * that they stay live. Lines stay where they are.
 */
import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Identifier,
  ImportDeclaration,
  ImportExpression,
  Literal,
  Program,
} from 'acorn';
import { TEST_MODULES } from '../../links';
import { HELPER } from '../../wrapper';
import type { Edits } from './edits';
import type { ModuleFrame } from './module-frame';
import { eachChild, isFunction, namesOf, skipSpace } from './walk';

/** Functions that take the name of a module, beside `require`. */
const NAMING =
  /^(?:resolve|mock|unmock|doMock|dontMock|doUnmock|deepUnmock|setMock|requireActual|requireMock|importActual|importMock|createMockFromModule|genMockFromModule|unstable_mockModule|unstable_unmockModule)$/;

/** Imported names that are hidden by declarations of the same name. */
interface Scope {
  names: ReadonlySet<string>;
  outer: Scope | undefined;
}

function isDeclared(name: string, scope: Scope | undefined): boolean {
  for (let at = scope; at; at = at.outer) if (at.names.has(name)) return true;
  return false;
}

function namesIn(node: AnyNode | null | undefined): string[] {
  return node?.type === 'VariableDeclaration' ? node.declarations.flatMap(({ id }) => namesOf(id)) : [];
}

/** Names that statements of one block declare for it. */
function declaredBy(statements: readonly AnyNode[]): string[] {
  return statements.flatMap((statement) => {
    const declares = statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration';
    return declares ? (statement.id ? [statement.id.name] : []) : namesIn(statement);
  });
}

/** Names that `var` declares in a function, wherever it stands. */
function varNames(node: AnyNode): string[] {
  if (isFunction(node) || node.type === 'StaticBlock') return [];
  const names = node.type === 'VariableDeclaration' && node.kind === 'var' ? namesIn(node) : [];
  eachChild(node, (child) => names.push(...varNames(child)));
  return names;
}

/** Names that a node declares for what stands in it. */
function scopeOf(node: AnyNode): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...(node.id ? [node.id.name] : []), ...node.params.flatMap(namesOf)];
    case 'ClassExpression':
      return node.id ? [node.id.name] : [];
    case 'BlockStatement':
      return declaredBy(node.body);
    case 'StaticBlock':
      return [...declaredBy(node.body), ...node.body.flatMap(varNames)];
    case 'SwitchStatement':
      return declaredBy(node.cases.flatMap(({ consequent }) => consequent));
    case 'ForStatement':
      return namesIn(node.init);
    case 'ForInStatement':
    case 'ForOfStatement':
      return namesIn(node.left);
    case 'CatchClause':
      return node.param ? namesOf(node.param) : [];
    default:
      return [];
  }
}

/** The text that an argument is; undefined where it is made at run time. */
export function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

function nameOf(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

/** Name of the function or method that is called. */
function calledName({ callee }: CallExpression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  const named = callee.type === 'MemberExpression' && !callee.computed ? callee.property : undefined;
  return named?.type === 'Identifier' ? named.name : undefined;
}

export class ModuleRewriter {
  /** It says what only a module may say. */
  isModule = false;
  hasExports = false;
  /** It waits outside of all functions. */
  waits = false;
  /** Specifiers of modules that it names literally. */
  readonly requires = new Set<string>();
  private depth = 0;
  /** Places of expressions that begin a statement of a list, where a semicolon may have been left out. */
  private readonly starts = new Set<number>();

  constructor(
    private readonly edits: Edits,
    private readonly frame: ModuleFrame,
    /** It gets the modules of the test API. */
    private readonly testSide: boolean,
  ) {}

  /** Adds the changes for a program. */
  rewrite(program: Program): this {
    for (const node of program.body) if (node.type === 'ImportDeclaration') this.import(node);
    for (const node of program.body) this.export(node);
    this.visit(program, undefined);
    return this;
  }

  private import(node: ImportDeclaration): void {
    const { frame } = this;
    this.isModule = true;
    const names = node.specifiers.map((specifier) => ({
      local: specifier.local.name,
      imported:
        specifier.type === 'ImportSpecifier'
          ? nameOf(specifier.imported)
          : specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*',
    }));
    const { raw, specifier } = this.source(node.source);
    if (this.testSide && TEST_MODULES.has(specifier)) frame.importApi(raw, names);
    else frame.importNames(raw, names, node.start);
    this.edits.replace(node.start, node.end, ';');
  }

  private source({ raw, value }: Literal): { raw: string; specifier: string } {
    const specifier = String(value);
    this.requires.add(specifier);
    return { raw: raw ?? JSON.stringify(specifier), specifier };
  }

  private export(node: Program['body'][number]): void {
    if (!node.type.startsWith('Export')) return;
    this.isModule = this.hasExports = true;
    if (node.type === 'ExportDefaultDeclaration') return this.exportDefault(node);
    if (node.type === 'ExportNamedDeclaration' && node.declaration)
      return this.exportDeclaration(node, node.declaration);
    if (node.type === 'ExportNamedDeclaration') this.exportNames(node);
    else if (node.type === 'ExportAllDeclaration')
      this.frame.exportAll(
        this.source(node.source).raw,
        node.exported ? nameOf(node.exported) : undefined,
        node.start,
      );
    this.edits.replace(node.start, node.end, ';');
  }

  private exportNames({ source, specifiers, start }: ExportNamedDeclaration): void {
    const { frame } = this;
    const names = specifiers.map(({ exported, local }) => ({ left: nameOf(local), right: nameOf(exported) }));
    if (source) frame.exportFrom(this.source(source).raw, names, start);
    else for (const { left, right } of names) frame.export(right, frame.bindings.get(left) ?? left);
  }

  /** A declaration stays, without `export`. */
  private exportDeclaration(
    { start }: ExportNamedDeclaration,
    declaration: NonNullable<ExportNamedDeclaration['declaration']>,
  ): void {
    for (const name of declaredBy([declaration])) this.frame.export(name, name);
    this.edits.replace(start, declaration.start, '');
  }

  private exportDefault({ declaration, start }: ExportDefaultDeclaration): void {
    const { edits, frame } = this;
    const declares = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
    if (declares && declaration.id) {
      frame.export('default', declaration.id.name);
      return edits.replace(start, declaration.start, '');
    }
    if (declaration.type === 'FunctionDeclaration') {
      const name = frame.nameDefault();
      frame.export('default', name);
      edits.replace(start, declaration.start, '');
      const { source } = edits;
      let at = declaration.start;
      if (declaration.async) at = skipSpace(source, at + 'async'.length);
      at = skipSpace(source, at + 'function'.length);
      if (declaration.generator) at++;
      return edits.insert(at, ` ${name}`);
    }
    const made = frame.made('default');
    frame.export('default', `${HELPER}.named(${made})`);
    // A value in parentheses begins inside of them.
    const word = skipSpace(edits.source, start + 'export'.length);
    edits.replace(start, word + 'default'.length, `const ${made}=`);
    // A class that is declared needs no semicolon; one that is a value does.
    if (declaration.type === 'ClassDeclaration') edits.close(declaration.end, ';');
  }

  private visit(node: AnyNode, outer: Scope | undefined): void {
    const scope = this.enter(node, outer);
    const each = (child: AnyNode): void => this.visit(child, scope);
    switch (node.type) {
      case 'Identifier':
        this.name(node, scope);
        return;
      case 'MetaProperty':
        if (node.meta.name !== 'import') return;
        this.isModule = true;
        this.edits.replace(node.start, node.end, `${HELPER}.meta`);
        return;
      case 'MemberExpression':
        each(node.object);
        if (node.computed) each(node.property);
        return;
      case 'Property':
        if (node.computed) each(node.key);
        this.shorthand(node, scope);
        each(node.value);
        return;
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) each(node.key);
        if (node.value) each(node.value);
        return;
      case 'AssignmentExpression':
        if (!this.assignWhere(node, scope)) this.target(node.left, scope);
        each(node.right);
        return;
      case 'UpdateExpression':
        this.target(node.argument, scope);
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.type === 'ForOfStatement' && node.await && this.depth === 0) this.waits = true;
        if (node.left.type === 'VariableDeclaration') each(node.left);
        else this.target(node.left, scope);
        each(node.right);
        each(node.body);
        return;
      case 'AwaitExpression':
      case 'VariableDeclaration':
        if (this.depth === 0 && (node.type === 'AwaitExpression' || node.kind === 'await using'))
          this.waits = true;
        break;
      case 'ImportExpression':
        this.importCall(node);
        break;
      case 'CallExpression':
        this.call(node, scope);
        return;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') this.callee(node.tag, scope);
        else each(node.tag);
        each(node.quasi);
        return;
      case 'SwitchStatement':
        this.visit(node.discriminant, outer);
        node.cases.forEach(each);
        return;
      case 'BinaryExpression':
        // `a<!--b` of a module would begin a comment in a function's body.
        if (this.edits.source.startsWith('<!--', node.right.start - 1))
          this.edits.insert(node.right.start, ' ');
        break;
      default:
    }
    if (!isFunction(node)) return eachChild(node, each);
    // What `var` declares in the body is not there for the parameters.
    const inner = this.within(varNames(node.body), scope);
    this.depth++;
    eachChild(node, (child) => this.visit(child, child === node.body ? inner : scope));
    this.depth--;
  }

  private enter(node: AnyNode, outer: Scope | undefined): Scope | undefined {
    const { bindings } = this.frame;
    if (bindings.size === 0) return outer;
    const list = node.type === 'SwitchCase' ? node.consequent : 'body' in node ? node.body : undefined;
    if (Array.isArray(list))
      for (const { start, type } of list as AnyNode[])
        if (type === 'ExpressionStatement') this.starts.add(start);
    return this.within(scopeOf(node), outer);
  }

  /** The scope in which names are declared, where they hide imported ones. */
  private within(declared: readonly string[], outer: Scope | undefined): Scope | undefined {
    const names = declared.filter((name) => this.frame.bindings.has(name));
    return names.length > 0 ? { names: new Set(names), outer } : outer;
  }

  /** Code in place of a name here; undefined where it is none that is imported. */
  private valueOf(name: string, scope: Scope | undefined): string | undefined {
    const value = this.frame.bindings.get(name);
    return value !== undefined && isDeclared(name, scope) ? undefined : value;
  }

  private name({ end, name, start }: Identifier, scope: Scope | undefined): void {
    const value = this.valueOf(name, scope);
    if (value !== undefined) this.edits.replace(start, end, value);
  }

  /** `{ name }` needs its name twice. */
  private shorthand(node: AnyNode & { type: 'Property' }, scope: Scope | undefined): void {
    if (node.shorthand && node.key.type === 'Identifier' && this.valueOf(node.key.name, scope) !== undefined)
      this.edits.insert(node.start, `${node.key.name}:`);
  }

  /** `name ??= value` reads an imported name, and assigns only where it is to. */
  private assignWhere({ left, operator, right }: AssignmentExpression, scope: Scope | undefined): boolean {
    if (!/^(?:\?\?|\|\||&&)=$/.test(operator) || left.type !== 'Identifier') return false;
    if (this.valueOf(left.name, scope) === undefined) return false;
    this.name(left, scope);
    const at = this.edits.source.indexOf(operator, skipSpace(this.edits.source, left.end));
    this.edits.replace(at, at + operator.length, `${operator.slice(0, -1)}(${HELPER}.constant=`);
    this.edits.close(right.end, ')');
    return true;
  }

  /** Target of an assignment: an imported name is a constant. */
  private target(node: AnyNode, scope: Scope | undefined): void {
    switch (node.type) {
      case 'Identifier':
        if (this.valueOf(node.name, scope) !== undefined)
          this.edits.replace(node.start, node.end, `${HELPER}.constant`);
        return;
      case 'Property':
        if (node.computed) this.visit(node.key, scope);
        this.shorthand(node, scope);
        return this.target(node.value, scope);
      case 'AssignmentPattern':
        this.target(node.left, scope);
        return this.visit(node.right, scope);
      case 'ObjectPattern':
      case 'ArrayPattern':
      case 'RestElement':
        return eachChild(node, (child) => this.target(child, scope));
      default:
        this.visit(node, scope);
    }
  }

  private call(node: CallExpression, scope: Scope | undefined): void {
    const { callee } = node;
    const name = calledName(node);
    const takesModule = callee.type === 'Identifier' ? name === 'require' : NAMING.test(name ?? '');
    const specifier = takesModule ? textOf(node.arguments[0]) : undefined;
    if (specifier !== undefined) this.requires.add(specifier);
    if (callee.type === 'Identifier') this.callee(callee, scope);
    else this.visit(callee, scope);
    // `vi.mock(import('./x'))` names its module for the compiler's sake.
    const named = this.testSide && /^(?:do)?[mM]ock$/.test(name ?? '') ? node.arguments[0] : undefined;
    for (const argument of node.arguments)
      if (argument === named && named.type === 'ImportExpression') this.importCall(named, '');
      else this.visit(argument, scope);
  }

  private importCall({ source, start }: ImportExpression, call = `${HELPER}.dynamic`): void {
    const specifier = textOf(source);
    if (specifier !== undefined) this.requires.add(specifier);
    this.edits.replace(start, start + 'import'.length, call);
  }

  /** A name that is called, which must not have the module for its `this`. */
  private callee({ end, name, start }: Identifier, scope: Scope | undefined): void {
    const value = this.valueOf(name, scope);
    // A namespace has its own name.
    if (value === undefined || value === name) return;
    const { source } = this.edits;
    const lead = this.starts.has(start) ? ';' : '';
    const next = skipSpace(source, end);
    const optional = source.startsWith('?.', next) ? '?.' : '';
    const open = optional === '' ? next : skipSpace(source, next + optional.length);
    // V8 takes the parenthesis for the place of such a call: it is to be that of the name.
    if (source[open] === '(') this.edits.replace(start, open + 1, `${lead}(0,${value})${optional}(`);
    else this.edits.replace(start, end, `${lead}(0,${value})`);
  }
}
