/** Edge of a graph: the node at its other end, and if no other could be meant. */
export interface Edge<N> {
  readonly node: N;
  readonly isExact: boolean;
}

export interface Walked<N, E extends Edge<N>> {
  readonly edge: E;
  /** Edges from where the walk began, from 1. */
  readonly depth: number;
  /** Nodes from where the walk began to this one, both included. */
  readonly way: readonly N[];
  /** True if no edge of the way could mean another node. */
  readonly isExact: boolean;
}

export interface WalkOptions<N> {
  keyOf: (node: N) => string;
  depth: number;
  limit: number;
  isLate: () => boolean;
  /** True: where the walk began is listed too if a circle leads there, by the way around it. */
  listsStarts: boolean;
}

export interface WalkResult<N, E extends Edge<N>> {
  nodes: Walked<N, E>[];
  /** Nodes that were met and left out. */
  more: number;
  /** True if some nodes were not looked at any more. */
  isLate: boolean;
}

/**
 * Walks a graph breadth first: each node once, by its shortest way, so that circles end; where two ways are as short, the exact
 * one is taken. `onLevel` hears of what is known after each level.
 */
export function walkGraph<N, E extends Edge<N>>(
  starts: readonly N[],
  edgesOf: (node: N) => readonly E[],
  options: WalkOptions<N>,
  onLevel: (nodes: readonly Walked<N, E>[]) => void = () => undefined,
): WalkResult<N, E> {
  const { keyOf, depth: deepest, limit, isLate, listsStarts } = options;
  const began = new Set(starts.map(keyOf));
  const seen = new Set(listsStarts ? [] : began);
  const left = new Set<string>();
  const nodes: Walked<N, E>[] = [];
  let level = starts.map((node) => ({ way: [node] as readonly N[], isExact: true }));
  for (let depth = 1; depth <= deepest && level.length > 0; depth++) {
    const found: Walked<N, E>[] = [];
    const places = new Map<string, number>();
    for (const from of level) {
      if (isLate()) return { nodes: [...nodes, ...found], more: left.size, isLate: true };
      const last = from.way.at(-1);
      if (last === undefined) continue;
      for (const edge of edgesOf(last)) {
        const key = keyOf(edge.node);
        if (seen.has(key)) {
          const at = places.get(key) ?? -1;
          const isBetter = found[at]?.isExact === false && from.isExact && edge.isExact;
          if (isBetter) found[at] = { edge, depth, way: [...from.way, edge.node], isExact: true };
        } else if (nodes.length + found.length >= limit) left.add(key);
        else {
          seen.add(key);
          places.set(key, found.length);
          found.push({ edge, depth, way: [...from.way, edge.node], isExact: from.isExact && edge.isExact });
        }
      }
    }
    nodes.push(...found);
    onLevel(nodes);
    level = found.filter(({ edge }) => !began.has(keyOf(edge.node)));
  }
  return { nodes, more: left.size, isLate: false };
}
