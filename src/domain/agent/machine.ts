import type { KitEffect, KitEvent, Machine, Transition } from '../run/machine';
import { addUsage, NO_USAGE } from '../run/usage';
import { CodeInput } from './input';
import { LEAST_WAIT_MS, afterTurn, isUnusable, mayWait, NEW_LOOP } from './loop';
import { functionNameOf } from './spec';
import { advance, conclude, heardOf, planned, waitFor } from './moves';
import { resultOf } from './result';
import type { AgentEffect, AgentEvent, AgentState, CodeResult } from './state';
import { afterCalls, answered, denied } from './outcomes';
import { agentEvents } from './tell';
import { viewOf } from './view';

type Next = Transition<AgentState, AgentEffect | KitEffect>;

/** The coding agent: a model with tools, or a fixed pipeline of them, writes a function that runs on the caller's data. */
export const codingAgentMachine: Machine<CodeInput, AgentState, AgentEffect, AgentEvent, CodeResult> = {
  kind: 'codingAgent',
  input: CodeInput,
  start: (input, { id }) => ({ state: firstState(input, id), effect: { type: 'begin' }, events: [] }),
  decide,
  view: viewOf,
  result: resultOf,
};

function firstState(input: CodeInput, id: string): AgentState {
  const { language, strategy, maxIterations, maxCalls, waitForLimitMs, executionSpec } = input;
  return {
    id,
    language,
    strategy,
    limits: { maxIterations, maxCalls, waitForLimitMs },
    functionName: functionNameOf(executionSpec),
    loop: NEW_LOOP,
    candidates: [],
    heard: [],
    queue: [],
    flight: [],
    warnings: {},
    stage: 'think',
    usage: NO_USAGE,
  };
}

function decide(state: AgentState, event: AgentEvent | KitEvent): Next {
  switch (event.type) {
    case 'begun':
      return begun(state, event);
    case 'thought':
      return thought(state, event);
    case 'called':
      return afterCalls(state, event.outcomes);
    case 'limited':
      return limited(state, event);
    case 'unanswered':
      return conclude(state, event.of, [], event.why);
    case 'recorded': {
      const { record, recordRef } = event;
      return { state: { ...state, record, recordRef }, effect: { type: 'finish' }, events: [] };
    }
    case 'answered':
      return answered(state, event.answer);
    case 'denied':
      return denied(state, event.reason);
    case 'out-of-time':
      return conclude(state, 'time', []);
    case 'waited':
    case 'rolled-back':
      // Goes on with what was stopped: the calls under way, or the turn.
      return advance(state, []);
  }
}

function begun(
  state: AgentState,
  { task, dataText, modelConfigured }: Extract<AgentEvent, { type: 'begun' }>,
): Next {
  const told = agentEvents(state.language).begun(state.functionName, state.strategy, dataText);
  const next = { ...state, task, dataText };
  return modelConfigured ? advance(next, [told]) : conclude(next, 'model', [told], NO_MODEL);
}

const NO_MODEL = 'The worker has no model: set KINTSUGI_MODEL and start it again.';

function thought(state: AgentState, { turn }: Extract<AgentEvent, { type: 'thought' }>): Next {
  const words = agentEvents(state.language);
  const { loop, end } = afterTurn(state.loop, turn);
  const tools = turn.calls.map(({ tool }) => tool);
  const events = [words.reply(loop.turns, tools, turn.said)];
  const complaints = [turn.problem, ...turn.calls.map(({ problem }) => problem)].filter(
    (one) => one !== undefined,
  );
  if (isUnusable(turn)) events.push(...complaints.slice(0, 5).map((complaint) => words.unusable(complaint)));
  const next: AgentState = {
    ...state,
    loop,
    transcript: turn.transcript,
    usage: addUsage(state.usage, turn.usage),
    heard: heardOf(turn),
    queue: planned(turn, loop.turns),
    warnings: {},
  };
  return end ? conclude(next, end, events) : advance(next, events);
}

function limited(state: AgentState, event: { waitMs: number; why: string }): Next {
  const { why } = event;
  const waitMs = Math.max(event.waitMs, LEAST_WAIT_MS);
  if (!mayWait(state.loop, state.limits, waitMs)) return conclude(state, 'limit', [], why);
  return waitFor(state, waitMs, why, []);
}
