/** The request is carried out: by one answer of a model, or by an agent, whose loop stands in place of that answer. */
import type { CallDone } from '../../agent/calls';
import type { LoopEnd } from '../../agent/loop';
import { NEW_RUN, type LoopEvent, type PlannedCall } from '../../agent/loop-run';
import {
  onAnswered,
  onCalled,
  onDenied,
  onThought,
  proceed,
  taskOf,
  think,
  type Move,
} from '../../agent/proceed';
import { agentEvents, reasonOf } from '../../agent/tell';
import type { BlobHash } from '../../ids';
import { MOST_CHECKPOINTS } from '../../run/checkpoints';
import type { NewEvent } from '../../run/events';
import type { KitEvent } from '../../run/machine';
import { addUsage, NO_USAGE } from '../../run/budget';
import { excerpt, firstLine } from '../../text';
import type { Verification } from '../../verification/verification';
import { DOING_WORDS } from '../words/doing';
import type { HealEvent } from '../effects';
import { END_WORDS } from '../words/ends';
import { recording, withInstructions, worksWithTools } from '../facts';
import type { In, Measured, Work } from '../state';
import { finish, follow, guarded, keeping, next, tellOf, type Entry, type Next } from '../transitions';

/** Events that an agent at work goes on with. */
type WorkEvent = LoopEvent | Extract<KitEvent, { type: 'answered' | 'denied' }>;

/** Begins the work where the policy lets it; an agent that was at work goes on. */
export function enterRequest(entry: Extract<Entry, { phase: 'request' }>): Next {
  const { facts } = entry;
  if ('resumes' in entry) return resume(facts, entry.resumes);
  const { tree, baseline, rejections, input } = facts;
  const { report, failures } = baseline;
  const state = { facts, phase: { name: 'request' as const } };
  const summary = DOING_WORDS[input.language].execute(input.request ?? '');
  if (!worksWithTools(facts))
    return guarded(state, 'execute', summary, { type: 'execute', tree, report, rejections });
  const failing = failures.map(failureLine);
  return guarded(state, 'execute', summary, {
    type: 'begin-work',
    tree,
    report,
    ...(failing.length > 0 && { failing }),
    ...(baseline.found && { finds: input.approval.level }),
  });
}

function failureLine({ id, check, failure }: Verification['failures'][number]): string {
  return excerpt(`${id === check ? check : `${check}: ${id}`}: ${firstLine(failure.message)}`, 300);
}

/** Effect or phase that follows an effect of the phase. */
export function onRequest({ facts, phase }: In<'request'>, event: HealEvent | KitEvent): Next {
  switch (event.type) {
    case 'executed':
      return onExecuted(facts, phase.work, event);
    case 'execution-failed': {
      const usage = addUsage(facts.usage, event.usage);
      const failed = { ...facts, usage, modelFailure: facts.modelFailure ?? event.modelFailure };
      return finish(failed, { status: 'failed', error: event.error });
    }
    case 'work-begun':
      return goOn(facts, begun(facts, event.task), undefined);
    case 'thought':
    case 'called':
    case 'unanswered':
    case 'answered':
    case 'denied':
      if (phase.work) return goOn(facts, phase.work, event);
      throw new Error(`no agent is at work that asked for what was ${event.type}`);
    default:
      throw new Error(`a request has no use for what was ${event.type}`);
  }
}

function onExecuted(
  facts: Measured,
  work: Work | undefined,
  event: Extract<HealEvent, { type: 'executed' }>,
): Next {
  const { tree, changedFiles: files, summary, signs } = event;
  const { record } = facts;
  const executed: Measured = {
    ...recording(facts, {
      messages: [...record.messages, { role: 'assistant', content: summary }],
      codeHistory: [...record.codeHistory, { attempt: 0, tree, fixReason: summary }],
    }),
    tree,
    confirmation: undefined,
    carriedOut: { tree, files, signs },
    unfinished: work?.unfinished,
    ...withInstructions(facts, event.instructions),
    changedFiles: files,
    usage: addUsage(facts.usage, event.usage),
  };
  const told = [tellOf(facts).executed(tree, summary, files)];
  const confirming = follow({ phase: 'confirming', what: 'requested', facts: executed, files }, told);
  return keeping(tree, summary, confirming);
}

