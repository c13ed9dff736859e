/** PageRank: importance of the nodes of a graph by who points at them. */

const DAMPING = 0.85;
const MOST_ROUNDS = 60;
const SETTLED = 1e-9;

/** Edges of a graph: for each node the nodes that it points at. */
export type Edges = readonly (readonly number[])[];

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
