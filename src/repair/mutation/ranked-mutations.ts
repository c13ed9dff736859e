import { bothLikelier, likelierBy, likelierByTitles } from '../search/hints';
import type { PlacedMutation } from '../search/mutation';
import { rankMutations } from '../search/rank';
import { mutateFile, type FilePlaces } from './generate';
import type { Hints } from './site';

/** Suspicious places, and what tests and failures say of the edits that they need. */
export interface RankTask {
  places: readonly FilePlaces[];
  hints: Hints;
  /** Words of the failures. */
  messages: readonly string[];
}

/** Mutations in the order in which they are tried, and a sentence on each file that has none. */
export interface Ranked {
  ranked: PlacedMutation[];
  notes: string[];
}

/** More than any search tries. */
const MOST = 40_000;

export function rankedMutations({ places, hints, messages }: RankTask): Ranked {
  const notes: string[] = [];
  const mutations: PlacedMutation[] = [];
  for (const one of places) {
    const made = mutateFile(one, hints);
    if ('note' in made) notes.push(made.note);
    else for (const mutation of made.mutations) mutations.push(mutation);
  }
  const texts = new Map(places.map(({ path, text }) => [path, text]));
  const likelier = bothLikelier(likelierBy(messages), likelierByTitles(hints.titles));
  return { ranked: rankMutations(mutations, texts, likelier).slice(0, MOST), notes };
}
