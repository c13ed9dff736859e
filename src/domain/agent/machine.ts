import type { KitEffect, KitEvent, Machine, Transition, RunTotals } from '../run/machine';
import { CodeInput, functionNameOf } from './input';
import { NEW_RUN } from './loop-run';
import { advance, conclude, follow, learn } from './moves';
import { onAnswered, onCalled, onDenied, onThought } from './proceed';
import {
  type AgentEffect,
  type AgentEvent,
  type AgentState,
  type CodeResult,
  NO_CODE,
  type CodeRecord,
} from './state';
import { agentEvents } from './tell';
import { viewOf } from './view';
import { addUsage } from '../run/budget';
import { firstLine, plural } from '../text';

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
  const { language, strategy, maxIterations, maxCalls, executionSpec } = input;
  return {
    ...NEW_RUN,
    id,
    language,
    strategy,
    limits: { maxIterations, maxCalls },
    functionName: functionNameOf(executionSpec),
    candidates: [],
    stage: 'think',
  };
}

function decide(state: AgentState, event: AgentEvent | KitEvent): Next {
  switch (event.type) {
    case 'begun':
      return begun(state, event);
    case 'thought':
      return follow(onThought(state, event.turn));
    case 'called':
      return follow(onCalled(state, event.outcomes, learn));
    case 'unanswered':
      return conclude(state, event.of, [], event.why);
    case 'recorded': {
      const { record, recordRef } = event;
      return { state: { ...state, record, recordRef }, effect: { type: 'finish' }, events: [] };
    }
    case 'answered':
      return follow(onAnswered(state, event.answer));
    case 'denied':
      return follow(onDenied(state, event.reason));
    case 'out-of-time':
      return conclude(state, 'time', []);
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

function resultOf(state: AgentState, totals: RunTotals): CodeResult {
  const record = state.record ?? { ...NO_CODE, iterationCount: state.loop.iterations };
  const { end, why } = state.ending ?? { end: 'done' };
  return {
    version: 1,
    taskId: state.id,
    strategy: state.strategy,
    status: record.isCodeValid ? 'completed' : 'incomplete',
    end,
    message: messageOf(state, record, why),
    record,
    recordRef: state.recordRef,
    transcript: state.transcript,
    turns: state.loop.turns,
    calls: state.loop.calls,
    usage: addUsage(state.usage, totals.givenUp),
    budget: totals.budget,
    events: totals.events,
    timings: { workMs: totals.workMs, waitingMs: totals.waitingMs },
  };
}

function messageOf(state: AgentState, record: CodeRecord, why: string | undefined): string {
  const { functionName, dataText, limits, ending } = state;
  const iterations = plural(record.iterationCount, 'iteration');
  if (record.isCodeValid)
    return dataText === undefined
      ? `${functionName} passes all static checks after ${iterations}; there was no test data to run it with.`
      : `${functionName} ran with the test data after ${iterations}.`;
  const reason =
    ending?.end === 'iterations'
      ? `Reached max iterations (${limits.maxIterations}).`
      : firstLine(why ?? '') || undefined;
  const found =
    record.generatedCode === ''
      ? `No code was made for ${functionName}.`
      : `The best code for ${functionName} is not valid: ${firstLine(record.runtimeError || (record.codeIssues[0] ?? ''))}`;
  return [found, reason].filter(Boolean).join(' ');
}
