import type { KitEffect, RunView } from '../run/machine';
import { MODES } from './modes';
import type { SessionEffect, SessionState } from './state';
import { STATE_WORDS } from './state-words';

/** Status of the session while an effect is under way. */
export function viewOf(state: SessionState, effect: SessionEffect | KitEffect): RunView {
  const { modes, files, marks, turn, turnCount, spent, ending, changes } = state;
  const handled = turn?.handled;
  return {
    ...shown(state, effect),
    mode: modes.mode,
    approvalLevel: modes.context.approvalLevel,
    turns: turnCount,
    baseTree: marks[0]?.files.tree,
    tree: files?.tree,
    diff: handled?.change,
    usage: spent,
    outcome: ending?.status,
    findings: {
      message: ending && endingText(state, ending.why),
      tests: turn?.tests && STATE_WORDS[state.language].tests(turn.tests.passed, turn.tests.failed, 0),
      undoable: changes.length > 0 || marks.some((mark) => mark.changes.length > 0),
    },
  };
}

/** `it was closed, after 2 turns; changed: src/sum.ts` */
function endingText({ turns, turnCount, language }: SessionState, why: string): string {
  const kept = turns.filter(({ status }) => status !== 'rewound');
  const changed = [...new Set(kept.flatMap(({ published }) => published))];
  return STATE_WORDS[language].ended(why, turnCount, changed.join(', '));
}

function shown(
  { language, modes, turn }: SessionState,
  effect: SessionEffect | KitEffect,
): Pick<RunView, 'phase' | 'detail'> {
  switch (effect.type) {
    case 'receive':
      return { phase: 'resting', detail: MODES.idle.line[language] };
    case 'capture':
    case 'classify':
    case 'intent':
      return { phase: 'looking', detail: turn?.text ?? '' };
    case 'handle':
      return { phase: 'working', detail: `${effect.mode}: ${MODES[effect.mode].line[language]}` };
    case 'begin-talk':
    case 'think':
    case 'call-tools':
    case 'end-talk':
      return { phase: 'working', detail: `${modes.mode}: ${turn?.text ?? ''}` };
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
