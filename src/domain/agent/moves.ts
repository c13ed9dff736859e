/** Moves that every decision of the coding agent ends in. */
import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import type { CallDone } from './calls';
import { bestOf, isValid, missingOf, withFacts, type Missing, type Candidate } from './candidates';
import type { LoopEnd } from './loop';
import type { MadeCall, PlannedCall } from './loop-run';
import { proceed, think, type Move } from './proceed';
import type { AgentEffect, AgentState, Stage } from './state';
import { agentEvents } from './tell';

type Next = Transition<AgentState, AgentEffect | KitEffect>;
type Events = readonly NewEvent[];

/** Versions that are checked and run before a run ends. */
const MOST_SETTLED = 6;

/** Goes on: with the loop, or once that has ended with what is left. */
export function advance(state: AgentState, events: Events): Next {
  return state.ending ? afterLoop(state, events) : follow(proceed(state, events));
}

/** The transition that a move of the loop is. */
export function follow(move: Move<AgentState>): Next {
  const { state, events } = move;
  switch (move.do) {
    case 'perform':
      return { state, effect: move.effect, events };
    case 'end':
      return conclude(state, move.end, events, move.why);
    case 'free':
      return state.ending ? afterLoop(state, events) : followStrategy(state, events);
  }
}

function followStrategy(state: AgentState, events: Events): Next {
  const choice = nextChoice(state);
  switch (choice.do) {
    case 'end':
      return conclude(state, choice.end, events);
    case 'call':
      return follow(
        proceed(
          { ...state, stage: choice.then, queue: [ownCall(choice.call, state.loop.calls + 1)] },
          events,
        ),
      );
    case 'think':
      return follow(think(state, events));
  }
}

/** Keeps what a call says about the code. */
export function learn(state: AgentState, call: PlannedCall, done: CallDone): AgentState {
  const made = done.facts?.of === 'code' ? done.facts.code : undefined;
  return {
    ...state,
    candidates: withFacts(state.candidates, done.facts, done),
    focus: call.tool === 'generateCode' ? (made ?? state.focus) : state.focus,
    analysis: call.tool === 'analyzeError' ? done.blob : made === undefined ? state.analysis : undefined,
  };
}

/** Ends the loop: what is not checked or run yet is, and then the record is written. */
export function conclude(state: AgentState, end: LoopEnd, events: Events, why?: string): Next {
  const idle = { ...state, queue: [], flight: [], heard: [] };
  // Out of time while the last code is checked: the loop ended before, for its own reason.
  if (state.ending) return afterLoop(idle, events);
  const told = agentEvents(state.language).ended(end, why, state.limits.maxIterations);
  return afterLoop({ ...idle, ending: { end, why } }, [...events, told], end !== 'time');
}

/** The rest of a run whose loop has ended. `settles`: code that nobody checked or ran still is. */
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

/** The two strategies: what comes next where no call is left to carry out. */
/** Choice of a strategy, with the stage that follows it. */
type Choice = { do: 'think' } | { do: 'call'; call: MadeCall; then: Stage } | { do: 'end'; end: LoopEnd };

type Decider = (state: AgentState) => Choice;

/** `react`: the model chooses, until it calls no tool any more. */
const react: Decider = () => ({ do: 'think' });

/** `pipeline`: think, act, test, observe, reflect, in this order. */
const pipeline: Decider = (state) => {
  switch (state.stage) {
    case 'think':
      return thinking(state);
    case 'act':
      return { do: 'call', call: generation(state), then: 'test' };
    case 'test':
      return state.focus !== undefined && state.dataText !== undefined
        ? { do: 'call', call: { tool: 'testCode', code: state.focus }, then: 'observe' }
        : pipeline({ ...state, stage: 'observe' });
    case 'observe':
      return state.focus !== undefined
        ? { do: 'call', call: { tool: 'checkCode', code: state.focus }, then: 'reflect' }
        : pipeline({ ...state, stage: 'reflect' });
    case 'reflect':
      return reflection(state);
  }
};

const DECIDERS = { react, pipeline };

/** The next choice of a run's strategy. */
function nextChoice(state: AgentState): Choice {
  return DECIDERS[state.strategy](state);
}

/** Analyses what is wrong with the code at hand: runtime errors first. */
function thinking(state: AgentState): Choice {
  const at = focused(state);
  if (at?.run?.success === false)
    return { do: 'call', call: { tool: 'analyzeError', code: at.code, run: at.run.blob }, then: 'act' };
  if (at?.check?.isValid === false)
    return { do: 'call', call: { tool: 'analyzeError', code: at.code, check: at.check.blob }, then: 'act' };
  return pipeline({ ...state, stage: 'act' });
}

function generation(state: AgentState): MadeCall {
  const at = focused(state);
  if (!at) return { tool: 'generateCode' };
  return {
    tool: 'generateCode',
    code: at.code,
    run: at.run?.success === false ? at.run.blob : undefined,
    check: at.check?.isValid === false ? at.check.blob : undefined,
    analysis: state.analysis,
  };
}

function reflection(state: AgentState): Choice {
  const at = focused(state);
  if (at && isValid(at, state.dataText !== undefined)) return { do: 'end', end: 'done' };
  if (state.loop.iterations >= state.limits.maxIterations) return { do: 'end', end: 'iterations' };
  return pipeline({ ...state, stage: 'think' });
}

function focused({ candidates, focus }: AgentState): Candidate | undefined {
  return candidates.find(({ code }) => code === focus);
}
