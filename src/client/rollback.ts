import type { HealResult } from '../domain/heal/result';
import {
  findStep,
  noState,
  RollbackResult,
  stepsOfHeal,
  stepsOfRollback,
  type RollbackInput,
  type RunStep,
  type SnapshotRef,
} from '../domain/run/rollback';
import type { HeavyRules } from '../domain/files/heavy-rules';
import { NO_STEP_0 } from '../domain/run/run-rollback';
import type { HostDirectory } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';

/** Extent of a rollback: everything since a state (`to`), or one step alone. Without either: all that the run published. */
export interface RollbackRequest {
  /** Number of a state, or the first digits of its tree. */
  to?: string;
  step?: string;
  /** Reports what would change, with the diff, and writes nothing. */
  dryRun?: boolean;
  /** If some paths are in conflict, rolls back the others. */
  partial?: boolean;
}

/** A run with its states so far. */
export interface RunStates {
  id: string;
  steps: RunStep[];
}

/** An ended run that works on a directory. */
export interface EndedRun extends RunStates {
  directory: HostDirectory;
  /** Rules by which its trees were captured. */
  heavyFolders?: HeavyRules;
  /** True if it left its last state in the directory. */
  published: boolean;
  /** Status of its delivery: names the reason if nothing was published. */
  delivery: string;
  /** Target of a rollback that names no state, and the snapshot whose times it restores. Absent: state 0. */
  before?: { snapshot: SnapshotRef; restore?: SnapshotRef };
}

export function endedHeal(id: string, result: HealResult): EndedRun {
  const { directory, heavyFolders, delivery } = result;
  const published = delivery.status === 'published' || delivery.status === 'partial';
  // The user made some of the changes too: the base of a partial delivery holds these, and a rollback keeps them.
  const before =
    delivery.status === 'partial'
      ? { snapshot: { tree: delivery.base }, restore: delivery.before }
      : undefined;
  const steps = stepsOfHeal(result);
  return { id, directory, heavyFolders, steps, published, delivery: delivery.status, before };
}

export function endedRollback(id: string, given: unknown): EndedRun {
  const result = RollbackResult.parse(given);
  const published = result.status === 'published' || result.status === 'partial';
  return {
    id,
    directory: result.directory,
    heavyFolders: result.heavyFolders,
    steps: stepsOfRollback(result),
    published,
    delivery: result.status,
  };
}

/** State by its name. Throws a sentence that says which states there are. */
export function stepNamed(run: RunStates, name: string): RunStep {
  const step = findStep(run.steps, name);
  if (step) return step;
  throw badInput(noState(run.id, run.steps, name));
}

/** Trees that a rollback goes from and to. Throws a sentence if there is nothing to undo. */
export function rollbackInput(
  run: EndedRun,
  request: RollbackRequest,
): Omit<RollbackInput, 'indexed' | 'version'> {
  const last = run.steps.at(-1);
  if (!run.published || !last || run.steps.length < 2) {
    throw badInput(
      `The run ${run.id} published nothing (${run.delivery}), so there is nothing to roll back.`,
    );
  }
  if (request.to !== undefined && request.step !== undefined) throw badInput(EITHER);
  const { dryRun = false, partial = false } = request;
  const { directory, heavyFolders } = run;
  const common = { directory, heavyFolders, of: run.id, dryRun, partial };
  const first = run.steps[0] ?? last;
  if (request.step === undefined) {
    if (request.to !== undefined)
      return { ...common, from: last.snapshot.tree, to: stepNamed(run, request.to).snapshot };
    const { snapshot, restore }: NonNullable<EndedRun['before']> = run.before ?? first;
    return { ...common, from: last.snapshot.tree, to: snapshot, restore };
  }
  const step = stepNamed(run, request.step);
  const before = run.steps[step.number - 1];
  if (!before) throw badInput(NO_STEP_0);
  return { ...common, from: step.snapshot.tree, to: before.snapshot };
}

const EITHER = 'Use either --to, to go back to a state, or --step, to take back one step.';

/** Rollback of a run that has not ended. Throws a sentence for a request that names nothing, or too much. */
export function runningRollback(
  id: string,
  { to, step, dryRun, partial }: RollbackRequest,
): { kind: 'to' | 'step'; name: string; partial?: boolean } {
  if (dryRun)
    throw badInput(
      `The run ${id} has not ended, so rolling it back leaves your directory alone: leave out --dry-run.`,
    );
  if (to !== undefined && step !== undefined) throw badInput(EITHER);
  if (to !== undefined) return { kind: 'to', name: to, partial };
  if (step !== undefined) return { kind: 'step', name: step, partial };
  throw badInput(
    `The run ${id} has not ended: name a state with --to or a step with --step (kintsugi steps ${id} lists them), or reject or cancel the run.`,
  );
}
