import { spokenIn } from '../run/language';
import { excerpt } from '../text';
import { ANSWER_CHARS, type Handled } from './handling';
import type { ModeContext } from './context';
import { addAction, addFile, addSymbol } from './context';
import type { AgentMode } from './modes';
import { asks } from './question-kinds';
import type { HandlerTask, OpenTurn, SessionState, Turn, TurnStatus } from './state';

/** Turns that a session has at hand, and tells its handlers. */
const KEPT_TURNS = 8;
const EARLIER_CHARS = 1_500;
/** Entries of each list of the context that a handler is told: the newest. */
const TOLD_ENTRIES = 60;

export function openTurn(
  state: SessionState,
  { message, text, chain }: Pick<OpenTurn, 'message' | 'text' | 'chain'>,
): SessionState {
  const turn: OpenTurn = {
    ...{ number: state.turnCount + 1, message, text, chain },
    handlers: 0,
    modes: [],
    transitions: [],
    answer: '',
    details: [],
    about: [],
    listed: [],
    published: [],
  };
  return { ...state, turn, turnCount: turn.number };
}

export function closeTurn(state: SessionState, status: TurnStatus, say?: string): SessionState {
  const { turn, ...rest } = state;
  if (!turn) return state;
  const {
    number,
    message,
    text,
    modes,
    transitions,
    answer,
    details,
    about,
    listed,
    published,
    tests,
    answeredBy,
  } = turn;
  const said = excerpt([answer, say].filter(Boolean).join('\n\n'), ANSWER_CHARS);
  const ended: Turn = {
    number,
    message,
    text,
    modes,
    transitions,
    answer: said,
    details,
    about,
    listed,
    published,
    ...(tests && { tests }),
    ...(answeredBy && { answeredBy }),
    status,
  };
  return { ...rest, turns: [...state.turns, ended].slice(-KEPT_TURNS) };
}

/** The turn with what a handler did, and the context with what it found. */
export function withHandled(state: SessionState, mode: AgentMode, handled: Handled): SessionState {
  const { turn, modes } = state;
  if (!turn) return state;
  const { answer, detail, about = handled.files ?? [], listed = [] } = handled;
  return {
    ...state,
    modes: { ...modes, context: learned(modes.context, mode, handled) },
    turn: {
      ...turn,
      answer: [turn.answer, answer].filter(Boolean).join('\n\n'),
      details: detail ? [...turn.details, detail] : turn.details,
      about: about.length > 0 ? about.slice(0, TOLD_ENTRIES) : turn.about,
      listed: listed.length > 0 ? listed.slice(0, TOLD_ENTRIES) : turn.listed,
      tests: handled.tests ?? turn.tests,
      answeredBy: handled.answers ?? turn.answeredBy,
      handled,
    },
  };
}

function learned(given: ModeContext, mode: AgentMode, handled: Handled): ModeContext {
  const {
    files = [],
    symbols = [],
    graphDoc,
    impact,
    chain,
    tests,
    coverage,
    error,
    stack,
    answer,
  } = handled;
  const found = symbols.reduce(addSymbol, files.reduce(addFile, given));
  const context = addAction(found, { mode, kind: handled.status, summary: answer });
  return {
    ...context,
    ...(graphDoc && { graphDoc }),
    ...(impact && { impactNodes: [...impact].slice(-TOLD_ENTRIES) }),
    ...(chain && { dependencyChain: [...chain].slice(-TOLD_ENTRIES) }),
    ...(tests && { lastTestResults: tests }),
    ...(coverage && { coverageData: coverage }),
    ...(error && { lastError: error, errorStackTrace: stack }),
    ...(error === null && { lastError: undefined, errorStackTrace: undefined }),
  };
}

/** True for a turn that only asks; a step of a plan is a request, however the plan was asked for. */
export function isQuestion({ plan, reading, text }: OpenTurn): boolean {
  return plan === undefined && (reading?.isQuestion === true || asks(text));
}

export function handlerTask(state: SessionState): HandlerTask {
  const { turn, files, marks, language, hasModel, modes, turns } = state;
  if (!turn || !files) throw new Error('a handler works on a message and on files');
  return {
    ...{
      text: turn.plan?.steps[turn.plan.at] ?? turn.text,
      files,
      base: marks[0]?.files,
      hasModel,
      isChained: turn.handlers > 1,
    },
    language: spokenIn(turn.text, language),
    isQuestion: isQuestion(turn),
    context: toldContext(modes.context),
    earlier: turns.map(({ text, answer, status, about, listed, published }) => ({
      ...{ text: excerpt(text, EARLIER_CHARS), answer: excerpt(answer, EARLIER_CHARS) },
      ...{ status, about, listed },
      ...(published.length > 0 && { changed: true }),
    })),
  };
}

function toldContext(context: ModeContext): ModeContext {
  const newest = <T>(list: readonly T[]): T[] => list.slice(-TOLD_ENTRIES);
  return {
    ...context,
    currentFiles: newest(context.currentFiles),
    currentSymbols: newest(context.currentSymbols),
    impactNodes: newest(context.impactNodes),
    dependencyChain: newest(context.dependencyChain),
    modeHistory: newest(context.modeHistory),
    actionHistory: newest(context.actionHistory),
    pendingChanges: newest(context.pendingChanges),
    stagedFiles: newest(context.stagedFiles),
  };
}