function begun({ tree, input }: Measured, task: BlobHash): Work {
  const { language, maxCalls } = input;
  const limits = { maxCalls, endsByCall: true as const };
  return { ...NEW_RUN, language, limits, task, tree, base: tree, kept: tree, said: '' };
}

function goOn(facts: Measured, work: Work, event: WorkEvent | undefined): Next {
  const move = moveOf(work, event);
  return move.do === 'free' ? nextTurn(facts, move) : take(facts, move);
}

/** The next turn; the files after the one before are a state that people can go back to. */
function nextTurn(facts: Measured, { state: work, events }: Move<Work>): Next {
  const { tree, kept, loop } = work;
  if (tree === kept) return take(facts, think(work, events));
  const parts = [...(facts.parts ?? []), tree].slice(-MOST_CHECKPOINTS);
  const follows = take({ ...facts, parts }, think({ ...work, kept: tree }, events));
  return keeping(tree, DOING_WORDS[facts.input.language].turn(loop.turns), follows);
}

/** The work goes on from files that the user went back to, and the model is told. */
function resume(facts: Measured, work: Work): Next {
  const { tree } = facts;
  const idle = { queue: [], flight: [], heard: [], warnings: {}, failed: [], summary: undefined };
  const since = { tree, kept: tree, usage: NO_USAGE, unfinished: undefined, news: WENT_BACK };
  return take(facts, think({ ...work, ...idle, ...since }, []));
}

const WENT_BACK =
  'The user went back to an earlier state of the files: changes after it are gone. Look at the files again before you go on.';

function moveOf(work: Work, event: WorkEvent | undefined): Move<Work> {
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

function take(facts: Measured, move: Move<Work>): Next {
  const { events } = move;
  if (move.do === 'end') return conclude(facts, move.state, move, events);
  if (move.do === 'free') throw new Error('a turn is asked for where nothing else is under way');
  const state = { facts, phase: { name: 'request' as const, work: move.state } };
  return next(state, { ...move.effect, clock: 'execute' }, events);
}

/** The end of the agent's loop: its change is looked at as a whole. Work that changed nothing is no success. */
function conclude(
  facts: Measured,
  work: Work,
  { end, why }: { end: LoopEnd; why?: string },
  events: readonly NewEvent[],
): Next {
  const { language, tree, base, transcript, summary, said } = work;
  const told = [...events, agentEvents(language).ended(end, why)];
  const reason = end === 'done' ? undefined : reasonOf(language, end === 'iterations' ? 'calls' : end, why);
  const modelFailure = facts.modelFailure ?? (end === 'model' ? why : undefined);
  const ended: Measured = { ...facts, usage: addUsage(facts.usage, work.usage), modelFailure };
  // What a fork began with counts as changed, also where nothing was left to do.
  if (tree === base && base === facts.baseTree) {
    const spoke = end === 'done' || end === 'silent' ? firstLine(said) : '';
    const words = END_WORDS[language];
    const error = words.changedNothing(spoke || (reason ?? words.saidNoMore));
    const failure = modelFailure ?? (end === 'unusable' ? why : undefined);
    return finish({ ...ended, modelFailure: failure }, { status: 'failed', error }, told);
  }
  const idle = { queue: [], flight: [], heard: [], usage: NO_USAGE, unfinished: reason };
  const effect = {
    type: 'end-work' as const,
    task: taskOf(work),
    base: facts.baseTree,
    tree,
    transcript,
    summary,
    said: said || (reason ?? ''),
  };
  const state = { facts: ended, phase: { name: 'request' as const, work: { ...work, ...idle } } };
  return next(state, { ...effect, clock: 'execute' }, told);
}
