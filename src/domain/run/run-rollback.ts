import { z } from 'zod';
import { TreeHash } from '../ids';
import { checkpointOf, numbersOf, type Checkpoint } from './checkpoints';
import { PathConflict } from '../files/workspace';
import { HOST_WORDS } from './host-words';
import type { Language } from './input';

/** A rollback of a run that goes on: of its own tree, to a state or of one change alone. One JSON object. */
export const RunRollbackRequest = z.object({
  kind: z.enum(['to', 'only']),
  /** Number of the state to go back to, or that the change to be undone led to. */
  number: z.number().int().min(0),
  /** Tree of that state as it was seen, so that a number is never taken for another state's. */
  tree: TreeHash,
  /** Where some of the paths were changed again later, undoes the change on the others. */
  partial: z.boolean().default(false),
  by: z.string().optional(),
});
export type RunRollbackRequest = z.infer<typeof RunRollbackRequest>;

/** Rollback of a run under way, and its outcome. */
export const RunRollback = z.object({
  /** Counted from 1 within the run. */
  id: z.number().int(),
  kind: z.enum(['to', 'only']),
  number: z.number().int(),
  by: z.string().optional(),
  /** `conflict`: the same was changed again later; the run goes on as it was. */
  status: z.enum(['pending', 'done', 'conflict']),
  /** Tree that the run goes on from, once the rollback is done. */
  tree: TreeHash.optional(),
  /** Paths that were not rolled back, and why. */
  conflicts: z.array(PathConflict),
});
export type RunRollback = z.infer<typeof RunRollback>;

/** Said of a change that nothing led to. */
export const NO_FIRST_CHECKPOINT = 'Checkpoint 0 is what was there before the run: name one from 1.';

/** Said of a change whose own beginning is no longer at hand. */
export function noStateBefore(number: number): string {
  return `The state before checkpoint ${number} is no longer at hand: take back a later one, or go back to a checkpoint with --to.`;
}

/** Why a rollback to one of these checkpoints can't be made, in one sentence; undefined where it can. */
export function refuseRunRollback(
  { kind, number, tree }: RunRollbackRequest,
  checkpoints: readonly Checkpoint[],
  present: TreeHash,
): string | undefined {
  const checkpoint = checkpointOf(checkpoints, number);
  if (!checkpoint)
    return `The run has no checkpoint ${number}: take ${numbersOf(checkpoints)}, as kintsugi checkpoints lists them.`;
  if (checkpoint.snapshot.tree !== tree)
    return `Checkpoint ${number} is another one by now: look with kintsugi checkpoints and roll back again.`;
  if (kind === 'only' && number === 0) return NO_FIRST_CHECKPOINT;
  if (kind === 'only' && !checkpointOf(checkpoints, number - 1)) return noStateBefore(number);
  if (kind === 'to' && tree === present && checkpoint.mark === undefined)
    return `The run is at checkpoint ${number} already.`;
  return undefined;
}

/** How a rollback is told among the checkpoints of the run. */
export function rollbackReason(
  { kind, number, by }: Pick<RunRollback, 'kind' | 'number' | 'by'>,
  language: Language = 'en',
): string {
  const words = HOST_WORDS[language];
  const what = kind === 'to' ? words.wentBack(number) : words.tookBack(number);
  return by === undefined ? what : `${what} (${by})`;
}
