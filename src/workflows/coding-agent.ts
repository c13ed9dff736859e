import { ActivityFailure, ApplicationFailure, type ActivityOptions } from '@temporalio/workflow';
import type { CallToolInput, ThinkInput } from '../activities/types';
import type { CallDone, ToolWork } from '../domain/agent/calls';
import type { CodeInput } from '../domain/agent/input';
import { codingAgentMachine } from '../domain/agent/machine';
import type { AgentEffect, AgentEvent, CallOutcome, PlannedCall } from '../domain/agent/state';
import { LIMIT_RESETS } from '../domain/error-types';
import type { BlobHash } from '../domain/ids';
import type { Usage } from '../domain/run/usage';
import { firstLine } from '../domain/text';
import { CODE, MODEL, STORE } from './activity-options';
import { payOrFail, type Estimated } from './paid-calls';
import { hostRun, type Performers } from './run/host';
import type { Kit } from './run/kit';

/** Writes a function to a specification, by a model with tools or a fixed pipeline of them, and runs it on the caller's data. */
export const codingAgent = hostRun(codingAgentMachine, agentEffects);

/** Options of a tool's activity, by its class of work. */
const OPTIONS: Record<ToolWork, ActivityOptions> = { code: CODE, check: CODE, quick: CODE, model: MODEL };

/** How each effect of the agent is performed, and the event that comes of it. */
function agentEffects(kit: Kit<CodeInput>): Performers<AgentEffect, AgentEvent> {
  return {
    begin: async () => {
      const [begun, worker] = await Promise.all([
        begin(kit),
        kit.quietly('look at the worker', (activities) =>
          activities.inspectWorker({ key: kit.key('inspect') }),
        ),
      ]);
      return { type: 'begun', ...begun, modelConfigured: worker.modelConfigured };
    },
    think: async ({ turn, task, transcript, heard }) => {
      const input: ThinkInput = { key: kit.key(`turn-${turn}`), task, transcript, heard };
      const asked = await ask(kit, `turn ${turn}`, { of: 'think', input }, () =>
        kit.call(`turn ${turn} of the model`, MODEL, (activities) => activities.takeTurn(input)),
      );
      switch (asked.status) {
        case 'done':
          return { type: 'thought', turn: asked.done };
        case 'limited':
          return { type: 'limited', waitMs: asked.waitMs, why: asked.why };
        case 'unanswered':
          return { type: 'unanswered', of: asked.of, why: asked.why };
      }
    },
    'call-tools': async ({ task, calls }) => ({
      type: 'called',
      outcomes: await Promise.all(calls.map((call) => carryOut(kit, task, call))),
    }),
    wait: async ({ ms, why }) => {
      await kit.wait(ms, `until the model's limit resets: ${firstLine(why, 120)}`);
      return { type: 'waited' };
    },
    'write-record': async ({ best }) => {
      const { record, blob } = await kit.call('write the record', STORE, (activities) =>
        activities.writeCodeRecord({ key: kit.key('record'), best }),
      );
      return { type: 'recorded', record, recordRef: blob };
    },
  };
}

/** A file is read on its own machine; data of the input is kept by any worker. */
function begin(kit: Kit<CodeInput>) {
  const { executionSpec, currentStep, maxIterations, model, testData, dataFile, directory } = kit.input;
  const task = { key: kit.key('begin'), executionSpec, currentStep, maxIterations, model };
  return dataFile === undefined
    ? kit.call('keep the task and its data', STORE, (activities) =>
        activities.beginAgent({ ...task, testData }),
      )
    : kit.onHost('read the test data', (activities) =>
        activities.beginAgent({ ...task, dataFile, directory }),
      );
}

/** One call of a tool: one row in the Web UI. */
async function carryOut(kit: Kit<CodeInput>, task: BlobHash, call: PlannedCall): Promise<CallOutcome> {
  const { tool, work, label, source } = call;
  const input: CallToolInput = { key: kit.key(label), task, tool, source };
  const summary = call.summary === '' || call.summary === tool ? tool : `${tool}: ${call.summary}`;
  const act = (): Promise<CallDone> =>
    kit.call(summary, OPTIONS[work], (activities) => activities.callTool(input));
  if (work !== 'model') return { status: 'done', done: await act() };
  return ask(kit, tool, { of: 'tool', input }, act);
}

type Asked<T> = { status: 'done'; done: T } | Exclude<CallOutcome, { status: 'done' }>;

/** A call of a model within the budget. A limit that resets, and a model that gives no answer, are outcomes. */
async function ask<T extends { usage: Usage }>(
  kit: Kit<CodeInput>,
  what: string,
  given: Estimated,
  act: () => Promise<T>,
): Promise<Asked<T>> {
  try {
    const paid = await payOrFail(kit, what, given, act);
    if (paid.failed !== undefined) return { status: 'unanswered', of: 'model', why: paid.failed };
    if (paid.unpaid !== undefined) return { status: 'unanswered', of: 'budget', why: paid.unpaid };
    return { status: 'done', done: paid.value };
  } catch (error) {
    const limited = limitOf(error);
    if (!limited) throw error;
    return { status: 'limited', ...limited };
  }
}

/** Limit of the model that ended a call and resets; undefined where something else did. */
function limitOf(error: unknown): { waitMs: number; why: string } | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== LIMIT_RESETS) return undefined;
  return { waitMs: Number(cause.details?.[0] ?? 0), why: cause.message };
}
