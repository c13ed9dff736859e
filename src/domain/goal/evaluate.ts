import type { Language } from '../run/input';
import type { StepStatus } from './plan';
import { PROBLEM_WORDS } from './problem-words';
import type { StepDone } from './step';

/** Share of items that went well; a call without items went well where nothing speaks against it. */
export function shareOf({ done, total }: Pick<StepDone, 'done' | 'total'>): number {
  return total === 0 ? 1 : done / total;
}

/** Why a try of a step does not count as done; undefined where it does. */
export function refuseStep(done: StepDone, minSuccess: number, language: Language): string | undefined {
  const words = PROBLEM_WORDS[language];
  if (done.problem !== undefined) return done.problem;
  if (done.total > 0 && done.done === 0) return done.failed[0] ?? words.noItem;
  if (shareOf(done) >= minSuccess) return undefined;
  const [first = ''] = done.failed;
  return words.fewItems(done.done, done.total, percent(minSuccess), first);
}

/** Steps of a run by how they ended. Those that a new plan replaced, or that the user took back, are not counted. */
export interface StepCounts {
  readonly done: number;
  readonly failed: number;
  /** Not begun. */
  readonly open: number;
}

export function countSteps(statuses: readonly StepStatus[]): StepCounts {
  const count = (...wanted: StepStatus[]) => statuses.filter((one) => wanted.includes(one)).length;
  return {
    done: count('done'),
    failed: count('failed'),
    open: count('todo', 'in_progress'),
  };
}

/** Success of a run: `whole`, `enough` (some failed, but no more than may), or `too-little`. */
export type Success = 'whole' | 'enough' | 'too-little';

export function runSuccess({ done, failed, open }: StepCounts, minSuccess: number): Success {
  const total = done + failed + open;
  if (done === total && total > 0) return 'whole';
  return total > 0 && done > 0 && done / total >= minSuccess ? 'enough' : 'too-little';
}

/** `80%` */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
