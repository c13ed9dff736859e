import type { GoalState, Thinking } from './state';

/** Memory for a thinking call; undefined before the run has looked at its folders. */
export function thinkingOf(state: GoalState): Thinking | undefined {
  const { task, tree, onDisk, plan, statuses, failures, references } = state;
  if (task === undefined || tree === undefined || !onDisk) return undefined;
  return { task, tree, onDisk: onDisk.tree, plan: plan?.plan, statuses, failures, references };
}

/** True if a model decides: one is there, and the user said what the goal is. */
export function thinks({ hasModel, request }: Pick<GoalState, 'hasModel' | 'request'>): boolean {
  return hasModel && request !== undefined;
}
