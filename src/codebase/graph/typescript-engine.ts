import ts from 'typescript';
import { isScript } from '../sources/compiler-options';
import { Disk } from '../sources/disk';
import type { TreeFiles } from '../sources/tree-files';
import { EdgeList, fileSymbol } from './nodes';
import { TypeScriptProject } from './typescript-project';
import { SCRIPT_PATH } from './read-paths';
import { callsIn, nodeAt, offsetAt, roleAt } from './typescript-places';
import { rangeOf, type PlacedSymbol, signatureAt, symbolsOf } from './typescript-symbols';
import type { Engine, GraphEdge, GraphNode, Reference, Site } from './types';
import { posix } from 'node:path';
import type { CodeSymbol, SymbolKind } from '../navigation/types';

/** Kinds of the service's own words for declarations. */
const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['class', 'class'],
  ['local class', 'class'],
  ['interface', 'interface'],
  ['enum', 'enum'],
  ['module', 'module'],
  ['script', 'module'],
  ['method', 'method'],
  ['constructor', 'constructor'],
  ['construct', 'constructor'],
  ['getter', 'property'],
  ['setter', 'property'],
  ['property', 'property'],
  ['const', 'constant'],
  ['var', 'variable'],
  ['let', 'variable'],
  ['type', 'type'],
]);

/** Symbols of a project's files, as nodes of the graph. */
class TypeScriptNodes {
  private readonly tables = new WeakMap<ts.SourceFile, PlacedSymbol[]>();

  constructor(private readonly project: TypeScriptProject) {}

  source(fileName: string): ts.SourceFile | undefined {
    return this.project.program().getSourceFile(fileName);
  }

  /** Symbols of a file; none where it is nested too deeply. */
  table(source: ts.SourceFile): PlacedSymbol[] {
    const known = this.tables.get(source);
    if (known) return known;
    const table = symbolsOrNone(source, this.pathOf(source.fileName));
    this.tables.set(source, table);
    return table;
  }

  nodeOf(source: ts.SourceFile, { symbol, names: [first = 0] }: PlacedSymbol): GraphNode {
    const isExternal = this.isExternal(source.fileName);
    const { startLine, startColumn } = symbol.nameRange;
    const offset = offsetAt(source, startLine, startColumn) ?? first;
    return { symbol, isExternal, file: source.fileName, offset };
  }

  nodeOfItem(item: ts.CallHierarchyItem): GraphNode | undefined {
    const isFile =
      item.kind === ts.ScriptElementKind.moduleElement || item.kind === ts.ScriptElementKind.scriptElement;
    const source = this.source(item.file);
    if (
      isFile &&
      source &&
      item.selectionSpan.start === 0 &&
      item.span.length >= source.text.trimEnd().length
    )
      return this.fileNode(source);
    return this.nodeAt(item.file, item.selectionSpan, item, item.span);
  }

  /** Symbol whose name stands at a place; where none does, one made of what the service says. */
  nodeAt(
    fileName: string,
    at: ts.TextSpan,
    said?: { name: string; kind: string },
    whole: ts.TextSpan = at,
  ): GraphNode | undefined {
    const source = this.source(fileName);
    if (!source) return undefined;
    const known = this.table(source).find(({ names }) => names.includes(at.start));
    if (known) return { ...this.nodeOf(source, known), offset: at.start };
    const outer = this.around(source, at.start).symbol;
    const container = outer.kind === 'module' && outer.id === outer.path ? '' : nested(outer);
    const name = said?.name ?? source.text.slice(at.start, at.start + at.length);
    const symbol: CodeSymbol = {
      id: `${outer.path}#${container === '' ? '' : `${container}.`}${name}`,
      name,
      kind: KINDS.get(said?.kind ?? '') ?? 'function',
      path: outer.path,
      range: rangeOf(source, whole.start, whole.start + whole.length),
      nameRange: rangeOf(source, at.start, at.start + at.length),
      container,
      isExported: false,
      signature: signatureAt(source.text, whole.start),
    };
    return { symbol, isExternal: this.isExternal(fileName), file: fileName, offset: at.start };
  }

  /** The innermost symbol around an offset; the file where there is none. */
  around(source: ts.SourceFile, offset: number): GraphNode {
    let best: PlacedSymbol | undefined;
    for (const placed of this.table(source)) {
      if (placed.start > offset || placed.end <= offset) continue;
      if (!best || placed.end - placed.start <= best.end - best.start) best = placed;
    }
    return best ? this.nodeOf(source, best) : this.fileNode(source);
  }

