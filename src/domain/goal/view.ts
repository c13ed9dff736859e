import type { KitEffect, RunView } from '../run/machine';
import { messageOf } from './result';
import { phaseLine, stepLine } from './progress';
import type { GoalPhase } from './progress/lines';
import { childId } from '../run/child-id';
import { CHILD_TOOLS, type GoalEffect, type GoalState } from './state';

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
    findings: { message: ending && messageOf(state), undoable: state.published },
  };
}

function shown(state: GoalState, effect: GoalEffect | KitEffect): Pick<RunView, 'phase' | 'detail'> {
  const { language, statuses } = state;
  const say = (phase: GoalPhase) => phaseLine(phase, language);
  const ofStep = (index: number, line: string) => stepLine(index + 1, statuses.length, line, language);
  switch (effect.type) {
    case 'begin':
      return { phase: 'looking', detail: say('looking') };
    case 'plan':
      return { phase: 'planning', detail: say('planning') };
    case 'run-step': {
      const own = CHILD_TOOLS.has(effect.row.tool) ? ` (${childId(state.id, effect.label)})` : '';
      return { phase: 'working', detail: ofStep(effect.index, effect.row.line) + own };
    }
    case 'rethink':
      return { phase: 'thinking', detail: ofStep(effect.index, say('rethinking')) };
    case 'compare':
      return { phase: 'comparing', detail: say('comparing') };
    case 'check-goal':
      return { phase: 'checking', detail: say('final-check') };
    case 'publish': {
      const phase = effect.of === 'rollback' ? 'rolling-back' : 'publishing';
      return { phase, detail: say(phase) };
    }
    case 'end':
      return { phase: 'ending', detail: say('reporting') };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}
