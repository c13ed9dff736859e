import type { KitEffect, RunView } from '../run/machine';
import { MODES } from './modes';
import type { SessionEffect, SessionState } from './state';

/** Status of the session while an effect is under way. */
export function viewOf(state: SessionState, effect: SessionEffect | KitEffect): RunView {
  const { modes, files, marks, turn, turnCount, spent, ending } = state;
  return {
    ...shown(state, effect),
    mode: modes.mode,
    approvalLevel: modes.context.approvalLevel,
    turns: turnCount,
    baseTree: marks[0]?.files.tree,
    tree: files?.tree,
    diff: turn?.handled?.change,
    usage: spent,
    outcome: ending?.status,
  };
}

function shown(
  { language, modes, turn }: SessionState,
  effect: SessionEffect | KitEffect,
): Pick<RunView, 'phase' | 'detail'> {
  switch (effect.type) {
    case 'receive':
      return { phase: 'resting', detail: MODES.idle.line[language] };
    case 'begin':
    case 'capture':
    case 'intent':
      return { phase: 'looking', detail: turn?.text ?? '' };
    case 'handle':
      return { phase: 'working', detail: `${effect.mode}: ${MODES[effect.mode].line[language]}` };
    case 'edit':
    case 'commit':
    case 'publish':
    case 'rewind':
      return { phase: 'publishing', detail: modes.mode };
    case 'save':
    case 'load':
      return { phase: 'keeping', detail: '' };
    case 'ask':
      return { phase: 'asking', detail: effect.question.summary };
    case 'finish':
      return { phase: 'done', detail: '' };
  }
}
