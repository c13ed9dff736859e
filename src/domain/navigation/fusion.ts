/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): one ranking out of several, by ranks alone. */

/** Ranking of keys, the best first; `weight`: how much it counts. */
export interface RankedList<W extends string> {
  readonly way: W;
  readonly weight: number;
  readonly keys: readonly string[];
}

export interface Fused<W extends string> {
  readonly key: string;
  readonly score: number;
  /** Lists that have the key, with its rank from 1. */
  readonly why: readonly { readonly way: W; readonly rank: number }[];
}

/** Damps the difference between the first ranks; with the 60 of the literature fewer right files come first (`npm run bench:search`). */
const K = 30;

/** Fuses rankings: the sum of weight / (30 + rank) of each key, the highest first; keys of equal sums by name. */
export function fuse<W extends string>(
  lists: readonly RankedList<W>[],
  factorOf: (key: string) => number = () => 1,
): Fused<W>[] {
  const sums = new Map<string, { score: number; why: { way: W; rank: number }[] }>();
  for (const { way, weight, keys } of lists) {
    keys.forEach((key, index) => {
      const sum = sums.get(key) ?? { score: 0, why: [] };
      sum.score += weight / (K + index + 1);
      sum.why.push({ way, rank: index + 1 });
      sums.set(key, sum);
    });
  }
  return [...sums]
    .map(([key, { score, why }]) => ({ key, score: score * factorOf(key), why }))
    .sort((left, right) => right.score - left.score || (left.key < right.key ? -1 : 1));
}
