/** A heal that calls a model very often, and what it leaves in the server: for a test and for a benchmark. */
import type { HealResult, KintsugiClient } from '../../src/client';
import { makeProject } from './kintsugi';
import { modelBytes, type HistoryEvent } from './run-history';
import { reply, type ScriptedModel, type ScriptedEntry } from './scripted-model';

/** Every tenth reply repairs one test more; the others change nothing that helps. */
const HELPS = 10;

/** One execution of a run. */
export interface Execution {
  events: number;
  bytes: number;
  /** Bytes of the state that it hands to the next one; absent of the last. */
  carried?: number;
}

export interface ManyCalls {
  result: HealResult;
  executions: Execution[];
  /** Calls that the endpoint saw. */
  asked: number;
  /** Bytes of history of a call: events of its activity, and of one workflow task. */
  bytesPerCall: number;
  seconds: number;
}

export interface Parts {
  client: KintsugiClient;
  model: ScriptedModel;
}

/** Heals a project by so many calls, each an activity of its own; `continueAfterEvents` absent: as Temporal suggests. */
export async function healByManyCalls(
  { client, model }: Parts,
  calls: number,
  continueAfterEvents?: number,
): Promise<ManyCalls> {
  const tests = Math.ceil(calls / HELPS);
  model.script(...replies(calls, tests));
  const project = await makeProject({ 'values.ts': values(tests, 0), 'values.test.ts': testsOf(tests) });
  const before = model.calls.length;
  const started = performance.now();
  try {
    const run = await client.heal({
      // Its program is a list of what its tests want.
      acceptAmbiguous: true,
      directory: project.path,
      maxAttempts: calls,
      approval: { level: 'LOW' },
      continueAfterEvents,
    });
    const result = await run.result();
    const seconds = (performance.now() - started) / 1000;
    const { executions, histories } = await executionsOf(client, run.id);
    const sums = histories.map(modelBytes);
    const activities = sums.reduce((sum, one) => sum + one.activities, 0);
    const bytesPerCall = sums.reduce((sum, { bytes }) => sum + bytes, 0) / activities;
    return { result, executions, asked: model.calls.length - before, bytesPerCall, seconds };
  } finally {
    await project.remove();
  }
}

function values(tests: number, right: number, note = ''): string {
  const list = Array.from({ length: tests }, (_, index) => (index < right ? index + 1 : 0));
  return `export const values: number[] = [${list.join(', ')}];\n${note}`;
}

function testsOf(tests: number): string {
  const each = Array.from(
    { length: tests },
    (_, index) => `it('has value ${index}', () => expect(values[${index}]).toBe(${index + 1}));`,
  );
  return `import { values } from './values';\n${each.join('\n')}\n`;
}

function replies(calls: number, tests: number): ScriptedEntry[] {
  return Array.from({ length: calls }, (_, index) => {
    const call = index + 1;
    const right = Math.floor(call / HELPS);
    const last = call === calls;
    const content = last ? values(tests, tests) : values(tests, right, `// try ${call}\n`);
    return reply({
      rootCause: `The list of values is not what its tests want: value ${right} was never set, as try ${call} shows.`,
      errorCategory: 'logic',
      fileModifications: [{ path: 'values.ts', action: 'modify', content, replacements: null }],
    });
  });
}

/** The executions of a run in their order, each with its history. */
async function executionsOf(
  client: KintsugiClient,
  workflowId: string,
): Promise<{ executions: Execution[]; histories: HistoryEvent[][] }> {
  const executions: Execution[] = [];
  const histories: HistoryEvent[][] = [];
  const { workflow } = client.temporal;
  const newest = await workflow.getHandle(workflowId).describe();
  for (let runId = newest.raw.workflowExecutionInfo?.firstRunId; runId;) {
    const handle = workflow.getHandle(workflowId, runId);
    const { raw } = await handle.describe();
    const { events } = await handle.fetchHistory();
    const continued = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes;
    executions.push({
      events: Number(raw.workflowExecutionInfo?.historyLength),
      bytes: Number(raw.workflowExecutionInfo?.historySizeBytes),
      carried: continued?.input?.payloads?.[1]?.data?.length,
    });
    histories.push(events ?? []);
    runId = continued?.newExecutionRunId;
  }
  return { executions, histories };
}
