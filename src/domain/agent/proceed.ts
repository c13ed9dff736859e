/** Moves of a loop: its next one, and those that turns, calls and answers lead to. The same for every set of tools. */
import type { NewEvent } from '../run/events';
import type { KitEffect } from '../run/machine';
import type { Answered } from '../run/questions';
import { addUsage } from '../run/budget';
import type { CallDone, Turn } from './calls';
import { admit, afterTurn, groupLength, isUnusable, refusalOf, type LoopEnd } from './loop';
import type { CallOutcome, Heard, LoopEffect, LoopRun, PlannedCall } from './loop-run';
import { agentEvents } from './tell';

/** Next move of a loop. `free`: nothing is under way or waits, so its owner decides. */
export type Move<S extends LoopRun> = { state: S; events: readonly NewEvent[] } & (
  | { do: 'perform'; effect: (LoopEffect | KitEffect) & { clock?: string; act?: PlannedCall['act'] } }
  | { do: 'end'; end: LoopEnd; why?: string }
  | { do: 'free' }
);

type Events = readonly NewEvent[];

/** Facts of a call that its owner keeps. */
export type Learn<S> = (state: S, call: PlannedCall, done: CallDone) => S;

const GO_ON = 'You called no tool. Go on with the work, or end it with finish.';

/** Complaints about a turn that are told as events. */
const MOST_COMPLAINTS = 5;

/** Goes on: with calls under way, then with calls that wait. */
export function proceed<S extends LoopRun>(state: S, events: Events): Move<S> {
  if (state.flight.length > 0) return perform(state, events);
  if (state.queue.length > 0) return takeGroup(state, events);
  return { do: 'free', state, events };
}

/** Asks the model for its next turn. */
export function think<S extends LoopRun>(state: S, events: Events): Move<S> {
  const { loop, limits, tree, transcript, heard, news } = state;
  if (loop.calls >= limits.maxCalls) return { do: 'end', end: 'calls', state, events };
  const effect = {
    type: 'think' as const,
    turn: loop.turns + 1,
    label: turnLabel(state, loop.turns + 1),
    task: taskOf(state),
    tree,
    transcript,
    heard,
    news,
    clock: 'thinking',
  };
  return { do: 'perform', state, effect, events };
}

export function onThought<S extends LoopRun>(state: S, turn: Turn): Move<S> {
  const words = agentEvents(state.language);
  const { loop, end } = afterTurn(state.loop, turn, state.limits);
  const tools = turn.calls.map(({ tool }) => tool);
  const events = [words.reply(loop.turns, tools, turn.said, turn.transcript)];
  const complaints = [turn.problem, ...turn.calls.map(({ problem }) => problem)].filter(
    (one) => one !== undefined,
  );
  if (isUnusable(turn))
    events.push(...complaints.slice(0, MOST_COMPLAINTS).map((complaint) => words.unusable(complaint)));
  const next: S = {
    ...state,
    loop,
    transcript: turn.transcript,
    usage: addUsage(state.usage, turn.usage),
    heard: heardOf(turn),
    queue: planned(turn, turnLabel(state, loop.turns)),
    warnings: {},
    failed: turn.calls.flatMap((call, index) => (refusalOf(call, index) === undefined ? [] : [call.tool])),
    news: loop.silent > 0 ? GO_ON : undefined,
  };
  const why = end === 'unusable' ? complaints[0] : undefined;
  return end ? { do: 'end', end, why, state: next, events } : proceed(next, events);
}

export function onCalled<S extends LoopRun>(
  state: S,
  outcomes: readonly CallOutcome[],
  learn: Learn<S>,
): Move<S> {
  const words = agentEvents(state.language);
  const events: NewEvent[] = [];
  let next: S = { ...state, flight: [] };
  let isEnd = false;
  for (const [place, call] of state.flight.entries()) {
    const outcome = outcomes[place];
    if (outcome?.status === 'done') {
      const { done } = outcome;
      events.push(words.toolResult(call.tool, done, done.blob));
      const early = call.kind === 'end' && done.ok ? earlyEnd(next) : undefined;
      if (early !== undefined)
        next = { ...next, heard: [...next.heard, heardFrom(next, call, { text: early })] };
      else next = learn(withDone(next, call, done), call, done);
      isEnd ||= call.kind === 'end' && done.ok && early === undefined;
    } else if (outcome?.status === 'failed') {
      const { why } = outcome;
      events.push(words.toolResult(call.tool, { ok: false, excerpt: why }));
      const text = `The call failed: ${why}`;
      next = withFailure({ ...next, heard: [...next.heard, heardFrom(next, call, { text })] }, call);
    } else if (outcome?.status === 'unanswered')
      events.push(words.toolResult(call.tool, { ok: false, excerpt: outcome.why }));
  }
  if (isEnd) return { do: 'end', end: 'done', state: next, events };
  const lost = outcomes.find((one) => one.status === 'unanswered');
  if (lost) return { do: 'end', end: lost.of, why: lost.why, state: next, events };
  return proceed(next, events);
}

