import { ActivityFailure, isCancellation, type ActivityOptions } from '@temporalio/workflow';
import type { CallToolInput, ThinkInput } from '../activities/types';
import type { CallDone, ToolWork } from '../domain/agent/calls';
import type { CallOutcome, LoopEffect, LoopEvent, PlannedCall } from '../domain/agent/loop-run';
import { HOST_WORDS } from '../domain/run/host-words';
import type { RunInput } from '../domain/run/input';
import type { Usage } from '../domain/run/budget';
import { firstLine } from '../domain/text';
import { CODE, MODEL } from './activity-options';
import { payOrFail, type Estimated } from './paid-calls';
import type { Performers } from './run/host';
import type { Kit } from './run/kit';

/** Options of a tool's activity, by its class of work. */
const OPTIONS: Record<Exclude<ToolWork, 'host'>, ActivityOptions> = {
  ...{ code: CODE, check: CODE, quick: CODE, model: MODEL },
};

/** Limit of a call on the machine of the directory, ms. */
const HOST_CALL_MS = 60_000;

/** The effects of a loop of turns and calls. `checks`: options of tools that run checks, where those have limits of their own. */
export function agentCalls(kit: Kit<RunInput>, checks = () => CODE): Performers<LoopEffect, LoopEvent> {
  const options = () => ({ ...OPTIONS, check: checks() });
  return {
    think: async ({ turn, label, task, tree, transcript, heard, news }) => {
      const input: ThinkInput = { key: kit.key(label), task, tree, transcript, heard, news };
      const asked = await ask(
        kit,
        HOST_WORDS[kit.input.language].calls.turn(turn),
        { of: 'think', input },
        () => kit.call(`turn ${turn} of the model`, MODEL, (activities) => activities.takeTurn(input)),
      );
      switch (asked.status) {
        case 'done':
          return { type: 'thought', turn: asked.done };
        case 'unanswered':
          return { type: 'unanswered', of: asked.of, why: asked.why };
      }
    },
    'call-tools': async ({ task, tree, calls }) => ({
      type: 'called',
      outcomes: await Promise.all(calls.map((call) => carryOut(kit, { task, tree, call }, options()))),
    }),
  };
}

/** One call of a tool: one row in the Web UI. */
async function carryOut(
  kit: Kit<RunInput>,
  { task, tree, call }: Pick<CallToolInput, 'task' | 'tree'> & { call: PlannedCall },
  options: typeof OPTIONS,
): Promise<CallOutcome> {
  const { tool, work, label, source } = call;
  const input: CallToolInput = { key: kit.key(label), task, tree, tool, source };
  const summary = call.summary.startsWith(tool) ? call.summary : `${tool}: ${call.summary}`;
  const act = (): Promise<CallDone> =>
    work === 'host'
      ? kit.onHost(summary, (activities) => activities.callTool(input), HOST_CALL_MS)
      : kit.call(summary, options[work], (activities) => activities.callTool(input));
  try {
    if (work !== 'model') return { status: 'done', done: await act() };
    return await ask(kit, HOST_WORDS[kit.input.language].calls.tool(tool), { of: 'tool', input }, act);
  } catch (error) {
    // A tool that can't be carried out ends no run: the model may do without it.
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return { status: 'failed', why: firstLine((error.cause ?? error).message, 500) };
  }
}

type Asked<T> = { status: 'done'; done: T } | Extract<CallOutcome, { status: 'unanswered' }>;

/** A call of a model within the budget. A model that gives no answer is an outcome. */
async function ask<T extends { usage: Usage }>(
  kit: Kit<RunInput>,
  what: string,
  given: Estimated,
  act: () => Promise<T>,
): Promise<Asked<T>> {
  const paid = await payOrFail(kit, what, given, act);
  if (paid.failed !== undefined)
    return { status: 'unanswered', of: paid.limited ? 'limit' : 'model', why: paid.failed };
  if (paid.unpaid !== undefined) return { status: 'unanswered', of: 'budget', why: paid.unpaid };
  return { status: 'done', done: paid.value };
}
