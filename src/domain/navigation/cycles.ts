/** Cycles of a graph: its strongly connected components, by Tarjan's algorithm. */
import type { Edges } from './page-rank';

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
