import { classifyIntent, SURE_OF_RULES, type ReadIntent } from './intent/index';
import { excerpt } from '../text';
import { isUndo } from './follow-up';
import type { Submission, TriggerMessage } from './messages';
import type { AgentMode } from './modes';
import { goTo, move, receive, rest, type Next } from './moves';
import type { SessionState } from './state';
import { sessionEvents } from './tell';
import { undoNewest } from './rewinding';
import { closeTurn, openTurn } from './turns';
import { work } from './working';

/** A task: the session looks at the directory first, since people may have changed it. */
export function onSubmitted(given: SessionState, message: number, { text, mode, auto }: Submission): Next {
  const opened = openTurn(given, { message, text, chain: auto });
  const state = mode ? { ...opened, turn: opened.turn && { ...opened.turn, wanted: mode } } : opened;
  const { modes } = state;
  const asked = { ...modes, context: { ...modes.context, currentTask: { text, id: `${message}` } } };
  const told = sessionEvents(state.language).asked(text, message);
  if (!mode && isUndo(text)) {
    const undone = undoNewest({ ...state, modes: asked });
    return { ...undone, events: [told, ...undone.events] };
  }
  return {
    state: { ...state, modes: asked },
    effect: { type: 'capture', label: `look-${opened.turnCount}` },
    events: [told],
  };
}

/** A trigger by people: the session moves and works on nothing. */
export function onTriggered(given: SessionState, message: number, { trigger, reason }: TriggerMessage): Next {
  const opened = openTurn(given, { message, text: `/${trigger}`, chain: 0 });
  const { state, events, work: effect } = move(opened, { type: 'trigger', trigger, reason });
  if (effect?.type !== 'refuse') return rest(closeTurn(state, 'done'), events, '');
  const told = sessionEvents(state.language).refused(effect.reason);
  return {
    ...rest(closeTurn(state, 'refused', effect.reason), [...events, told], ''),
    refusal: effect.reason,
  };
}

/** Finds the mode that is to work on the task, goes there, and begins. */
export function route(state: SessionState): Next {
  const { turn } = state;
  if (!turn) return receive(state, []);
  const intent = byRules(turn.text);
  // The rules are free, and where they are sure they are right: a model is asked about the rest.
  if (turn.wanted || !state.hasModel || intent.confidence >= SURE_OF_RULES) return begin(state, intent);
  const { mode } = state.modes;
  const earlier = state.turns.slice(-EARLIER).map(({ text }) => excerpt(text, EARLIER_CHARS));
  const ask = { text: turn.text, mode, earlier };
  return { state, effect: { type: 'intent', label: `turn-${turn.number}/intent`, ask }, events: [] };
}

/** A model has read the text, or has not: then the rules have the word. */
export function onIntended(state: SessionState, intent: ReadIntent | undefined): Next {
  return state.turn ? begin(state, intent ?? byRules(state.turn.text)) : receive(state, []);
}

/** Goes to the mode of an intent, and begins its work. */
function begin(state: SessionState, intent: ReadIntent): Next {
  const target = targetOf(state, intent);
  if (target === 'idle') return nothingAsked(state);
  const way = goTo(state, target);
  const { state: there, events, work: effect } = move(way.state, { type: 'submit' });
  return work({ state: there, events: [...way.events, ...events], work: effect });
}

/** The mode that people named, or that the text asks for, or the one that the session is in. */
function targetOf({ turn, modes }: SessionState, { mode, confidence }: ReadIntent): AgentMode {
  if (turn?.wanted) return turn.wanted;
  if (modes.mode === 'idle' || confidence >= SURE) return mode;
  return modes.mode;
}

function byRules(text: string): ReadIntent {
  const { mode, confidence, reasons } = classifyIntent(text);
  // A text that no rule knows is a question at most: looking harms nothing.
  return { mode: mode === 'idle' && reasons.length === 0 ? 'context_navigation' : mode, confidence };
}

/** Messages before this one that a model is told. */
const EARLIER = 3;
const EARLIER_CHARS = 500;

/** Confidence at which a text leaves the mode that the session is in. */
const SURE = 0.6;

const NOTHING = {
  en: 'Say what to look for or to do, for example "where is the login?" or "add a test for the parser".',
  ko: '무엇을 찾거나 할지 말해 주세요. 예: "로그인 기능 어디 있어?", "파서 테스트를 추가해줘".',
  zh: '请说明要查找或要做的事，例如 "登录功能在哪里？" 或 "为解析器添加测试"。',
};

/** A greeting or thanks: there is nothing to work on. */
function nothingAsked(state: SessionState): Next {
  const answer = NOTHING[state.language];
  const told = sessionEvents(state.language).told(answer, { mode: 'idle' });
  return rest(closeTurn(state, 'done', answer), [told], '');
}
