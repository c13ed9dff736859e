import { inEachLanguage } from '../run/said';
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

/** Work of the loop, and of what is before and after it, in one language. */
const WORDS = inEachLanguage((say) => ({
  begun: say`the task and its data are kept`,
  turn: (number: number) => say`turn ${number} of the model`,
  record: say`the record is written`,
}));

function shown(effect: AgentEffect | KitEffect, language: Language): Pick<RunView, 'phase' | 'detail'> {
  const words = WORDS[language];
  switch (effect.type) {
    case 'begin':
      return { phase: 'starting', detail: words.begun };
    case 'think':
    case 'call-tools':
      return viewOfLoop(effect, language);
    case 'write-record':
      return { phase: 'ending', detail: words.record };
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
      return { phase: 'thinking', detail: WORDS[language].turn(effect.turn) };
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
