import type { RunTotals } from '../run/machine';
import { addUsage } from '../run/usage';
import { firstLine, plural } from '../text';
import { NO_CODE, type CodeRecord } from './record';
import type { AgentState, CodeResult } from './state';

/** Result of a run that has ended. */
export function resultOf(state: AgentState, totals: RunTotals): CodeResult {
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
