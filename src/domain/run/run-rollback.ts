import { nameText } from '../proof';
import { speaker } from './said';
import { z } from 'zod';
import { TreeHash } from '../ids';
import { checkpointOf, numbersOf, type Checkpoint } from './checkpoints';
import { PathConflict } from '../files/workspace';
import { HOST_WORDS } from './host-words';
import type { Language } from './language';

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

/** Why a rollback to one of these checkpoints can't be made, in one sentence; undefined where it can. */
export function refuseRunRollback(
  { kind, number, tree }: RunRollbackRequest,
  checkpoints: readonly Checkpoint[],
  present: TreeHash,
  language: Language = 'en',
): string | undefined {
  const words = HOST_WORDS[language].messages;
  const checkpoint = checkpointOf(checkpoints, number);
  if (!checkpoint) return words.noCheckpoint(number, numbersOf(checkpoints));
  if (checkpoint.snapshot.tree !== tree) return words.otherCheckpoint(number);
  if (kind === 'only' && number === 0) return words.firstCheckpoint;
  if (kind === 'only' && !checkpointOf(checkpoints, number - 1)) return words.noStateBefore(number);
  if (kind === 'to' && tree === present && checkpoint.mark === undefined) return words.isThere(number);
  return undefined;
}

/** How a rollback is told among the checkpoints of the run. */
export function rollbackReason(
  { kind, number, by }: Pick<RunRollback, 'kind' | 'number' | 'by'>,
  language: Language = 'en',
): string {
  const words = HOST_WORDS[language];
  const what = kind === 'to' ? words.wentBack(number) : words.tookBack(number);
  return by === undefined ? what : `${what} (${nameText(by, speaker(language))})`;
}
