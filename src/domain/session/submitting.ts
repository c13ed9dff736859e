import { speaker } from '../run/said';
import type { Language } from '../run/input';
import type { Answered, NewQuestion } from '../run/questions';
import { excerpt } from '../text';
import { isUndo } from './follow-up';
import { SURE_OF_INTENT, type IntentReading, type ReadIntent } from './intent/index';
import type { Submission, TriggerMessage } from './messages';
import { MODES, type AgentMode } from './modes';
import { goTo, move, receive, rest, type Next } from './moves';
import type { SessionState } from './state';
import { refusalText } from './state-words';
import { sessionEvents } from './tell';
import { undoNewest } from './rewinding';
import { closeTurn, isQuestion, openTurn } from './turns';
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

export function onTriggered(given: SessionState, message: number, { trigger, reason }: TriggerMessage): Next {
  const opened = openTurn(given, { message, text: `/${trigger}`, chain: 0 });
  const { state, events, work: effect } = move(opened, { type: 'trigger', trigger, reason });
  if (effect?.type !== 'refuse') return rest(closeTurn(state, 'done'), events, '');
  const refusal = refusalText(effect.refusal, state.language);
  const told = sessionEvents(state.language).refused(refusal);
  return { ...rest(closeTurn(state, 'refused', refusal), [...events, told], ''), refusal };
}

/** Reads what the task asks for: the mode that fits is to work on it. */
export function route(state: SessionState): Next {
  const { turn } = state;
  if (!turn) return receive(state, []);
  return {
    state,
    effect: { type: 'classify', label: `turn-${turn.number}/classify`, text: turn.text },
    events: [],
  };
}

/** The classifier costs nothing, and where it is sure it is right: a model is asked about the rest, or people. */
export function onClassified(given: SessionState, reading: IntentReading): Next {
  const { turn } = given;
  if (!turn) return receive(given, []);
  const state = { ...given, turn: { ...turn, reading } };
  if (turn.wanted || reading.confidence >= SURE_OF_INTENT) return begin(state, reading);
  // A question is answered in every mode: looking harms nothing.
  if (isQuestion(state.turn)) return begin(state, { mode: 'context_navigation', confidence: 1 });
  if (!state.hasModel) return unsure(state, reading);
  const { mode } = state.modes;
  const earlier = state.turns.slice(-EARLIER).map(({ text }) => excerpt(text, EARLIER_CHARS));
  const ask = { text: turn.text, mode, earlier };
  return { state, effect: { type: 'intent', label: `turn-${turn.number}/intent`, ask }, events: [] };
}

/** A model has read the text, or has not: then people have the word. */
export function onIntended(state: SessionState, intent: ReadIntent | undefined): Next {
  const { reading } = state.turn ?? {};
  if (!reading) return receive(state, []);
  return intent ? begin(state, intent) : unsure(state, reading);
}

/** Asks people which mode is meant where the likeliest one would change files, but for those who want no questions: looking harms nothing. */
function unsure(given: SessionState, reading: IntentReading): Next {
  const { turn, modes, language } = given;
  if (!MODES[reading.mode].writes) return begin(given, { mode: reading.mode, confidence: 1 });
  if (!turn || modes.context.approvalLevel === 'LOW') return begin(given, reading);
  const state = { ...given, turn: { ...turn, isUnclear: true as const } };
  const question: NewQuestion = {
    kind: 'mode',
    form: 'choice',
    summary: `${speaker(language)`Which of these is meant?`} ${turn.text}`.slice(0, 300),
    action: JSON.stringify(['mode', turn.number, turn.text]),
    choices: offered(state, reading).map((mode) => choiceOf(mode, language)),
  };
  return { state, effect: { type: 'ask', question }, events: [] };
}

/** Modes that an unclear text may ask for: the one that the session is in, and the likeliest. */
function offered({ modes }: SessionState, { likely }: IntentReading): readonly AgentMode[] {
  return [...new Set([modes.mode, ...likely])].filter((mode) => mode !== 'idle');
}

function choiceOf(mode: AgentMode, language: Language): string {
  return `${mode}: ${MODES[mode].line[language]}`;
}

/** People say which mode is meant. */
export function onModeAnswered(given: SessionState, answer: Answered): Next {
  const { reading } = given.turn ?? {};
  const said = answer.status === 'told' ? answer.text : undefined;
  const mode = reading && offered(given, reading).find((one) => choiceOf(one, given.language) === said);
  return mode ? begin(clear(given), { mode, confidence: 1 }) : onUnclear(given);
}

/** Nobody says which mode is meant: nothing is done. */
export function onUnclear(state: SessionState): Next {
  return nothingAsked(clear(state));
}

function clear(state: SessionState): SessionState {
  const { turn } = state;
  return turn ? { ...state, turn: { ...turn, isUnclear: undefined } } : state;
}

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
  if (modes.mode === 'idle' || confidence >= SURE_OF_INTENT) return mode;
  return modes.mode;
}

/** Messages before this one that a model is told. */
const EARLIER = 3;
const EARLIER_CHARS = 500;

/** A greeting or thanks: there is nothing to work on. */
function nothingAsked(state: SessionState): Next {
  const answer = speaker(
    state.language,
  )`Say what to look for or to do, for example "where is the login?" or "add a test for the parser".`;
  const told = sessionEvents(state.language).told(answer, { mode: 'idle' });
  return rest(closeTurn(state, 'done', answer), [told], '');
}
