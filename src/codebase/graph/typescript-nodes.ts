import { posix } from 'node:path';
import ts from 'typescript';
import type { CodeSymbol, SymbolKind } from '../navigation/types';
import { fileSymbol } from './nodes';
import { offsetAt } from './typescript-places';
import type { TypeScriptProject } from './typescript-project';
import { type PlacedSymbol, rangeOf, signatureAt, symbolsOf } from './typescript-symbols';
import type { GraphNode, Site } from './types';

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
export class TypeScriptNodes {
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
