import type { TreeFiles } from '../../sources/tree-files';
import { EdgeList, fileSymbol } from '../nodes';
import type { Engine, GraphEdge, GraphNode, Reference, Site } from '../types';
import type { Declared, FileFacts, Use } from './facts';
import { Lines } from './extract';
import { Resolver } from './resolver';
import { SyntaxSources, tableOf } from './sources';

/** Symbols that may call, or name others. */
const BODIES: ReadonlySet<string> = new Set([
  'function',
  'method',
  'constructor',
  'class',
  'interface',
  'enum',
  'module',
]);

/** Graph of Python, Go, Rust and Java by their grammars: names, scopes, receivers and imports, without types. */
export class SyntaxEngine implements Engine {
  private readonly sources = new SyntaxSources();
  private resolver: Resolver | undefined;
  private readonly lines = new WeakMap<FileFacts, Lines>();

  /** Looks at a tree from now on. */
  async open(files: TreeFiles, isLate: () => boolean): Promise<void> {
    if ((await this.sources.open(files, isLate)) || !this.resolver)
      this.resolver = new Resolver(this.sources);
  }

  reads(path: string): boolean {
    return tableOf(path) !== undefined;
  }

  symbols(path: string): GraphNode[] | undefined {
    return this.sources.of(path)?.declared.map(nodeOf);
  }

  named(name: string): GraphNode[] {
    const found: GraphNode[] = [];
    for (const path of this.sources.naming(name)) {
      const declared = this.sources.of(path)?.declared ?? [];
      found.push(...declared.filter(({ symbol }) => symbol.name === name).map(nodeOf));
    }
    return found;
  }

  *names(): Generator<string> {
    for (const path of this.sources.paths)
      for (const { symbol } of this.sources.of(path)?.declared ?? []) yield symbol.name;
  }

  at(path: string, line: number, column: number): { node: GraphNode; definitions: GraphEdge[] } | undefined {
    const facts = this.sources.of(path);
    const offset = facts && this.linesOf(facts).offset(line, column);
    if (!facts || offset === undefined) return undefined;
    const own = facts.declared.find(
      ({ nameStart, symbol }) => nameStart <= offset && offset < nameStart + symbol.name.length,
    );
    const use = facts.uses.find(({ start, end }) => start <= offset && offset < end);
    const imported = facts.imports.find(
      ({ nameStart: at = -1, name = '' }) => at <= offset && offset < at + name.length,
    );
    const { targets, isExact } = own
      ? { targets: [own], isExact: true }
      : use
        ? this.meaning(facts, use)
        : this.resolving.imported(facts, imported?.nameStart ?? -1);
    const definitions = targets.map((target) => ({ node: nodeOf(target), sites: [], isExact }));
    const [first] = definitions;
    return first && { node: first.node, definitions };
  }

  references(node: GraphNode): Reference[] {
    const { path, nameRange, id } = node.symbol;
    const found: Reference[] = [{ path, range: nameRange, role: 'definition', within: id, isExact: true }];
    for (const { facts, start, end, role, isExact } of this.uses(node))
      found.push({
        path: facts.path,
        range: this.linesOf(facts).range(start, end),
        role,
        within: this.around(facts, start).symbol.id,
        isExact,
      });
    return found;
  }

  callers(node: GraphNode): GraphEdge[] {
    return this.usedBy(node, (role) => role === 'call');
  }

  users(node: GraphNode): GraphEdge[] {
    return this.usedBy(node, (role) => role !== 'import');
  }

  callees({ file, symbol }: GraphNode): GraphEdge[] {
    const facts = this.sources.of(file);
    if (!facts) return [];
    const own = facts.declared.find((one) => one.symbol.id === symbol.id);
    const edges = new EdgeList();
    for (const use of facts.uses) {
      if (use.role !== 'call') continue;
      const isInside = own
        ? own.start <= use.start && use.start < own.end
        : this.around(facts, use.start).symbol.id === symbol.id;
      if (!isInside || this.around(facts, use.start).symbol.id !== symbol.id) continue;
      const { targets, isExact } = this.meaning(facts, use);
      for (const target of targets) edges.add(nodeOf(target), [this.site(facts, use)], isExact);
    }
    return edges.list();
  }

  imports(): [from: string, to: string][] {
    const { modules } = this.resolving;
    return this.sources.paths.flatMap((path) => {
      const facts = this.sources.of(path);
      const found = new Set<string>();
      for (const { module, name, isAll, container } of facts?.imports ?? []) {
        const target = facts && modules.find(facts.language, path, module, container);
        const inner =
          facts && name !== undefined && facts.language === 'python'
            ? modules.find('python', path, `${module}${module.endsWith('.') ? '' : '.'}${name}`)
            : undefined;
        const files = inner?.files ?? target?.files ?? [];
        // Of a package of Java one class is imported, whose name is its file's.
        const only =
          facts?.language === 'java' && !isAll
            ? files.filter((file) => file.endsWith(`/${name ?? ''}.java`) || target?.container !== '')
            : files;
        for (const file of only) if (file !== path && this.sources.has(file)) found.add(file);
      }
      return [...found].map((to): [string, string] => [path, to]);
    });
  }

