import { baseName } from '../../domain/files/paths';
import type { CodeRange, CodeSymbol } from '../navigation/types';
import type { GraphEdge, GraphNode, Site } from './types';

/** Key of a node: one declaration, however it was found. */
export function nodeKey({ symbol: { path, id, nameRange } }: GraphNode): string {
  return `${path} ${id === path ? 'file' : `${nameRange.startLine}:${nameRange.startColumn}`}`;
}

export function fileSymbol(path: string, range: CodeRange): CodeSymbol {
  const { startLine, startColumn } = range;
  return {
    id: path,
    name: baseName(path),
    kind: 'module',
    path,
    range,
    nameRange: { startLine, startColumn, endLine: startLine, endColumn: startColumn },
    container: '',
    isExported: false,
    signature: path,
  };
}

/** Edges to nodes, each node once with all its sites. */
export class EdgeList {
  private readonly edges = new Map<string, GraphEdge>();

  /** Adds sites of a node; it is exact as soon as one of them is. */
  add(node: GraphNode, sites: readonly Site[], isExact: boolean): void {
    const known = this.edges.get(nodeKey(node));
    if (known) {
      known.sites.push(...sites);
      known.isExact ||= isExact;
    } else this.edges.set(nodeKey(node), { node, sites: [...sites], isExact });
  }

  list(): GraphEdge[] {
    return [...this.edges.values()];
  }
}
