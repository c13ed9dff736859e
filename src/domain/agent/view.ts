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
interface ViewWords {
  begun: string;
  turn(number: number): string;
  record: string;
}

const WORDS: Record<Language, ViewWords> = {
  en: {
    begun: 'the task and its data are kept',
    turn: (number) => `turn ${number} of the model`,
    record: 'the record is written',
  },
  ko: {
    begun: '작업과 데이터를 보관하는 중',
    turn: (number) => `모델의 ${number}번째 차례`,
    record: '기록을 쓰는 중',
  },
  zh: {
    begun: '正在保存任务及其数据',
    turn: (number) => `模型的第 ${number} 轮`,
    record: '正在写入记录',
  },
};

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
