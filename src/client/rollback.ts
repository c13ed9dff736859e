import type { HealResult } from '../domain/heal/result';
import {
  findStep,
  RollbackResult,
  stepsOfHeal,
  stepsOfRollback,
  type RollbackInput,
  type RunStep,
} from '../domain/rollback';
import type { HeavyRules } from '../domain/heavy-rules';
import type { HostDirectory } from '../domain/workspace';
import { badInput } from './errors';

/** What is to be undone: everything since a state (`to`), or one step alone; by default all that the run published. */
export interface RollbackRequest {
  /** Number of a state or the beginning of its tree's hash. */
  to?: string;
  step?: string;
  dryRun?: boolean;
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
  /** Whether its last state is what it left in the directory. */
  published: boolean;
  /** Why nothing was published. */
  delivery: string;
}

export function endedHeal(id: string, result: HealResult): EndedRun {
  const { directory, heavyFolders, delivery } = result;
  const published = delivery.status === 'published';
  const steps = stepsOfHeal(result);
  return { id, directory, heavyFolders, steps, published, delivery: delivery.status };
}

export function endedRollback(id: string, given: unknown): EndedRun {
  const result = RollbackResult.parse(given);
  const published = result.status === 'published';
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
  throw badInput(
    `The run ${run.id} has no state "${name}": take a number from 0 to ${run.steps.length - 1}, as "kintsugi steps ${run.id}" lists them.`,
  );
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
  if (request.to !== undefined && request.step !== undefined)
    throw badInput('Use either --to, for a whole state, or --step, for one step alone.');
  const { directory, heavyFolders } = run;
  const common = { directory, heavyFolders, of: run.id, dryRun: request.dryRun ?? false };
  if (request.step === undefined) {
    const to = request.to === undefined ? run.steps[0] : stepNamed(run, request.to);
    return { ...common, from: last.snapshot.tree, to: (to ?? last).snapshot };
  }
  const step = stepNamed(run, request.step);
  const before = run.steps[step.number - 1];
  if (!before) throw badInput('State 0 is what was there before the run: name a step from 1.');
  return { ...common, from: step.snapshot.tree, to: before.snapshot };
}
