/** A request that an agent carries out with tools: its loop stands in place of the one answer of a model. */
import type { CallDone } from '../agent/calls';
import type { LoopEnd } from '../agent/loop';
import { NEW_RUN, type LoopEvent, type PlannedCall } from '../agent/loop-run';
import {
  onAnswered,
  onCalled,
  onDenied,
  onThought,
  proceed,
  taskOf,
  think,
  type Move,
} from '../agent/proceed';
import { agentEvents, reasonOf } from '../agent/tell';
import type { BlobHash, TreeHash } from '../ids';
import type { NewEvent } from '../run/events';
import type { KitEvent } from '../run/machine';
import { MOST_CHECKPOINTS } from '../run/checkpoints';
import { addUsage, NO_USAGE } from '../run/usage';
import { excerpt, firstLine } from '../text';
import type { Verification } from '../verification/verification';
import { finish } from './delivery';
import { DOING_WORDS } from './doing-words';
import { END_WORDS } from './end-words';
import type { HealEvent, HealState, HealTransition } from './state';
import { guarded, keepingTree, next } from './transitions';
import type { Work } from './work-state';

type WorkState = HealState & { readonly work: Work };
/** Events that work goes on with. */
export type WorkEvent =
  LoopEvent | Extract<HealEvent, { type: 'work-begun' }> | Extract<KitEvent, { type: 'answered' | 'denied' }>;

/** True if an agent carries the request out with tools, as the input says or its mode implies. */
export function worksWithTools({ input }: Pick<HealState, 'input'>): boolean {
  const { executor = input.mode === 'PRECISION' ? 'tools' : 'answer' } = input;
  return executor === 'tools';
}

/** Begins the work, where the policy lets it. */
export function beginWork(state: HealState, request: string, baseline: Verification): HealTransition {
  const { tree } = state;
  const { report, failures } = baseline;
  const failing = failures.map(failureLine);
  return guarded(state, 'execute', DOING_WORDS[state.input.language].execute(request), {
    type: 'begin-work',
    tree,
    report,
    ...(failing.length > 0 && { failing }),
  });
}

function failureLine({ id, check, failure }: Verification['failures'][number]): string {
  return excerpt(`${id === check ? check : `${check}: ${id}`}: ${firstLine(failure.message)}`, 300);
}

/** True while an agent is at work. */
export function isAtWork(state: HealState): state is WorkState {
  return state.work !== undefined;
}

/** After an effect of the work. */
export function onWork(state: HealState, event: WorkEvent): HealTransition {
  if (event.type === 'work-begun') return follow(begun(state, event.task), undefined);
  if (!isAtWork(state)) throw new Error(`no agent is at work that asked for what was ${event.type}`);
  return follow(state, event);
}

function begun(state: HealState, task: BlobHash): WorkState {
  const { tree, input } = state;
  const { language, maxCalls } = input;
  const limits = { maxCalls, endsByCall: true as const };
  return { ...state, work: { ...NEW_RUN, language, limits, task, tree, base: tree, kept: tree, said: '' } };
}

function follow(
  state: WorkState,
  event: Exclude<WorkEvent, { type: 'work-begun' }> | undefined,
): HealTransition {
  const move = moveOf(state.work, event);
  return move.do === 'free' ? nextTurn(state, move) : take(state, move);
}

/** The next turn; the files after the one before are a state that people can go back to. */
function nextTurn(state: HealState, { state: work, events }: Move<Work>): HealTransition {
  const { tree, kept, loop } = work;
  if (tree === kept) return take(state, think(work, events));
  const parts = [...(state.parts ?? []), tree].slice(-MOST_CHECKPOINTS);
  const transition = take({ ...state, parts }, think({ ...work, kept: tree }, events));
  return keepingTree(tree, DOING_WORDS[state.input.language].turn(loop.turns), transition);
}

/** Work goes on from files that the user went back to, and the model is told. */
export function resumeWork(state: HealState, { work }: WorkState, tree: TreeHash): HealTransition {
  const idle = { queue: [], flight: [], heard: [], warnings: {}, failed: [], summary: undefined };
  const resumed: Work = {
    ...work,
    ...idle,
    tree,
    kept: tree,
    usage: NO_USAGE,
    unfinished: undefined,
    news: WENT_BACK,
  };
  return take(state, think(resumed, []));
}

const WENT_BACK =
  'The user went back to an earlier state of the files: changes after it are gone. Look at the files again before you go on.';

function moveOf(work: Work, event: Exclude<WorkEvent, { type: 'work-begun' }> | undefined): Move<Work> {
  switch (event?.type) {
    case 'thought':
      return onThought({ ...work, said: event.turn.said }, event.turn);
    case 'called':
      return onCalled(work, event.outcomes, learn);
    case 'unanswered':
      return { do: 'end', end: event.of, why: event.why, state: work, events: [] };
    case 'answered':
      return onAnswered(work, event.answer);
    case 'denied':
      return onDenied(work, event.reason);
    case undefined:
      return proceed(work, []);
  }
}

function learn(work: Work, { kind }: PlannedCall, { blob, excerpt, ok }: CallDone): Work {
  return kind === 'end' && ok ? { ...work, summary: blob, said: excerpt } : work;
}

function take(state: HealState, move: Move<Work>): HealTransition {
  const { events } = move;
  if (move.do === 'end') return conclude(state, move.state, move, events);
  if (move.do === 'free') throw new Error('a turn is asked for where nothing else is under way');
  return next({ ...state, work: move.state }, { ...move.effect, clock: 'execute' }, events);
}

/** The end of the loop: its change is looked at as a whole. Work that changed nothing is no success. */
function conclude(
  state: HealState,
  work: Work,
  { end, why }: { end: LoopEnd; why?: string },
  events: readonly NewEvent[],
): HealTransition {
  const { language, tree, base, transcript, summary, said } = work;
  const told = [...events, agentEvents(language).ended(end, why)];
  const reason = end === 'done' ? undefined : reasonOf(language, end === 'iterations' ? 'calls' : end, why);
  const usage = addUsage(state.usage, work.usage);
  const idle: Work = {
    ...work,
    queue: [],
    flight: [],
    heard: [],
    usage: NO_USAGE,
    unfinished: reason,
  };
  const modelFailure = end === 'model' ? why : undefined;
  const ended = { ...state, usage, work: idle, modelFailure: state.modelFailure ?? modelFailure };
  // What a fork began with counts as changed, also where nothing was left to do.
  if (tree === base && base === state.baseTree) {
    const spoke = end === 'done' || end === 'silent' ? firstLine(said) : '';
    const words = END_WORDS[language];
    const finalError = words.changedNothing(spoke || (reason ?? words.saidNoMore));
    const failure = ended.modelFailure ?? (end === 'unusable' ? why : undefined);
    const failed = {
      ...ended,
      work: undefined,
      status: 'failed' as const,
      modelFailure: failure,
      finalError,
    };
    const transition = finish(failed);
    return { ...transition, events: [...told, ...transition.events] };
  }
  const effect = {
    type: 'end-work' as const,
    task: taskOf(work),
    base: state.baseTree,
    tree,
    transcript,
    summary,
    said: said || (reason ?? ''),
  };
  return next(ended, { ...effect, clock: 'execute' }, told);
}
