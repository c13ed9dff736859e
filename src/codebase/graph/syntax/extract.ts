import type { CodeRange, CodeSymbol, SymbolKind } from '../../navigation/types';
import { SymbolIds } from '../symbol-ids';
import { Expressions, placed } from './expressions';
import type { Declared, Expression, FileFacts, Use } from './facts';
import { type DeclarationRule, type LanguageTable, textOf } from './language-table';
import { above, child, type PlainNode } from './plain-tree';

/** Lines of a text: offsets to places and back. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  range(start: number, end: number): CodeRange {
    const from = this.place(start);
    const to = this.place(end);
    return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
  }

  /** Offset of a line and a column from 1; undefined outside of the text. */
  offset(line: number, column: number): number | undefined {
    const start = this.starts[line - 1];
    const offset = (start ?? 0) + column - 1;
    return start !== undefined && offset <= (this.starts[line] ?? this.text.length) ? offset : undefined;
  }

  private place(offset: number): { line: number; column: number } {
    let low = 0;
    for (let high = this.starts.length - 1; low < high;) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}

const TYPES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum']);
const SIGNATURE_CHARS = 200;

/** Surroundings of a node. */
interface Scope {
  container: string;
  isInType: boolean;
  isExported: boolean;
  isLocal: boolean;
}

export function factsOf(path: string, text: string, root: PlainNode, table: LanguageTable): FileFacts {
  return new Extraction(path, text, table).run(root);
}

class Extraction {
  private readonly ids: SymbolIds;
  private readonly lines: Lines;
  private readonly expressions: Expressions;
  private readonly facts: FileFacts;
  /** Offsets of names that declare something, and so are no uses. */
  private readonly declaring = new Set<number>();
  private readonly variables = new Set<string>();

  constructor(
    private readonly path: string,
    private readonly text: string,
    private readonly table: LanguageTable,
  ) {
    this.ids = new SymbolIds(path);
    this.lines = new Lines(text);
    this.expressions = new Expressions(table, text);
    const { language } = table;
    const empty = { declared: [], bindings: [], uses: [], imports: [], implemented: [] };
    this.facts = { path, text, language, module: '', ...empty };
  }

  run(root: PlainNode): FileFacts {
    this.facts.module = this.table.moduleOf(root, this.text);
    const top: Scope = { container: '', isInType: false, isExported: true, isLocal: false };
    const open: { node: PlainNode; scope: Scope }[] = [{ node: root, scope: top }];
    for (let next = open.pop(); next; next = open.pop()) {
      const scope = this.visit(next.node, next.scope);
      if (!scope) continue;
      for (const node of next.node.children.toReversed()) open.push({ node, scope });
    }
    this.facts.uses = usesOf(root, this.text, this.table, this.expressions, this.declaring);
    return this.facts;
  }

  /** Notes what a node declares; returns the scope inside of it, undefined where nothing in it counts. */
  private visit(node: PlainNode, scope: Scope): Scope | undefined {
    const { table, facts, text } = this;
    const imports = table.importsOf(node, text);
    if (imports) {
      facts.imports.push(...imports.map((one) => ({ ...one, container: scope.container })));
      this.declareAll(node);
      return undefined;
    }
    const tied = table.implementedBy?.(node);
    if (tied)
      facts.implemented.push({ type: this.expressions.of(tied.type), base: this.expressions.of(tied.base) });
    const rule = table.declarations.get(node.type);
    const declared = rule && this.declare(node, rule, scope);
    if (!declared) this.bind(node, scope);
    return this.inside(node, scope, declared);
  }

  private inside(node: PlainNode, scope: Scope, declared: Declared | undefined): Scope {
    const given = declared ? undefined : this.table.containerOf(node, this.text);
    const isLocal = scope.isLocal || this.table.functions.has(node.type);
    if (given !== undefined)
      return { ...scope, container: joined(scope.container, given), isInType: true, isLocal };
    if (!declared) return isLocal === scope.isLocal ? scope : { ...scope, isLocal };
    const { symbol } = declared;
    const isInType = TYPES.has(symbol.kind);
    // A class in a function has members of its own.
    const isInner = isInType ? false : isLocal;
    return {
      container: joined(symbol.container, symbol.name),
      isInType,
      isExported: symbol.isExported,
      isLocal: isInner,
    };
  }

  private declare(node: PlainNode, rule: DeclarationRule, scope: Scope): Declared | undefined {
    const nameNode = child(node, rule.name ?? 'name');
    const field = rule.isOnlyOutside && nameNode ? this.fieldName(nameNode) : undefined;
    if (field) return this.declareField(node, rule, field, scope);
    if (!nameNode || (rule.isOnlyOutside && scope.isLocal)) return undefined;
    if (!this.table.names.has(nameNode.type)) return undefined;
    // A variable is declared where it is given a value first; later ones are writes.
    if (rule.isOnlyOutside && !this.isFirst(joined(scope.container, textOf(nameNode, this.text))))
      return undefined;
    const isMember = scope.isInType || this.table.containerOf(node, this.text) !== undefined;
    const own = this.table.containerOf(node, this.text);
    return this.add(node, nameNode, rule, {
      kind: this.kindOf(node, rule, nameNode, isMember),
      container: own === undefined ? scope.container : joined(scope.container, own),
      isExported: scope.isExported && this.table.isExported(node, textOf(nameNode, this.text), this.text),
      isLocal: scope.isLocal,
    });
  }

