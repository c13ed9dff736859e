import type { IndexStore } from './index-store';
import { scores } from './rank';
import { tokenize } from './tokenize';

export interface Hit {
  id: string;
  score: number;
}

export interface SearchOptions {
  limit?: number;
  /** Only documents that hold all words of the query. */
  all?: boolean;
}

/** Documents for a query, best first; equal scores in the order of their ids. */
export function search(store: IndexStore, query: string, options: SearchOptions = {}): Hit[] {
  const { limit = 10, all = false } = options;
  const words = tokenize(query);
  const hits = [...scores(store, words)]
    .filter(([id]) => !all || words.some((word) => store.countsOf(word).has(id)))
    .map(([id, score]) => ({ id, score }));
  hits.sort((a, b) => b.score - a.score || a.id.localeCompare(b.id));
  return hits.slice(0, limit);
}
