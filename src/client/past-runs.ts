import path from 'node:path';
import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import type { z } from 'zod';
import { badInput, noRun } from '../domain/kintsugi-error';
import { said } from '../domain/run/said';
import { endedWith } from './ended-runs';
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
import { excerpt } from '../domain/text';
import type { TriedCandidate } from '../domain/heal/proposal';
import { END_WORDS } from '../domain/heal/words/ends';
import { outcomeText } from '../domain/run/outcomes';
import { usableInput } from '../run-input';

/** Most of the newest rejected runs on a folder's name whose changes are not offered again. */
const MOST_TURNED_DOWN = 5;
/** Most characters of a person's reason that a later run takes over. */
const REASON_CHARS = 2_000;

/** Runs with their states, as rollbacks and forks take them. */
export class PastRuns {
  constructor(
    private readonly temporal: Client,
    private readonly run: (id: string) => HealHandle,
    /** True if the server has the search attributes of runs. */
    private readonly indexed: boolean,
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
    if (!result) throw badInput(said`The run ${id} has not ended: reject or cancel it first.`);
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
      throw badInput(said`${id} is a ${type} run, and only ${'heal'} runs can be forked: see kintsugi list.`);
    const input = await readHealInput(this.temporal, id, runId);
    return { published: false, ...(await this.checkpoints(id)), input };
  }

  /** Changes that people turned down in the newest runs on the directory of an input, with who did and why; none where the server has no search attributes. */
  async turnedDown({ directory, language }: HealInput): Promise<TriedCandidate[]> {
    if (!this.indexed) return [];
    const { realpath, hostName } = directory;
    const rejected = await endedWith(this.temporal, outcomeText('heal', 'rejected'), {
      folder: path.basename(realpath),
      most: MOST_TURNED_DOWN,
    });
    const results = await Promise.all(
      rejected
        .filter((run) => run.kind === 'heal' && run.directory === realpath && run.host === hostName)
        .map(({ id }) =>
          this.run(id)
            .result()
            .catch(() => undefined),
        ),
    );
    const words = END_WORDS[language];
    return results.flatMap((result) => {
      if (result?.delivery.status !== 'rejected') return [];
      const { delivery, tree, repairs } = result;
      const outcome = words.turnedDown(delivery.by, excerpt(delivery.reason, REASON_CHARS));
      const summary = repairs.map((repair) => repair.summary).join(', ') || words.wholeChange;
      return [{ tree, proposer: 'the run', summary, outcome }];
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
