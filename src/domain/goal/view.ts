import type { KitEffect, RunView } from '../run/machine';
import type { GoalEffect, GoalState } from './state';

/** Status of the run while an effect is under way. */
export function viewOf(state: GoalState, effect: GoalEffect | KitEffect): RunView {
  const { tree, base, diff, usage, ending, attempt, statuses } = state;
  const isStep = effect.type === 'run-step';
  return {
    ...shown(state, effect),
    attempt: isStep ? attempt : undefined,
    baseTree: base?.tree,
    tree: statuses.length === 0 ? base?.tree : tree,
    diff,
    usage,
    outcome: ending?.status,
  };
}

function shown(state: GoalState, effect: GoalEffect | KitEffect): Pick<RunView, 'phase' | 'detail'> {
  switch (effect.type) {
    case 'begin':
      return { phase: 'looking', detail: 'looking at the folders' };
    case 'plan':
      return { phase: 'planning', detail: 'making a plan' };
    case 'run-step':
      return {
        phase: 'working',
        detail: `step ${effect.index + 1} of ${state.statuses.length}: ${effect.row.line}`,
      };
    case 'rethink':
      return { phase: 'thinking', detail: `step ${effect.index + 1} failed: thinking of another way` };
    case 'compare':
      return { phase: 'comparing', detail: 'looking at the whole change' };
    case 'check-goal':
      return { phase: 'checking', detail: 'checking that the goal is reached' };
    case 'publish':
      return {
        phase: effect.of === 'rollback' ? 'rolling-back' : 'publishing',
        detail: 'changing the folders',
      };
    case 'end':
      return { phase: 'ending', detail: 'writing the report' };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}
