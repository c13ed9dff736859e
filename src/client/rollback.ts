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

/** What is to be undone: everything since a state (`to`), or one step alone; by default all that the run published. */
export interface RollbackRequest {
  /** Number of a state or the beginning of its tree's hash. */
  to?: string;
  step?: string;
  /** Says what would change, with the difference, and writes nothing. */
  dryRun?: boolean;
  /** Where some paths are in conflict, rolls back the others. */
  partial?: boolean;
}

/** A run with the states that it has so far. */
export interface RunStates {
  id: string;
  steps: RunStep[];
}

/** An ended run that changed, or could have changed, a directory. */
export interface EndedRun extends RunStates {
  directory: HostDirectory;
  /** Rules that its trees were captured by. */
  heavyFolders?: HeavyRules;
  /** True if its last state is what it left in the directory. */
  published: boolean;
  /** Why nothing was published. */
  delivery: string;
  /** What a rollback that names no state goes back to, and whose times it puts back; by default state 0. */
  before?: { snapshot: SnapshotRef; restore?: SnapshotRef };
}

export function endedHeal(id: string, result: HealResult): EndedRun {
  const { directory, heavyFolders, delivery } = result;
  const published = delivery.status === 'published' || delivery.status === 'partial';
  // The user did some of it as well, which a rollback leaves alone.
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

/** The state of a run that is meant, or a sentence saying which there are. */
export function stepNamed(run: RunStates, name: string): RunStep {
  const step = findStep(run.steps, name);
  if (step) return step;
  throw badInput(noState(run.id, run.steps, name));
}

/** What the rollback of a run goes from and to. Throws a sentence where there is nothing to undo. */
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

const EITHER = 'Use either --to, for a whole state, or --step, for one step alone.';

/** What is rolled back of a run that goes on. Throws a sentence where the request names nothing, or too much. */
export function runningRollback(
  id: string,
  { to, step, dryRun, partial }: RollbackRequest,
): { kind: 'to' | 'step'; name: string; partial?: boolean } {
  if (dryRun)
    throw badInput(
      `The run ${id} goes on, and rolling it back writes nothing to your directory: leave out --dry-run.`,
    );
  if (to !== undefined && step !== undefined) throw badInput(EITHER);
  if (to !== undefined) return { kind: 'to', name: to, partial };
  if (step !== undefined) return { kind: 'step', name: step, partial };
  throw badInput(
    `The run ${id} goes on: name the state with --to or the step with --step, as "kintsugi steps ${id}" lists them, or reject or cancel it.`,
  );
}
