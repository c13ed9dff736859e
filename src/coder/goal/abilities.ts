import type { PlanFacts } from '../../domain/goal/plan';
import type { GoalTool } from '../../domain/goal/tool-args';
import type { Language } from '../../domain/run/input';
import type { GoalTask } from './task';

/** Abilities of the worker that tools of a plan need. */
export interface Abilities {
  /** A model is configured. */
  hasModel: boolean;
  /** Commands can be run in isolation. */
  runsCommands: boolean;
}

/** Reader of times in words: the range, ISO 8601, that they mean at a moment. */
export type TimeRange = (
  words: string,
  at: { now: string; language: Language },
) => { from: string; to: string } | undefined;

/** Facts that plans of a task are checked against; `earlier` is added. */
export function planFacts(
  deps: Abilities & { timeRange: TimeRange },
  { roots, now, language }: Pick<GoalTask, 'roots' | 'now' | 'language'>,
): Omit<PlanFacts, 'earlier'> {
  const readsTime = (words: string) => deps.timeRange(words, { now, language }) !== undefined;
  return { roots, missing: missingTools(deps), readsTime, language };
}

const NO_MODEL = 'needs a model: set KINTSUGI_MODEL and start the worker again.';

/** Tools that this worker does not have, with the reason. */
export function missingTools({ hasModel, runsCommands }: Abilities): Partial<Record<GoalTool, string>> {
  return {
    ...(hasModel ? {} : { code: `code ${NO_MODEL}`, agent: `agent ${NO_MODEL}` }),
    ...(runsCommands ? {} : { run: 'run needs bubblewrap: install it, or plan without commands.' }),
  };
}
