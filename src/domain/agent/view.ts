import { speaker } from '../run/said';
import type { Language } from '../run/input';
import type { KitEffect, RunView } from '../run/machine';
import type { LoopEffect } from './loop-run';
import type { AgentEffect, AgentState } from './state';

/** Status of the run while an effect is under way. */
export function viewOf(state: AgentState, effect: AgentEffect | KitEffect): RunView {
  const { loop, limits, usage } = state;
  return {
    ...shown(effect, state.language),
    attempt: Math.max(loop.iterations, 1),
    maxAttempts: limits.maxIterations,
    usage,
    outcome: state.record ? (state.record.isCodeValid ? 'completed' : 'incomplete') : undefined,
  };
}

function shown(effect: AgentEffect | KitEffect, language: Language): Pick<RunView, 'phase' | 'detail'> {
  const say = speaker(language);
  switch (effect.type) {
    case 'begin':
      return { phase: 'starting', detail: say`the task and its data are kept` };
    case 'think':
    case 'call-tools':
      return viewOfLoop(effect, language);
    case 'write-record':
      return { phase: 'ending', detail: say`the record is written` };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}

/** Work of a loop while an effect of it is under way, in words. */
export function viewOfLoop(effect: LoopEffect, language: Language): Pick<RunView, 'phase' | 'detail'> {
  switch (effect.type) {
    case 'think':
      return { phase: 'thinking', detail: speaker(language)`turn ${effect.turn} of the model` };
    case 'call-tools':
      return {
        phase: 'calling-tools',
        detail: effect.calls
          .map(({ tool, summary }) => summary || tool)
          .join(', ')
          .slice(0, 200),
      };
  }
}
