import { z } from 'zod';
import { BlobHash } from '../ids';

/** A stretch of a text: its first character, from 0, and the one behind its last. */
export const Stretch = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
export type Stretch = z.infer<typeof Stretch>;

/** A file as a model knows it: the text of `hash`, but for the stretches in `unseen`, in order. Absent: it knows all. */
export const SeenFile = z.object({ hash: BlobHash, unseen: z.array(Stretch).optional() });
export type SeenFile = z.infer<typeof SeenFile>;

/** Stretches that are told apart; more become one, as if nothing between them had been seen. */
const MOST_STRETCHES = 50;

/** Knowledge of a file after one more look at it. A look at another text replaces what was known. */
export function seenTogether(known: SeenFile | undefined, now: SeenFile): SeenFile {
  if (known?.hash !== now.hash) return now;
  const unseen = bounded(common(known.unseen ?? [], now.unseen ?? []));
  return unseen.length === 0 ? { hash: now.hash } : { hash: now.hash, unseen };
}

/** Stretches of a text of `length` characters that are in none of the given ones, which are in order. */
export function unseenOf(shown: Iterable<Stretch>, length: number): Stretch[] {
  const unseen: Stretch[] = [];
  let at = 0;
  for (const [from, to] of shown) {
    if (from > at) unseen.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < length) unseen.push([at, length]);
  return bounded(unseen);
}

function common(one: readonly Stretch[], other: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (let here = 0, there = 0; here < one.length && there < other.length;) {
    const [from, to] = one[here] ?? [0, 0];
    const [begins, ends] = other[there] ?? [0, 0];
    const start = Math.max(from, begins);
    const end = Math.min(to, ends);
    if (start < end) found.push([start, end]);
    if (to < ends) here += 1;
    else there += 1;
  }
  return found;
}

function bounded(stretches: readonly Stretch[]): Stretch[] {
  const kept = stretches.slice(0, MOST_STRETCHES);
  const [from] = kept.at(-1) ?? [];
  const [, to] = stretches.at(-1) ?? [];
  if (from === undefined || to === undefined || kept.length === stretches.length) return kept;
  return [...kept.slice(0, -1), [from, to]];
}
