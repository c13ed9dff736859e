import type { IndexStore } from './index-store';

/** How much a word tells: rare words tell more. */
export function inverseFrequency(store: IndexStore, word: string): number {
  const holding = store.countsOf(word).size;
  return holding === 0 ? 0 : Math.log(1 + store.size / holding);
}

/** Score of each document for the words of a query. */
export function scores(store: IndexStore, words: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const word of new Set(words)) {
    const weight = inverseFrequency(store, word);
    for (const [id, count] of store.countsOf(word)) {
      const share = count / store.lengthOf(word);
      result.set(id, (result.get(id) ?? 0) + weight * share);
    }
  }
  return result;
}
