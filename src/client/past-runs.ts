import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import type { z } from 'zod';
import { badInput, noRun } from '../domain/kintsugi-error';
import type { ForkedRun } from './fork';
import {
  brokenGoal,
  endedGate,
  endedGoal,
  endedHeal,
  endedRollback,
  type EndedRun,
  type RunCheckpoints,
} from './rollback';
import type { HealHandle } from './run-handle';
import { readPayload } from '../temporal/data-converter';
import { GoalInput } from '../domain/goal/input';
import { HealInput } from '../domain/heal/input';
import type { TriedCandidate } from '../domain/heal/proposal';
import { END_WORDS } from '../domain/heal/words/ends';
import type { Language } from '../domain/run/language';
import { outcomeText } from '../domain/run/outcomes';
import { findRuns } from './run-list';
import { usableInput } from '../run-input';

/** Newest runs of a directory that are looked at for changes that were turned down, and most of these. */
const MOST_LOOKED_AT = 20;
const MOST_TURNED_DOWN = 5;

/** Runs with their states, as rollbacks and forks take them. */
export class PastRuns {
  constructor(
    private readonly temporal: Client,
    private readonly run: (id: string) => HealHandle,
  ) {}

  /** An ended run with its states, numbered from 0. Throws if it has not ended or has no directory. */
  async ended(id: string): Promise<EndedRun> {
    const { type, status, runId } = await describeRun(this.temporal, id);
    if (type === 'goal' && status.name !== 'RUNNING')
      return status.name === 'COMPLETED' ? this.endedGoal(id) : this.brokenGoal(id, runId);
    if (type === 'gate' && status.name === 'COMPLETED') {
      const ended = await this.run(id).ended();
      if (ended.kind === 'gate') return endedGate(id, ended.result);
    }
    if (type === 'rollback' && status.name === 'COMPLETED')
      return endedRollback(id, await this.temporal.workflow.getHandle(id).result());
    const result = await this.run(id).resultIfEnded();
    if (!result) throw badInput(`The run ${id} has not ended: reject or cancel it first.`);
    return endedHeal(id, result);
  }

  /** The checkpoints of a run; of one with a status also while it goes on, or where it was cancelled. */
  async checkpoints(id: string): Promise<RunCheckpoints> {
    const { type, status } = await describeRun(this.temporal, id);
    if (type === 'rollback' || status.name === 'COMPLETED') return this.ended(id);
    return { id, checkpoints: (await this.run(id).status()).checkpoints };
  }

  /** A heal run with its checkpoints and its input. Throws for a run of another kind. */
  async forked(id: string): Promise<ForkedRun> {
    const { type, runId } = await describeRun(this.temporal, id);
    if (type !== 'heal')
      throw badInput(`${id} is a ${type} run, and only heal runs can be forked: see kintsugi list.`);
    const input = await readHealInput(this.temporal, id, runId);
    return { published: false, ...(await this.checkpoints(id)), input };
  }

  /** Changes of the newest runs on a directory that people turned down, with who did and why. */
  async turnedDown(directory: string, language: Language): Promise<TriedCandidate[]> {
    const rejected = (await findRuns(this.temporal, { directory, limit: MOST_LOOKED_AT })).filter(
      (run) =>
        run.kind === 'heal' && run.directory === directory && run.outcome === outcomeText('heal', 'rejected'),
    );
    const results = await Promise.all(
      rejected.slice(0, MOST_TURNED_DOWN).map(({ id }) => this.run(id).result()),
    );
    return results.flatMap(({ delivery, tree, repairs }) => {
      if (delivery.status !== 'rejected') return [];
      const outcome = END_WORDS[language].turnedDown(delivery.by, delivery.reason);
      return [
        { tree, proposer: 'the run', summary: repairs.map(({ summary }) => summary).join(', '), outcome },
      ];
    });
  }

  private async brokenGoal(id: string, runId: string): Promise<EndedRun> {
    const input = await readGoalInput(this.temporal, id, runId);
    return brokenGoal(id, input, (await this.run(id).status()).checkpoints);
  }

  private async endedGoal(id: string): Promise<EndedRun> {
    const ended = await this.run(id).ended();
    if (ended.kind !== 'goal') throw noRun(id);
    return endedGoal(id, ended.result);
  }
}

/** The server's description of a run. Throws a sentence if there is none. */
export function describeRun(temporal: Client, id: string): Promise<WorkflowExecutionDescription> {
  return temporal.workflow
    .getHandle(id)
    .describe()
    .catch((error: unknown) => {
      throw error instanceof WorkflowNotFoundError ? noRun(id) : error;
    });
}

/** Reads the input of a heal run from the first event of its history. The run may have ended or not. */
function readHealInput(client: Client, workflowId: string, runId: string): Promise<HealInput> {
  return readInput(HealInput, client, workflowId, runId);
}

/** Likewise of a goal. */
function readGoalInput(client: Client, workflowId: string, runId: string): Promise<GoalInput> {
  return readInput(GoalInput, client, workflowId, runId);
}

async function readInput<T>(
  schema: z.ZodType<T>,
  client: Client,
  workflowId: string,
  runId: string,
): Promise<T> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  return usableInput(schema.safeParse(readPayload(started?.input?.payloads?.[0])));
}