  private kindOf(node: PlainNode, rule: DeclarationRule, name: PlainNode, isMember: boolean): SymbolKind {
    if (node.type === 'type_spec') {
      const type = child(node, 'type')?.type;
      return type === 'interface_type' ? 'interface' : type === 'struct_type' ? 'class' : 'type';
    }
    const said = textOf(name, this.text);
    if (isMember && said === '__init__') return 'constructor';
    if (!isMember && rule.kind === 'variable' && /^[A-Z][A-Z\d_]*$/.test(said)) return 'constant';
    return isMember ? (rule.memberKind ?? rule.kind) : rule.kind;
  }

  /** Name of `self.name`. */
  private fieldName(node: PlainNode): PlainNode | undefined {
    const rule = this.table.members.get(node.type);
    if (!rule) return undefined;
    const object = placed(node, rule.of);
    return object && this.table.self.has(textOf(object, this.text)) ? placed(node, rule.name) : undefined;
  }

  /** A field is declared where it is given a value first. */
  private declareField(
    node: PlainNode,
    rule: DeclarationRule,
    name: PlainNode,
    scope: Scope,
  ): Declared | undefined {
    const container = scope.container.slice(0, Math.max(0, scope.container.lastIndexOf('.')));
    if (container === '' || !this.isFirst(`${container}.${textOf(name, this.text)}`)) return undefined;
    this.add(node, name, rule, { kind: 'property', container, isExported: scope.isExported, isLocal: false });
    return undefined;
  }

  private isFirst(key: string): boolean {
    const isKnown = this.variables.has(key);
    this.variables.add(key);
    return !isKnown;
  }

  private add(
    node: PlainNode,
    nameNode: PlainNode,
    rule: DeclarationRule,
    { isLocal, ...told }: Pick<CodeSymbol, 'kind' | 'container' | 'isExported'> & { isLocal: boolean },
  ): Declared {
    const name = textOf(nameNode, this.text);
    const outer = node.parent?.type === 'decorated_definition' ? node.parent : node;
    const [signature = ''] = this.text.slice(node.start, node.start + SIGNATURE_CHARS).split('\n', 1);
    const declared: Declared = {
      symbol: {
        id: this.ids.next(told.container, name),
        name,
        path: this.path,
        ...told,
        range: this.range(outer.start, outer.end),
        nameRange: this.range(nameNode.start, nameNode.end),
        signature: signature.trim(),
      },
      start: outer.start,
      end: outer.end,
      nameStart: nameNode.start,
      type: this.typeOf(node, rule.type, rule.value),
      bases: basesOf(node, this.table, this.expressions),
      isLocal,
      ...(this.table.hasArity && { parameters: child(node, this.table.parameters)?.children.length }),
    };
    this.declaring.add(nameNode.start);
    this.facts.declared.push(declared);
    return declared;
  }

  private typeOf(node: PlainNode, type?: string, value?: string): Expression | undefined {
    const written = type === undefined ? undefined : (child(node, type) ?? child(node.parent, type));
    const from = written ?? (value === undefined ? undefined : child(node, value));
    const read = from && this.expressions.of(from);
    if (!read || read.kind === 'unknown') return undefined;
    return written ? { kind: 'instance', of: read } : read;
  }

  /** Notes parameters and local variables. */
  private bind(node: PlainNode, scope: Scope): void {
    const rule = this.table.bindings.get(node.type);
    if (!rule) return;
    const around = this.table.functions.has(node.type)
      ? node
      : above(node, ({ type }) => this.table.functions.has(type));
    if (!around || (!scope.isLocal && around !== node)) return;
    const type = this.typeOf(node, rule.type, rule.value);
    for (const field of rule.names) {
      const places = field === '' ? node.children : node.children.filter((one) => one.field === field);
      for (const name of places.flatMap((place) => leaves(place, this.table))) {
        this.declaring.add(name.start);
        const { start, end } = around;
        this.facts.bindings.push({ name: textOf(name, this.text), offset: name.start, start, end, type });
      }
    }
  }

  /** Names in an import are no uses. */
  private declareAll(node: PlainNode): void {
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      this.declaring.add(next.start);
      open.push(...next.children);
    }
  }

  private range(start: number, end: number): CodeRange {
    return this.lines.range(start, end);
  }
}

function joined(container: string, name: string): string {
  return container === '' ? name : `${container}.${name}`;
}