  fileNode(source: ts.SourceFile): GraphNode {
    const path = this.pathOf(source.fileName);
    const range = rangeOf(source, 0, source.text.length);
    return {
      symbol: fileSymbol(path, range),
      isExternal: this.isExternal(source.fileName),
      file: source.fileName,
      offset: 0,
    };
  }

  sites(fileName: string, spans: readonly ts.TextSpan[]): Site[] {
    const source = this.source(fileName);
    if (!source) return [];
    const path = this.pathOf(fileName);
    return spans.map(({ start, length }) => ({ path, range: rangeOf(source, start, start + length) }));
  }

  /** Path in the tree; for other files a short one that names no folder of this machine. */
  pathOf(fileName: string): string {
    const { root } = this.project;
    if (fileName.startsWith(`${root}/`)) return fileName.slice(root.length + 1);
    return `typescript/lib/${posix.basename(fileName)}`;
  }

  isExternal(fileName: string): boolean {
    return this.project.tree.hash(this.pathOf(fileName)) === undefined;
  }
}

/** Calls in one function that are followed. */
const MOST_CALLS = 500;

/** Graph of TypeScript and JavaScript by the compiler's language service. */
export class TypeScriptEngine implements Engine {
  private readonly project: TypeScriptProject;
  private readonly nodes: TypeScriptNodes;
  private index: { program: ts.Program; byName: Map<string, GraphNode[]> } | undefined;

  /** `directory`: where the packages are. */
  constructor(directory: string | undefined) {
    this.project = new TypeScriptProject(new Disk(directory));
    this.nodes = new TypeScriptNodes(this.project);
  }

  /** Looks at a tree from now on. */
  open(files: TreeFiles, isLate: () => boolean): void {
    this.project.open(files, isLate);
  }

  reads(path: string): boolean {
    return SCRIPT_PATH.test(path);
  }

  symbols(path: string): GraphNode[] | undefined {
    const source = this.nodes.source(`${this.project.root}/${path}`);
    return source && this.nodes.table(source).map((placed) => this.nodes.nodeOf(source, placed));
  }

  named(name: string): GraphNode[] {
    return this.byName().get(name) ?? [];
  }

  names(): Iterable<string> {
    return this.byName().keys();
  }

  at(path: string, line: number, column: number): { node: GraphNode; definitions: GraphEdge[] } | undefined {
    const source = this.nodes.source(`${this.project.root}/${path}`);
    const offset = source && offsetAt(source, line, column);
    if (!source || offset === undefined) return undefined;
    const start = nodeAt(source, offset).getStart(source);
    const found = this.project.service.getDefinitionAtPosition(source.fileName, start) ?? [];
    const edges = new EdgeList();
    for (const { fileName, textSpan, name, kind } of found) {
      const node = this.nodes.nodeAt(fileName, textSpan, { name, kind });
      if (node) edges.add(node, [], true);
    }
    const definitions = edges.list();
    const [first] = definitions;
    return first && { node: first.node, definitions };
  }

  references(node: GraphNode): Reference[] {
    const seen = new Set<string>();
    const found: Reference[] = [];
    for (const { fileName, textSpan, isDefinition, isWriteAccess } of this.found(node)) {
      const source = this.nodes.source(fileName);
      const key = `${fileName} ${textSpan.start}`;
      if (!source || seen.has(key)) continue;
      seen.add(key);
      found.push({
        path: this.nodes.pathOf(fileName),
        range: rangeOf(source, textSpan.start, textSpan.start + textSpan.length),
        role: isDefinition ? 'definition' : roleAt(source, textSpan.start, isWriteAccess),
        within: this.nodes.around(source, textSpan.start).symbol.id,
        isExact: true,
      });
    }
    return found;
  }

  callers(node: GraphNode): GraphEdge[] {
    const { file, offset } = node;
    if (!this.hasHierarchy(node)) return this.usedBy(node, (role) => role === 'call');
    const edges = new EdgeList();
    for (const { from, fromSpans } of this.project.service.provideCallHierarchyIncomingCalls(file, offset)) {
      const caller = this.nodes.nodeOfItem(from);
      if (!caller) continue;
      for (const span of fromSpans)
        edges.add(this.bodyAround(caller, span) ?? caller, this.nodes.sites(from.file, [span]), true);
    }
    return edges.list();
  }

  callees(node: GraphNode): GraphEdge[] {
    const { file, offset } = node;
    if (!this.hasHierarchy(node)) return this.calledIn(node);
    const edges = new EdgeList();
    for (const { to, fromSpans } of this.project.service.provideCallHierarchyOutgoingCalls(file, offset)) {
      const callee = this.nodes.nodeOfItem(to);
      if (callee) edges.add(callee, this.nodes.sites(file, fromSpans), true);
    }
    return edges.list();
  }

