/** Loop of a model in a turn that reads: it looks further than the tools of the mode did, and answers. */
import type { CallDone } from '../agent/calls';
import type { LoopEnd } from '../agent/loop';
import { NEW_RUN, type LoopEvent, type PlannedCall } from '../agent/loop-run';
import { onAnswered, onCalled, onDenied, onThought, taskOf, think, type Move } from '../agent/proceed';
import { reasonOf } from '../agent/tell';
import type { BlobHash } from '../ids';
import type { KitEvent } from '../run/machine';
import { withMessageOf } from './commit';
import type { Handled } from './handling';
import { READING_TOOLS } from './modes';
import type { Next } from './moves';
import type { OpenTurn, SessionEvent, SessionState, Answered, Talk } from './state';
import { handlerTask } from './turns';

/** Calls of tools in one turn. */
const MOST_CALLS = 60;

type TalkingTurn = OpenTurn & { readonly talk: Talk };
type Talking = SessionState & { readonly turn: TalkingTurn };

/** True while a model is at work on a turn. */
export function isTalking(state: SessionState): state is Talking {
  return state.turn?.talk !== undefined;
}

export function beginTalk(state: SessionState, found: Handled & { material: BlobHash }): Next {
  const { turn, files, modes, language } = state;
  if (!turn || !files) throw new Error('a model works on a message and on files');
  const prefix = `turn-${turn.number}/${turn.handlers}-`;
  const talk: Talk = {
    ...NEW_RUN,
    ...{ language, prefix, found, tree: files.tree, limits: { maxCalls: MOST_CALLS } },
  };
  const { material } = found;
  const task = handlerTask(state);
  return {
    state: { ...state, turn: { ...turn, talk } },
    effect: {
      type: 'begin-talk',
      label: `${prefix}talk`,
      mode: modes.mode,
      task,
      material,
      tools: READING_TOOLS,
    },
    events: [],
  };
}

export type TalkEvent =
  | LoopEvent
  | Extract<SessionEvent, { type: 'talk-begun' }>
  | Extract<KitEvent, { type: 'answered' | 'denied' }>;

/** The next move of a loop; `settle` takes its end over as the result of the mode. */
export function onTalk(
  state: Talking,
  event: TalkEvent,
  settle: (state: SessionState, handled: Handled) => Next,
): Next {
  const move = moveOf(state.turn.talk, event);
  const next = move.do === 'free' ? think(move.state, move.events) : move;
  if (next.do === 'free') throw new Error('a turn is asked for where nothing else is under way');
  const turn: TalkingTurn = { ...state.turn, talk: next.state };
  if (next.do === 'perform') return { state: { ...state, turn }, effect: next.effect, events: next.events };
  const { end, why } = next;
  // The answer itself is told next, whole: the line of its reply or call would say it twice.
  if (end === 'done') return { state: { ...state, turn }, effect: endOf(state, next.state), events: [] };
  const settled = settle({ ...state, turn }, unanswered(next.state, end, why));
  return { ...settled, events: [...next.events, ...settled.events] };
}

function moveOf(talk: Talk, event: TalkEvent): Move<Talk> {
  switch (event.type) {
    case 'talk-begun':
      return { do: 'free', state: { ...talk, task: event.task }, events: [] };
    case 'thought':
      return onThought(talk, event.turn);
    case 'called':
      return onCalled(talk, event.outcomes, learn);
    case 'unanswered':
      return { do: 'end', end: event.of, why: event.why, state: talk, events: [] };
    case 'answered':
      return onAnswered(talk, event.answer);
    case 'denied':
      return onDenied(talk, event.reason);
  }
}

function learn(talk: Talk, { kind }: PlannedCall, { blob, ok }: CallDone): Talk {
  return kind === 'end' && ok ? { ...talk, summary: blob } : talk;
}

function endOf({ modes, turn }: Talking, talk: Talk): Next['effect'] {
  const { transcript, summary } = talk;
  if (transcript === undefined) throw new Error('a model has said something before its loop ends');
  const label = `${talk.prefix ?? ''}answer`;
  return { type: 'end-talk', label, mode: modes.mode, task: taskOf(turn.talk), transcript, summary };
}

/** The findings, with the reason why no model had a word on them. */
function unanswered({ found, language, usage }: Talk, end: LoopEnd, why: string | undefined): Handled {
  const reason = reasonOf(language, end === 'iterations' ? 'calls' : end, why);
  return { ...found, status: 'lacking', answer: `${found.answer}\n\n${reason}`.trim(), usage };
}

/** The result of the mode with the model's answer on top of what was found. */
export function withAnswer({ found, usage }: Talk, answered: Answered): Handled {
  const { answer = '', ...rest } = answered;
  const isLacking = found.status === 'lacking' && answer !== '';
  const commit = found.commit && withMessageOf(found.commit, answer);
  return {
    ...found,
    ...rest,
    // What the tools of the mode lacked, the model has found.
    status: isLacking ? 'done' : found.status,
    answer: [answer, isLacking ? '' : found.answer].filter(Boolean).join('\n\n'),
    // The trigger of a commit follows from its making.
    ...(commit && { commit, trigger: found.trigger }),
    usage,
  };
}
