/** Moves that every decision of the agent ends in. */
import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import type { BlobHash } from '../ids';
import type { Turn } from './calls';
import { bestOf, isValid, missingOf, type Missing } from './candidates';
import { admit, groupLength, refusalOf, type LoopEnd } from './loop';
import type { AgentEffect, AgentState, Heard, MadeCall, PlannedCall } from './state';
import { nextStep } from './strategies';
import { agentEvents } from './tell';

type Next = Transition<AgentState, AgentEffect | KitEffect>;
type Events = readonly NewEvent[];

/** Versions that are checked and run before a run ends. */
const MOST_SETTLED = 6;

/** Calls of a turn that can be carried out. */
export function planned({ calls, transcript }: Turn, turn: number): PlannedCall[] {
  return calls.flatMap(({ problem, ...call }, index) =>
    refusalOf({ problem, ...call }, index) === undefined
      ? [{ ...call, index, label: `turn-${turn}/call-${index + 1}`, source: { turn: transcript, index } }]
      : [],
  );
}

/** Answers to the calls of a turn that can't be carried out. */
export function heardOf({ calls }: Turn): Heard[] {
  return calls.flatMap((call, index) => {
    const text = refusalOf(call, index);
    return text === undefined ? [] : [{ index, text }];
  });
}

/** Goes on: calls under way, then calls that wait, then the next step of the strategy. */
export function advance(state: AgentState, events: Events): Next {
  if (state.ending) return afterLoop(state, events);
  if (state.flight.length > 0) return perform(state, events);
  if (state.queue.length > 0) return takeGroup(state, events);
  const step = nextStep(state);
  switch (step.do) {
    case 'end':
      return conclude(state, step.end, events);
    case 'call':
      return takeGroup(
        { ...state, stage: step.then, queue: [ownCall(step.call, state.loop.calls + 1)] },
        events,
      );
    case 'think': {
      const { loop, limits, transcript, heard } = state;
      if (loop.calls >= limits.maxCalls) return conclude(state, 'calls', events);
      const effect = {
        type: 'think' as const,
        turn: loop.turns + 1,
        task: taskOf(state),
        transcript,
        heard,
        clock: 'thinking',
      };
      return { state, effect, events };
    }
  }
}

/** Takes the next calls from the queue that may be carried out side by side. */
function takeGroup(state: AgentState, events: Events): Next {
  let { loop } = state;
  const group = state.queue.slice(0, groupLength(state.queue));
  const admitted: PlannedCall[] = [];
  const warnings: Record<string, string> = { ...state.warnings };
  let end: LoopEnd | undefined;
  for (const call of group) {
    const admission = admit(loop, call, state.limits);
    loop = admission.loop;
    end = admission.end;
    if (end) break;
    if (admission.warning !== undefined) warnings[call.label] = admission.warning;
    admitted.push(call);
  }
  const next = { ...state, loop, warnings };
  if (end && admitted.length === 0) return conclude(next, end, events);
  return perform({ ...next, flight: admitted, queue: state.queue.slice(admitted.length) }, events);
}

function perform(state: AgentState, events: Events): Next {
  const { flight } = state;
  const [first] = flight;
  if (first?.kind === 'ask' && first.question) {
    const { text, choices } = first.question;
    const form = choices ? ('choice' as const) : ('text' as const);
    const question = { kind: 'ask', form, summary: text, action: text, choices };
    return { state, effect: { type: 'ask', question }, events };
  }
  const effect = { type: 'call-tools' as const, task: taskOf(state), calls: flight, clock: 'tools' };
  return { state, effect: first?.act ? { ...effect, act: first.act } : effect, events };
}

/** Waits until a limit of the model resets. */
export function waitFor(state: AgentState, ms: number, why: string, events: Events): Next {
  const loop = { ...state.loop, waitedMs: state.loop.waitedMs + ms };
  const told = agentEvents(state.language).waits(ms);
  return { state: { ...state, loop }, effect: { type: 'wait', ms, why }, events: [...events, told] };
}

/** Ends the loop: what is not checked or run yet is, and then the record is written. */
export function conclude(state: AgentState, end: LoopEnd, events: Events, why?: string): Next {
  const idle = { ...state, queue: [], flight: [], heard: [] };
  // Out of time while the last code is checked: the loop ended before, for its own reason.
  if (state.ending) return afterLoop(idle, events);
  const told = agentEvents(state.language).ended(end, state.limits.maxIterations, why);
  return afterLoop({ ...idle, ending: { end, why } }, [...events, told], end !== 'time');
}

/** What is left once the loop has ended. `settles`: code that nobody checked or ran still is. */
function afterLoop(state: AgentState, events: Events, settles = false): Next {
  if (state.task === undefined) return { state, effect: { type: 'finish' }, events };
  const hasData = state.dataText !== undefined;
  const missing = settles ? missingOf(state.candidates, hasData, MOST_SETTLED) : [];
  if (missing.length > 0) {
    const calls = missing.map((one, index) => settlingCall(one, index));
    const effect = { type: 'call-tools' as const, task: state.task, calls, clock: 'tools' };
    return { state: { ...state, flight: calls }, effect, events };
  }
  const best = bestOf(state.candidates);
  const isCodeValid = best !== undefined && isValid(best, hasData);
  const told = best ? [agentEvents(state.language).best(best.number, isCodeValid)] : [];
  const effect = {
    type: 'write-record' as const,
    untimed: true as const,
    task: state.task,
    best: {
      code: best?.code,
      check: best?.check?.blob,
      run: best?.run?.blob,
      iterationCount: state.loop.iterations,
      isCodeValid,
    },
  };
  return { state: { ...state, flight: [] }, effect, events: [...events, ...told] };
}

function settlingCall({ tool, code, number }: Missing, index: number): PlannedCall {
  const call = { tool, code };
  return { ...ownCall(call, 0), index, label: `settle/${tool}-${number}` };
}

const WORK = { generateCode: 'model', analyzeError: 'model', testCode: 'code', checkCode: 'quick' } as const;

/** A call that the machine makes; `number`: its place among the calls of the run. */
function ownCall(made: MadeCall, number: number): PlannedCall {
  const { tool } = made;
  return {
    tool,
    kind: tool === 'generateCode' ? 'write' : 'read',
    work: WORK[tool],
    // It makes no call twice but for another reason.
    loop: `${tool}-${number}`,
    summary: tool,
    iterates: tool === 'generateCode' ? true : undefined,
    index: 0,
    label: `call-${number}/${tool}`,
    source: { made },
  };
}

function taskOf({ task }: AgentState): BlobHash {
  if (task === undefined) throw new Error('the task is kept before anything else is done');
  return task;
}