  private get resolving(): Resolver {
    if (!this.resolver) throw new Error('no tree is being looked at');
    return this.resolver;
  }

  private usedBy(node: GraphNode, counts: (role: Reference['role']) => boolean): GraphEdge[] {
    const edges = new EdgeList();
    for (const { facts, start, end, role, isExact } of this.uses(node)) {
      const user = this.around(facts, start);
      const isOwn = user.symbol.id === node.symbol.id;
      if (!counts(role) || (isOwn && role !== 'call')) continue;
      edges.add(user, [this.site(facts, { start, end })], isExact);
    }
    return edges.list();
  }

  /** Places that may mean a symbol, its own declaration left out. */
  private *uses(
    node: GraphNode,
  ): Generator<{ facts: FileFacts; start: number; end: number; role: Reference['role']; isExact: boolean }> {
    const { name, id } = node.symbol;
    const isIt = ({ symbol }: Declared): boolean => symbol.id === id;
    // A constructor is called by the name of its class.
    const called = node.symbol.kind === 'constructor' ? (this.ownerOf(node)?.symbol.name ?? name) : name;
    const names = this.sources.aliases(called);
    const paths = new Set([...names].flatMap((one) => [...this.sources.naming(one)]));
    for (const path of paths) {
      const facts = this.sources.of(path);
      if (!facts) continue;
      for (const { name: taken = '', nameStart } of facts.imports) {
        if (nameStart === undefined || !names.has(taken)) continue;
        const { targets, isExact } = this.resolving.imported(facts, nameStart);
        if (targets.some(isIt))
          yield { facts, start: nameStart, end: nameStart + taken.length, role: 'import', isExact };
      }
      for (const use of facts.uses) {
        if (!names.has(use.name)) continue;
        const { targets, isExact } = this.meaning(facts, use);
        if (targets.some(isIt)) yield { facts, start: use.start, end: use.end, role: use.role, isExact };
      }
    }
  }

  /** Declarations that a use means; calling a class calls its constructor too. */
  private meaning(facts: FileFacts, use: Use): { targets: Declared[]; isExact: boolean } {
    const { targets, isExact } = this.resolving.resolve(facts, use);
    if (use.role !== 'call') return { targets, isExact };
    const built = targets.flatMap((target) =>
      target.symbol.kind === 'class' ? this.constructorsOf(target, use) : [],
    );
    return { targets: [...targets, ...built], isExact: isExact && built.length <= 1 };
  }

  private constructorsOf(type: Declared, { args }: Use): Declared[] {
    const inner =
      type.symbol.container === '' ? type.symbol.name : `${type.symbol.container}.${type.symbol.name}`;
    const all = (this.sources.of(type.symbol.path)?.declared ?? []).filter(
      ({ symbol }) => symbol.kind === 'constructor' && symbol.container === inner,
    );
    const same = all.filter(({ parameters }) => parameters === undefined || parameters === args);
    return same.length > 0 ? same : all;
  }

  private ownerOf(node: GraphNode): Declared | undefined {
    const declared = this.declaredOf(node);
    return declared && this.resolving.members.owner(declared);
  }

  private declaredOf({ file, symbol }: GraphNode): Declared | undefined {
    return this.sources.of(file)?.declared.find((one) => one.symbol.id === symbol.id);
  }

  /** The innermost symbol with a body around an offset; the file where there is none. */
  private around(facts: FileFacts, offset: number): GraphNode {
    let best: Declared | undefined;
    for (const one of facts.declared) {
      if (one.start > offset || one.end <= offset) continue;
      const isBody = BODIES.has(one.symbol.kind) || one.symbol.container === '';
      if (isBody && (!best || one.end - one.start <= best.end - best.start)) best = one;
    }
    if (best) return nodeOf(best);
    const range = this.linesOf(facts).range(0, facts.text.length);
    return { symbol: fileSymbol(facts.path, range), isExternal: false, file: facts.path, offset: 0 };
  }

  private site(facts: FileFacts, { start, end }: { start: number; end: number }): Site {
    return { path: facts.path, range: this.linesOf(facts).range(start, end) };
  }

  private linesOf(facts: FileFacts): Lines {
    const lines = this.lines.get(facts) ?? new Lines(facts.text);
    this.lines.set(facts, lines);
    return lines;
  }
}

function nodeOf({ symbol, nameStart }: Declared): GraphNode {
  return { symbol, isExternal: false, file: symbol.path, offset: nameStart };
}