  users(node: GraphNode): GraphEdge[] {
    if (node.symbol.id === node.symbol.path) return this.importers(node.symbol.path);
    return this.usedBy(node, (role, user) => role !== 'import' && user.symbol.id !== node.symbol.id);
  }

  imports(): [from: string, to: string][] {
    this.project.program();
    const own = (name: string): string | undefined => {
      const path = this.nodes.pathOf(name);
      return this.project.tree.hash(path) === undefined ? undefined : path;
    };
    return [...this.project.imports].flatMap(([from, targets]) => {
      const path = own(from);
      const to = new Set([...targets.values()].flatMap((target) => own(target) ?? []));
      return path === undefined ? [] : [...to].map((target): [string, string] => [path, target]);
    });
  }

  /** False for functions that are values of properties: the service follows declarations alone. */
  private hasHierarchy({ symbol, file, offset }: GraphNode): boolean {
    if (symbol.id === symbol.path) return true;
    const prepared = this.project.service.prepareCallHierarchy(file, offset);
    return Array.isArray(prepared) ? prepared.length > 0 : prepared !== undefined;
  }

  private usedBy(
    node: GraphNode,
    counts: (role: Reference['role'], user: GraphNode) => boolean,
  ): GraphEdge[] {
    const edges = new EdgeList();
    for (const { fileName, textSpan, isDefinition, isWriteAccess } of this.found(node)) {
      const source = this.nodes.source(fileName);
      if (!source || isDefinition) continue;
      const user = this.nodes.around(source, textSpan.start);
      if (counts(roleAt(source, textSpan.start, isWriteAccess), user))
        edges.add(user, this.nodes.sites(fileName, [textSpan]), true);
    }
    return edges.list();
  }

  /** Method of a prototype around a call in a script: the service, which knows declarations alone, says the file. */
  private bodyAround({ symbol, file }: GraphNode, span: ts.TextSpan): GraphNode | undefined {
    const source = symbol.id === symbol.path && isScript(file) ? this.nodes.source(file) : undefined;
    const inner = source && this.nodes.around(source, span.start);
    return inner?.symbol.kind === 'method' ? inner : undefined;
  }

  /** Definitions of what is called in the text of a symbol. */
  private calledIn({ file, symbol: { range } }: GraphNode): GraphEdge[] {
    const source = this.nodes.source(file);
    const start = source && offsetAt(source, range.startLine, range.startColumn);
    const end = source && offsetAt(source, range.endLine, range.endColumn);
    const edges = new EdgeList();
    if (!source || start === undefined || end === undefined) return [];
    for (const name of callsIn(source, start, end).slice(0, MOST_CALLS)) {
      const at = { start: name.getStart(source), length: name.getWidth(source) };
      const [found] = this.project.service.getDefinitionAtPosition(file, at.start) ?? [];
      const callee = found && this.nodes.nodeAt(found.fileName, found.textSpan, found);
      if (callee) edges.add(callee, this.nodes.sites(file, [at]), true);
    }
    return edges.list();
  }

  private importers(path: string): GraphEdge[] {
    return this.imports().flatMap(([from, to]) => {
      const source = to === path ? this.nodes.source(`${this.project.root}/${from}`) : undefined;
      return source ? [{ node: this.nodes.fileNode(source), sites: [], isExact: true }] : [];
    });
  }

  private found({ symbol, file, offset }: GraphNode): ts.ReferencedSymbolEntry[] {
    // A whole file has no name that could be looked for.
    if (symbol.id === symbol.path) return [];
    return (this.project.service.findReferences(file, offset) ?? []).flatMap(({ references }) => references);
  }

  private byName(): Map<string, GraphNode[]> {
    const program = this.project.program();
    if (this.index?.program === program) return this.index.byName;
    const byName = new Map<string, GraphNode[]>();
    for (const source of program.getSourceFiles()) {
      if (this.nodes.isExternal(source.fileName)) continue;
      for (const placed of this.nodes.table(source)) {
        const { name } = placed.symbol;
        byName.set(name, [...(byName.get(name) ?? []), this.nodes.nodeOf(source, placed)]);
      }
    }
    this.index = { program, byName };
    return byName;
  }
}

function nested({ container, name }: CodeSymbol): string {
  return container === '' ? name : `${container}.${name}`;
}

function symbolsOrNone(source: ts.SourceFile, path: string): PlacedSymbol[] {
  try {
    return symbolsOf(source, path);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
