/** Cycles of a graph: its strongly connected components, by Tarjan's algorithm. */

/** PageRank: importance of the nodes of a graph by who points at them. */

const DAMPING = 0.85;
const MOST_ROUNDS = 60;
const SETTLED = 1e-9;

/** Edges of a graph: for each node the nodes that it points at. */
export type Edges = readonly (readonly number[])[];

interface Visit {
  readonly node: number;
  next: number;
}

/** Components of more than one node, and single nodes that point at themselves; nodes in ascending order. */
export function cyclesOf(edges: Edges): number[][] {
  const search = new Search(edges);
  for (let node = 0; node < edges.length; node += 1) search.from(node);
  return search.found.map((component) => component.toSorted((left, right) => left - right));
}

/** The search without recursion: a chain of ten thousand files must not end the stack. */
class Search {
  readonly found: number[][] = [];
  private readonly order = new Map<number, number>();
  private readonly low = new Map<number, number>();
  private readonly open: number[] = [];
  private readonly isOpen = new Set<number>();

  constructor(private readonly edges: Edges) {}

  from(root: number): void {
    if (this.order.has(root)) return;
    const visits: Visit[] = [this.enter(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const target = this.edges[visit.node]?.[visit.next];
      visit.next += 1;
      if (target === undefined) {
        visits.pop();
        this.leave(visit.node, visits.at(-1)?.node);
      } else if (!this.order.has(target)) visits.push(this.enter(target));
      else if (this.isOpen.has(target)) this.lower(visit.node, this.order.get(target));
    }
  }

  private enter(node: number): Visit {
    this.low.set(node, this.order.size);
    this.order.set(node, this.order.size);
    this.open.push(node);
    this.isOpen.add(node);
    return { node, next: 0 };
  }

  private lower(node: number, to = Infinity): void {
    this.low.set(node, Math.min(this.low.get(node) ?? Infinity, to));
  }

  private leave(node: number, parent: number | undefined): void {
    if (parent !== undefined) this.lower(parent, this.low.get(node));
    if (this.low.get(node) !== this.order.get(node)) return;
    const component = this.open.splice(this.open.lastIndexOf(node));
    for (const member of component) this.isOpen.delete(member);
    if (component.length > 1 || this.edges[node]?.includes(node)) this.found.push(component);
  }
}

/** Rank of each node; their sum is 1. What points nowhere points everywhere. */
export function pageRank(edges: Edges): Float64Array {
  const count = edges.length;
  let ranks = new Float64Array(count).fill(count === 0 ? 0 : 1 / count);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = nextRanks(edges, ranks);
    const change = next.reduce((sum, rank, node) => sum + Math.abs(rank - (ranks[node] ?? 0)), 0);
    ranks = next;
    if (change < SETTLED) break;
  }
  return ranks;
}

function nextRanks(edges: Edges, ranks: Float64Array): Float64Array<ArrayBuffer> {
  const count = edges.length;
  const next = new Float64Array(count);
  let loose = 0;
  edges.forEach((targets, node) => {
    const rank = ranks[node] ?? 0;
    if (targets.length === 0) loose += rank;
    for (const target of targets) next[target] = (next[target] ?? 0) + rank / targets.length;
  });
  return next.map((rank) => (1 - DAMPING) / count + DAMPING * (rank + loose / count));
}
