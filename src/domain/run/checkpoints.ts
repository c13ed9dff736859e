import { z } from 'zod';
import { Amount } from './budget';
import { BlobHash, TreeHash } from '../ids';

/** A tree with the modification times it was captured with. */
export const SnapshotRef = z.object({ tree: TreeHash, times: BlobHash.optional() });
export type SnapshotRef = z.infer<typeof SnapshotRef>;

/** A state of the files in a run, numbered from 0, the state before the run. */
export const Checkpoint = z.object({
  number: z.number().int(),
  snapshot: SnapshotRef,
  /** How the files came to be so. */
  reason: z.string(),
  /** ISO 8601, workflow time. */
  at: z.string(),
  /** Spent on models until then, where the run has a budget. */
  spent: Amount.optional(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A checkpoint as a machine makes it; the host numbers and dates it. */
export type NewCheckpoint = Pick<Checkpoint, 'snapshot' | 'reason'>;

/** The checkpoints with another one; a state that is the last one already is not kept twice. */
export function withCheckpoint(
  known: readonly Checkpoint[],
  given: NewCheckpoint,
  facts: Pick<Checkpoint, 'at' | 'spent'>,
): readonly Checkpoint[] {
  if (known.at(-1)?.snapshot.tree === given.snapshot.tree) return known;
  return [...known, { number: known.length, ...given, ...facts }];
}

/** The checkpoint that a number or the first digits of a tree's hash name; undefined where none or several fit. */
export function findCheckpoint(known: readonly Checkpoint[], name: string): Checkpoint | undefined {
  if (/^\d{1,3}$/.test(name)) return known[Number(name)];
  const fitting = known.filter(({ snapshot }) => snapshot.tree.startsWith(name));
  return name.length >= 6 && fitting.length === 1 ? fitting[0] : undefined;
}

/** Says that a run has no such checkpoint, and which it has. */
export function noCheckpoint(id: string, known: readonly Checkpoint[], name: string): string {
  return `The run ${id} has no checkpoint "${name}": take a number from 0 to ${known.length - 1}, as "kintsugi checkpoints ${id}" lists them.`;
}
