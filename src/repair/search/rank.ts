import type { Likelier } from './hints';
import { likeLinesIn } from './like-lines';
import { canonicalKey, editKey, overlaps, type PlacedMutation, TEMPLATE_PRIORS } from './mutation';
import { saidText } from '../../domain/run/said';

/** Suspiciousness of the place times how often the template repairs anything. */
function mutationScore(mutation: PlacedMutation): number {
  return mutation.suspicion * TEMPLATE_PRIORS[mutation.template] * mutation.weight;
}

/**
 * Most promising first; ties by path, place and text, so that the order never depends on how the list was
 * made. Of mutations that give the same text only the best stays; those that change nothing go.
 */
export function rankMutations<One extends PlacedMutation>(
  mutations: readonly One[],
  texts: ReadonlyMap<string, string>,
  likelier: Likelier = () => 1,
): One[] {
  const scored = mutations.map((mutation) => ({
    mutation,
    score: mutationScore(mutation) * likelier(mutation, texts.get(mutation.file) ?? ''),
  }));
  scored.sort(
    (a, b) =>
      a.mutation.precedence - b.mutation.precedence || b.score - a.score || byPlace(a.mutation, b.mutation),
  );
  const seen = new Set<string>();
  const ranked: One[] = [];
  for (const { mutation, score } of scored) {
    const key = canonicalKey(texts.get(mutation.file) ?? '', mutation);
    const named = `${mutation.file}\n${key}`;
    if (changesNothing(key) || seen.has(named)) continue;
    seen.add(named);
    ranked.push({ ...mutation, score });
  }
  return ranked;
}

function changesNothing(key: string): boolean {
  const [start, end, ...replacement] = key.split(':');
  return start === end && replacement.join(':') === '';
}

function byPlace(a: PlacedMutation, b: PlacedMutation): number {
  return (
    compare(a.file, b.file) ||
    a.start - b.start ||
    a.end - b.end ||
    compare(a.replacement, b.replacement) ||
    compare(a.template, b.template)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Mutations of less weight are variations of one that is in the list already; they would crowd the pairs. */
const PAIRED_WEIGHT = 0.8;

/**
 * Pairs of ranked mutations, at most `limit`, by rising sum of ranks. A pair of one template with one
 * replacement is a repeated mistake: it counts as if its sum were a quarter.
 */
export function rankPairs(
  ranked: readonly PlacedMutation[],
  limit: number,
): [PlacedMutation, PlacedMutation][] {
  // The pairs of the first n are n²/2; a little more leaves room for those that overlap.
  const distinct = ranked.filter((mutation) => mutation.weight >= PAIRED_WEIGHT);
  const top = distinct.slice(0, Math.ceil(Math.sqrt(2 * limit) * 1.3));
  const pairs: { pair: [PlacedMutation, PlacedMutation]; cost: number }[] = [];
  top.forEach((first, i) => {
    top.slice(i + 1).forEach((second, offset) => {
      if (first.file === second.file && overlaps(first, second)) return;
      const cost = i + (i + 1 + offset);
      pairs.push({ pair: [first, second], cost: isRepeated(first, second) ? cost / 4 : cost });
    });
  });
  // Stable: equal costs keep the order of ranks.
  return pairs
    .sort((a, b) => a.cost - b.cost)
    .slice(0, limit)
    .map(({ pair }) => pair);
}

/** True for edits of the same mistake at two places: one template, which says the same of both. */
export function isRepeated(a: PlacedMutation, b: PlacedMutation): boolean {
  return a.template === b.template && saidText(a.description) === saidText(b.description);
}

/** Places that one edit may be repeated at. */
const MOST_PLACES = 12;

/**
 * The ranked mutations as lists of edits; behind the first of several that say the same of the same text in one file stand the
 * edit of all these places at once and that of all lines like its own: a mistake that was copied is mended everywhere or not at
 * all.
 */
export function withRepeats(
  ranked: readonly PlacedMutation[],
  texts: ReadonlyMap<string, string> = new Map(),
): PlacedMutation[][] {
  const alike = new Map<string, PlacedMutation[]>();
  for (const mutation of ranked) {
    const key = repeatKey(mutation);
    alike.set(key, [...(alike.get(key) ?? []), mutation]);
  }
  const linesOf = likeLinesIn(texts);
  const told = new Set<string>();
  return ranked.flatMap((mutation) => {
    const key = repeatKey(mutation);
    const repeats = linesOf(mutation.file).repeatsOf(mutation);
    const places = told.has(key) ? [] : apart(alike.get(key) ?? []);
    told.add(key);
    const lists = [places, apart([mutation, ...repeats.map(({ edit }) => edit)])].filter((list) => {
      const named = list.map(editKey).join();
      return list.length > 1 && !told.has(named) && told.add(named);
    });
    return [[mutation], ...lists];
  });
}

/** The description names what is replaced and by what. */
function repeatKey({ file, template, description, replacement }: PlacedMutation): string {
  return [file, template, saidText(description), replacement].join('\n');
}

/** Those that do not touch the same text, in the order of the file. */
function apart(mutations: readonly PlacedMutation[]): PlacedMutation[] {
  const kept: PlacedMutation[] = [];
  for (const mutation of mutations.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (kept.length < MOST_PLACES && !(last && overlaps(last, mutation))) kept.push(mutation);
  }
  return kept;
}
