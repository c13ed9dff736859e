import { z } from 'zod';
import { withoutMark } from '../exact';
import { TreeHash } from '../ids';
import type { Checkpoint } from './checkpoints';
import type { Language } from './input';
import { speaker } from './said';
import { FileEdit, type EditRefusal } from '../files/workspace';

/**
 * Where a forked run begins: at a state of another run, with edits. The fields are no names of blobs in the sense of
 * `BLOB_FIELDS`: what they name is kept, but that it is gone is no damage.
 */
export const ForkOrigin = z.object({
  /** Id of the run that is forked. */
  of: z.string(),
  checkpoint: z.number().int().nonnegative(),
  start: TreeHash,
  /** States of that run that the directory may come from: what the run left there first, then the others. */
  left: z.array(TreeHash).min(1),
  /** Made to the state before anything else. */
  edits: withoutMark(z.array(FileEdit)).default([]),
});
export type ForkOrigin = z.infer<typeof ForkOrigin>;

/** A forked state brought to the directory as it is now, or why it can't be. `missing`: the store has lost the state. */
export type ForkOutcome =
  | { status: 'ready'; tree: TreeHash }
  | { status: 'conflict'; conflicts: { path: string; reason: string }[] }
  | { status: 'refused'; refusals: EditRefusal[] }
  | { status: 'missing' };

/** As people read it: `forked from heal-shop-3f9a1c checkpoint 2`. */
export function forkedFrom(
  { of, checkpoint }: Pick<ForkOrigin, 'of' | 'checkpoint'>,
  language: Language = 'en',
): string {
  return speaker(language)`forked from ${of} checkpoint ${checkpoint}`;
}

/** The trees of a run that its directory may come from. Where nothing was published it is as before the run. */
export function treesLeft(checkpoints: readonly Checkpoint[], published: boolean): TreeHash[] {
  const trees = checkpoints.map(({ snapshot }) => snapshot.tree);
  const left = published ? trees.at(-1) : trees[0];
  return [...new Set([...(left === undefined ? [] : [left]), ...trees])];
}
