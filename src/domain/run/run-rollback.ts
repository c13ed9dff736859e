import { z } from 'zod';
import { TreeHash } from '../ids';
import type { RunStep } from './rollback';
import { PathConflict } from '../files/workspace';

/** A rollback of a run that goes on: of its own tree, to a state or of one step alone. One JSON object. */
export const RunRollbackRequest = z.object({
  kind: z.enum(['to', 'step']),
  /** Number of the state to go back to, or that the step to be undone led to. */
  number: z.number().int().min(0),
  /** Tree of that state as it was seen, so that a number is never taken for another state's. */
  tree: TreeHash,
  /** Where later steps changed some of the paths again, undoes the step on the others. */
  partial: z.boolean().default(false),
  by: z.string().optional(),
});
export type RunRollbackRequest = z.infer<typeof RunRollbackRequest>;

/** What became of a rollback of a run that goes on. */
export const RunRollback = z.object({
  /** Counted from 1 within the run. */
  id: z.number().int(),
  kind: z.enum(['to', 'step']),
  number: z.number().int(),
  by: z.string().optional(),
  /** `conflict`: later steps changed the same; the run goes on as it was. */
  status: z.enum(['pending', 'done', 'conflict']),
  /** What the run goes on from, where it is done. */
  tree: TreeHash.optional(),
  /** Paths that were not rolled back, and why. */
  conflicts: z.array(PathConflict),
});
export type RunRollback = z.infer<typeof RunRollback>;

/** Said of a step that nothing led to. */
export const NO_STEP_0 = 'State 0 is what was there before the run: name a step from 1.';

/** Why a rollback can't be made of these states, in one sentence; undefined where it can. */
export function refuseRunRollback(
  { kind, number, tree }: RunRollbackRequest,
  steps: readonly RunStep[],
  present: TreeHash,
): string | undefined {
  const step = steps[number];
  if (!step)
    return `The run has no state ${number}: take a number from 0 to ${steps.length - 1}, as kintsugi steps lists them.`;
  if (step.snapshot.tree !== tree)
    return `State ${number} is another one by now: look with kintsugi steps and roll back again.`;
  if (kind === 'step' && number === 0) return NO_STEP_0;
  if (kind === 'to' && tree === present) return `The run is at state ${number} already.`;
  return undefined;
}

/** How a rollback is told among the states of the run. */
export function rollbackReason({ kind, number, by }: Pick<RunRollback, 'kind' | 'number' | 'by'>): string {
  const what = kind === 'to' ? `rolled back to state ${number}` : `took back step ${number}`;
  return by === undefined ? what : `${what} (${by})`;
}