/** Types that a declaration extends or implements. */
function basesOf(node: PlainNode, table: LanguageTable, expressions: Expressions): Expression[] {
  const found: Expression[] = [];
  const lists = node.children.filter(({ field }) => table.bases.has(field));
  for (const one of lists.flatMap(({ children }) => children)) {
    const inner = one.type === 'type_list' ? one.children : [one];
    found.push(...inner.map((base) => expressions.of(base)));
  }
  // An embedded field gives its members to the struct or interface around it.
  if (table.language === 'go') found.push(...embedded(node, expressions));
  return found.filter(({ kind }) => kind !== 'unknown');
}

function embedded(node: PlainNode, expressions: Expressions): Expression[] {
  const type = child(node, 'type');
  const list =
    type?.type === 'struct_type' ? type.children[0] : type?.type === 'interface_type' ? type : undefined;
  const embedded = (list?.children ?? []).filter(
    (one) => one.type === 'type_elem' || (one.type === 'field_declaration' && !child(one, 'name')),
  );
  return embedded.map((one) => expressions.of(child(one, 'type') ?? one.children[0]));
}

/** Names of a pattern of parameters or variables; those of members and types in it are none. */
function leaves(node: PlainNode, table: LanguageTable): PlainNode[] {
  if (table.names.has(node.type))
    return node.type.includes('type') || node.type.includes('field') ? [] : [node];
  const isPattern = /pattern|expression_list|inferred_parameters|formal_parameters|variable_declarator/.test(
    node.type,
  );
  return isPattern
    ? node.children.filter(({ field }) => field !== 'type').flatMap((one) => leaves(one, table))
    : [];
}

/** Uses of names in a file, in the order of the text. `declaring`: offsets of names that are none. */
function usesOf(
  root: PlainNode,
  text: string,
  table: LanguageTable,
  expressions: Expressions,
  declaring: ReadonlySet<number>,
): Use[] {
  const uses: Use[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (table.names.has(node.type) && !declaring.has(node.start) && !isIgnored(node, table))
      uses.push(useOf(node, text, table, expressions));
    open.push(...node.children.toReversed());
  }
  return uses;
}

function isIgnored(node: PlainNode, { ignored }: LanguageTable): boolean {
  const above = node.parent?.type ?? '';
  return ignored.has(`${above} ${node.field}`) || ignored.has(`${above} `);
}

function useOf(node: PlainNode, text: string, table: LanguageTable, expressions: Expressions): Use {
  const name = textOf(node, text);
  const place = { name, start: node.start, end: node.end };
  if (node.parent?.type === 'token_tree') return { ...place, ...inMacro(node, text) };
  const member = memberAround(node, table);
  const receiver = member && receiverOf(member.node, member.rule, expressions);
  const whole = outermost(member?.node ?? node, table);
  const call = callOf(node, whole, table);
  if (call)
    return {
      ...place,
      role: 'call',
      ...(receiver && { receiver }),
      ...(call.of && { receiver: expressions.of(call.of) }),
      args: call.args,
    };
  const isWritten = table.assignments.has(`${whole.parent?.type ?? ''} ${whole.field}`);
  return { ...place, role: isWritten ? 'write' : 'read', ...(receiver && { receiver }) };
}

/** The macro's text is no tree: what stands beside the name tells what it is. */
function inMacro({ start, end }: PlainNode, text: string): Pick<Use, 'role' | 'receiver'> {
  const isMember = text[start - 1] === '.' || text.slice(start - 2, start) === '::';
  return { role: text[end] === '(' ? 'call' : 'read', ...(isMember && { receiver: { kind: 'unknown' } }) };
}

function memberAround(
  node: PlainNode,
  table: LanguageTable,
): { node: PlainNode; rule: { of: string; name: string } } | undefined {
  const { parent } = node;
  const rule = parent && table.members.get(parent.type);
  return rule && placed(parent, rule.name) === node && placed(parent, rule.of) !== node
    ? { node: parent, rule }
    : undefined;
}

function receiverOf(node: PlainNode, { of }: { of: string }, expressions: Expressions): Use['receiver'] {
  const before = placed(node, of);
  return before && expressions.of(before);
}

/** Node with all that means the same around it. */
function outermost(node: PlainNode, table: LanguageTable): PlainNode {
  let whole = node;
  for (let { parent } = whole; parent; { parent } = parent) {
    const field = table.wrappers.get(parent.type);
    if (field === undefined || placed(parent, field) !== whole) break;
    whole = parent;
  }
  return whole;
}

interface Call {
  /** Node of the value before the name, where the call itself has it. */
  of?: PlainNode;
  args?: number;
}

function callOf(node: PlainNode, whole: PlainNode, table: LanguageTable): Call | undefined {
  const { parent } = whole;
  if (!parent) return undefined;
  const args = child(parent, table.arguments)?.children.length;
  const rule = table.calls.get(parent.type);
  if (rule && 'callee' in rule && placed(parent, rule.callee) === whole) return { args };
  if (rule && 'name' in rule && placed(parent, rule.name) === node)
    return { args, of: placed(parent, rule.of) };
  const type = table.instances.get(parent.type);
  return type !== undefined && child(parent, type) === whole ? { args } : undefined;
}