/** The user's answer to a call of kind `ask`. */
export function onAnswered<S extends LoopRun>(state: S, answer: Answered): Move<S> {
  if (answer.status === 'told') return told(state, true, answer.text);
  const reason = 'reason' in answer ? `: ${answer.reason}` : '';
  return told(state, false, `The user gave no answer (${answer.status})${reason}`);
}

/** A call that policy or people did not allow. */
export function onDenied<S extends LoopRun>(state: S, reason: string): Move<S> {
  return told(state, false, `Not allowed: ${reason}`);
}

/** The first call under way is answered by a text. */
function told<S extends LoopRun>(state: S, ok: boolean, text: string): Move<S> {
  const [call, ...flight] = state.flight;
  if (!call) return proceed(state, []);
  const event = agentEvents(state.language).toolResult(call.tool, { ok, excerpt: text });
  const next = { ...state, flight, heard: [...state.heard, heardFrom(state, call, { text })] };
  return proceed(ok ? next : withFailure(next, call), [event]);
}

function turnLabel({ prefix = '' }: LoopRun, turn: number): string {
  return `${prefix}turn-${turn}`;
}

function planned({ calls, transcript }: Turn, label: string): PlannedCall[] {
  return calls.flatMap(({ problem, ...call }, index) =>
    refusalOf({ problem, ...call }, index) === undefined
      ? [{ ...call, index, label: `${label}/call-${index + 1}`, source: { turn: transcript, index } }]
      : [],
  );
}

/** Answers to the calls of a turn that can't be carried out. */
function heardOf({ calls }: Turn): Heard[] {
  return calls.flatMap((call, index) => {
    const text = refusalOf(call, index);
    return text === undefined ? [] : [{ index, text }];
  });
}

/** Takes the next calls from the queue that may be carried out side by side. */
function takeGroup<S extends LoopRun>(state: S, events: Events): Move<S> {
  let { loop } = state;
  const group = state.queue.slice(0, groupLength(state.queue));
  const admitted: PlannedCall[] = [];
  const warnings: Record<string, string> = { ...state.warnings };
  let end: LoopEnd | undefined;
  for (const call of group) {
    // Equal calls on other files are others.
    const admission = admit(loop, call, state.limits, state.tree);
    loop = admission.loop;
    end = admission.end;
    if (end) break;
    if (admission.warning !== undefined) warnings[call.label] = admission.warning;
    admitted.push(call);
  }
  const next = { ...state, loop, warnings };
  if (end && admitted.length === 0) return { do: 'end', end, state: next, events };
  return perform({ ...next, flight: admitted, queue: state.queue.slice(admitted.length) }, events);
}

function perform<S extends LoopRun>(state: S, events: Events): Move<S> {
  const { flight, tree } = state;
  const [first] = flight;
  if (first?.kind === 'ask' && first.question) {
    const { text, choices } = first.question;
    const form = choices ? ('choice' as const) : ('text' as const);
    const question = { kind: 'ask', form, summary: text, action: text, choices };
    return { do: 'perform', state, effect: { type: 'ask', question }, events };
  }
  const effect = { type: 'call-tools' as const, task: taskOf(state), tree, calls: flight, clock: 'tools' };
  return { do: 'perform', state, effect: first?.act ? { ...effect, act: first.act } : effect, events };
}

/** Why the work does not end with a turn of which other calls failed; undefined where it does. */
function earlyEnd({ failed }: LoopRun): string | undefined {
  if (failed.length === 0) return undefined;
  const names = [...new Set(failed)].join(', ');
  return `The work goes on: ${names} of this turn failed. Look at that first, then end the work in a turn of its own.`;
}

function withFailure<S extends LoopRun>(state: S, { tool }: PlannedCall): S {
  return { ...state, failed: [...state.failed, tool] };
}

function withDone<S extends LoopRun>(state: S, call: PlannedCall, { ok, usage, blob, facts }: CallDone): S {
  const known = ok ? state : withFailure(state, call);
  return {
    ...known,
    usage: addUsage(state.usage, usage),
    tree: facts?.of === 'tree' ? facts.tree : state.tree,
    heard: [...state.heard, heardFrom(state, call, { blob })],
  };
}

function heardFrom(
  { warnings }: LoopRun,
  { index, label }: PlannedCall,
  content: Pick<Heard, 'blob' | 'text'>,
): Heard {
  return { index, ...content, warning: warnings[label] };
}

/** The task of a loop; throws before it is kept. */
export function taskOf({ task }: LoopRun): NonNullable<LoopRun['task']> {
  if (task === undefined) throw new Error('the task is kept before anything else is done');
  return task;
}
