import { basename, dirname } from 'node:path';
import {
  Client,
  WorkflowNotFoundError,
  type Connection,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from '@temporalio/client';
import { dataConverter } from '../temporal/data-converter';
import type { z } from 'zod';
import { forkedFrom } from '../domain/run/fork';
import { redact } from '../domain/redact';
import { firstLine } from '../domain/text';
import { CodeInput } from '../domain/agent/input';
import { functionNameOf } from '../domain/agent/spec';
import type { CodeResult } from '../domain/agent/state';
import { GoalInput } from '../domain/goal/input';
import { languageOf } from '../domain/run/language';
import type { GoalResult } from '../domain/goal/result';
import { HealInput } from '../domain/heal/input';
import type { HealResult } from '../domain/heal/result';
import type { HostDirectory } from '../domain/files/workspace';
import { MAIN_TASK_QUEUE } from '../messages';
import type { RollbackResult } from '../domain/run/rollback';
import type { RunRollback } from '../domain/run/run-rollback';
import type { codingAgent, goal, heal, rollback, session } from '../workflows';
import { badInput, infrastructure, noRun } from '../domain/kintsugi-error';
import { approvalOf } from './approval';
import type { ClientFacts } from './facts';
import { forkInput, type ForkedRun, type ForkRequest } from './fork';
import { publishFork, type PublishRequest } from './publish';
import { refuseUnusable, requireRoots } from './goal-input';
import { SessionHandle } from './session-handle';
import { sessionInput, type SessionRequest } from './session-input';
import { type HandleLinks, RunHandle, type CodeHandle, type GoalHandle, type HealHandle } from './run-handle';
import { hasPollers, OpenCalls } from '../temporal';
import {
  brokenGoal,
  endedGoal,
  endedHeal,
  endedRollback,
  rollbackInput,
  runningRollback,
  type EndedRun,
  type RollbackRequest,
  type RunCheckpoints,
} from './rollback';
import { requireDirectory, requireFile } from './require-path';
import { readGoalInput, readHealInput, usableInput } from './run-input';
import { findRuns, runIdOf, type NameOptions, type RunFilter, type RunSummary } from './run-list';
import { plainName, startRun } from './start-run';
import { listPage } from './web-links';
import { refuseSecretCode, refuseSecretGoal, refuseSecretInput } from './secrets';

/** Input of `KintsugiClient.heal`: everything of `HealInput` but what the client fills in. */
export type HealRequest = Omit<z.input<typeof HealInput>, 'directory' | 'version' | 'indexed' | 'fork'> & {
  directory: string;
};

/** Input of `KintsugiClient.agent`. */
export type AgentRequest = Omit<HealRequest, 'executor' | 'request'> & { request: string };

/** Input of `KintsugiClient.code`: everything of `CodeInput` but what the client fills in. */
export type CodeRequest = Omit<
  z.input<typeof CodeInput>,
  'directory' | 'version' | 'indexed' | 'dataFile' | 'heavyFolders'
> & {
  /** Path of a file of this machine with the test data, in place of `testData`. */
  data?: string;
};

/** Input of `KintsugiClient.goal`: everything of `GoalInput` but what the client fills in. */
export type GoalRequest = Omit<
  z.input<typeof GoalInput>,
  'directory' | 'version' | 'indexed' | 'roots' | 'heavyFolders'
> & {
  /** Paths of the folders; relative paths of a plan begin at the first one. */
  roots: readonly string[];
  /** The home folder may be a root. */
  allowHome?: boolean;
};

/** Starts and follows runs. Everything it does also works from a script. */
export class KintsugiClient {
  readonly temporal: Client;
  private readonly calls: OpenCalls;

  constructor(
    private readonly connection: Connection,
    readonly facts: ClientFacts,
  ) {
    const { namespace, secrets = [] } = facts;
    this.temporal = new Client({ connection, namespace, dataConverter: dataConverter(secrets) });
    this.calls = new OpenCalls(connection, ANSWER_DEADLINE_MS);
  }

  /**
   * Starts a run that heals a directory of this machine. Throws `KintsugiError` for a missing directory and for
   * unusable input.
   */
  async heal(request: HealRequest): Promise<HealHandle> {
    const directory = await this.hostDirectory(request.directory);
    const { indexed } = this.facts;
    const heavyFolders = request.heavyFolders ?? this.facts.heavyFolders;
    const budget = request.budget ?? this.facts.budget;
    const waitForLimitMs = request.waitForLimitMs ?? this.facts.waitForLimitMs;
    const policy = request.policy ?? (await this.facts.policyFor?.(directory.realpath));
    const approval = approvalOf(request.approval, this.facts.approval);
    const generateTests = request.generateTests ?? this.facts.generateTests;
    const kept = { heavyFolders, budget, waitForLimitMs, policy, approval, generateTests };
    const input = usableInput(HealInput.safeParse({ ...request, ...kept, directory, indexed }));
    const what = input.executor === 'tools' ? 'agent on' : 'heal';
    return this.start(input, `${what} ${basename(directory.realpath)}`);
  }

  /**
   * Starts a run in which an agent carries a request out on a directory of this machine, with tools: it searches, reads,
   * edits and runs tests on the run's own files. Throws as `heal` does.
   */
  agent(request: AgentRequest): Promise<HealHandle> {
    return this.heal({ ...request, executor: 'tools' });
  }

  /**
   * Starts a run that writes a function to a specification and runs it with test data. The record of the seed is `record` of
   * its result. Throws `KintsugiError` for a missing file and for unusable input.
   */
  async code({ data, ...request }: CodeRequest): Promise<CodeHandle> {
    if (data !== undefined && request.testData !== undefined)
      throw badInput('Give the test data either as a file or as a value, not both.');
    const file = data === undefined ? undefined : await requireFile(data);
    const directory = file === undefined ? undefined : await this.hostDirectory(dirname(file));
    const { indexed, secrets } = this.facts;
    const budget = request.budget ?? this.facts.budget;
    const waitForLimitMs = request.waitForLimitMs ?? this.facts.waitForLimitMs;
    const dataFile = file === undefined ? undefined : basename(file);
    const policy = request.policy ?? (await this.facts.policyFor?.(directory?.realpath));
    const approval = approvalOf(request.approval, this.facts.approval);
    const given = { ...request, budget, waitForLimitMs, policy, approval, directory, dataFile, indexed };
    const input = usableInput(CodeInput.safeParse(given));
    refuseSecretCode(input, secrets);
    const name = functionNameOf(input.executionSpec);
    const handle = await startRun<typeof codingAgent>(this.temporal, {
      ...{ kind: 'codingAgent', name: `code-${plainName(name)}`, input, indexed, mode: input.strategy },
      directory: directory?.realpath,
      request: `write ${name}`,
      summary: `write ${name} (${input.strategy})`,
    });
    return this.handleOf<CodeResult>(handle);
  }

  /**
   * Starts a run that carries out a goal on folders of this machine: by a plan of its own, or by the given one. Throws
   * `KintsugiError` for a missing folder, a root that holds another, and a plan that can't be used.
   */
  async goal(request: GoalRequest): Promise<GoalHandle> {
    const { hostId, hostName, indexed, secrets } = this.facts;
    const { roots: given, allowHome, ...rest } = request;
    const roots = await requireRoots(given, allowHome);
    const directory = { hostId, hostName, realpath: roots[0] ?? '' };
    const budget = request.budget ?? this.facts.budget;
    const waitForLimitMs = request.waitForLimitMs ?? this.facts.waitForLimitMs;
    const policy = request.policy ?? (await this.facts.policyFor?.(directory.realpath));
    const approval = approvalOf(request.approval, this.facts.approval);
    const language = request.language ?? languageOf(request.request ?? '');
    const full = { ...rest, roots, language, budget, waitForLimitMs, policy, approval, directory, indexed };
    const input = usableInput(GoalInput.safeParse(full));
    refuseUnusable(input);
    refuseSecretGoal(input, secrets);
    const what = redact(input.request ?? 'plan', secrets).slice(0, 200);
    const handle = await startRun<typeof goal>(this.temporal, {
      ...{ kind: 'goal', name: `goal-${folderName(directory)}`, input, indexed },
      ...{ directory: directory.realpath, host: hostName, request: what, summary: `goal: ${what}` },
    });
    return this.handleOf<GoalResult>(handle);
  }

  /**
   * Starts a session about a directory of this machine: a conversation that goes on until it is closed, or nobody writes for
   * long. Throws `KintsugiError` for a missing directory and for unusable input.
   */
  async session(request: SessionRequest): Promise<SessionHandle> {
    const directory = await this.hostDirectory(request.directory);
    const { facts } = this;
    const input = sessionInput(request, directory, facts, await facts.policyFor?.(directory.realpath));
    const handle = await startRun<typeof session>(this.temporal, {
      ...{ kind: 'session', name: `session-${folderName(directory)}`, input, indexed: facts.indexed },
      ...{ directory: directory.realpath, host: directory.hostName, request: 'session' },
      summary: `session on ${basename(directory.realpath)}`,
    });
    return this.sessionOf(handle.workflowId);
  }

  /** Handle of a session. Its first use fails if there is no such session. */
  sessionOf(id: string): SessionHandle {
    return new SessionHandle(this.temporal.workflow.getHandle(id), this.facts, this.links());
  }

  /**
   * Starts a run from a state of another run, with its settings or others. The user's later changes stay. If they
   * conflict with the state, the run ends in conflict and changes nothing.
   */
  async fork(id: string, request: ForkRequest = {}): Promise<HealHandle> {
    const run = await this.forked(id);
    // The policy is the user's, not the run's: a fork keeps to what it says now.
    const present = (await this.facts.policyFor?.(run.input.directory.realpath)) ?? null;
    const input = forkInput(run, { policy: present, ...request }, this.facts.indexed);
    return this.start(
      input,
      `heal ${basename(input.directory.realpath)}, ${forkedFrom(input.fork ?? { of: id, checkpoint: 0 })}`,
    );
  }

  /**
   * Publishes the change of an ended run that it did not publish, or one of those that it suggests: by a run that begins there,
   * verifies the change on the present files and asks about it, unless a choice was the answer.
   */
  async publish(id: string, request: PublishRequest = {}): Promise<HealHandle> {
    const result = await this.resultIfEnded(id);
    if (!result)
      throw badInput(`The run ${id} has not ended: answer it with kintsugi approve ${id}, or cancel it.`);
    return this.fork(id, publishFork(result, request));
  }

  private async start(input: HealInput, summary: string): Promise<HealHandle> {
    const { directory } = input;
    refuseSecretInput(input, this.facts.secrets);
    const request = redact(input.request ?? '', this.facts.secrets).slice(0, 200);
    const handle = await startRun<typeof heal>(this.temporal, {
      kind: 'heal',
      name: `${input.executor === 'tools' ? 'agent' : 'heal'}-${folderName(directory)}`,
      ...{ input, mode: input.mode, indexed: this.facts.indexed },
      summary: request === '' ? summary : `${summary}: ${firstLine(request, 120)}`,
      checks: input.verification.commands.map(({ command }) => redact(command, this.facts.secrets)),
      ...{ directory: directory.realpath, host: directory.hostName },
      request,
    });
    return this.handleOf(handle);
  }

  /** Handle of a run. Its first use fails if there is no such run. */
  run(id: string): HealHandle {
    return this.handleOf(this.temporal.workflow.getHandle<typeof heal>(id));
  }

  /** Result of a run that has ended; undefined while it runs. */
  async resultIfEnded(id: string): Promise<HealResult | undefined> {
    return this.run(id).resultIfEnded();
  }

  /** Runs that a filter lets through, the newest first; without a limit 20. */
  list(filter: RunFilter = {}): Promise<RunSummary[]> {
    return findRuns(this.temporal, filter);
  }

  /** Page of the Temporal Web UI that lists the runs of a filter; undefined where Kintsugi does not know the UI's address. */
  webListUrl(filter: RunFilter = {}): string | undefined {
    return listPage(this.facts, filter);
  }

  /**
   * Id of the run that a name means: its id, the beginning of it or of its last part, or `last` for the newest run. Throws a
   * sentence where there is none, or more than one. `undoable`: `last` passes over rollbacks that changed nothing; `kind`: only runs of it are meant.
   */
  idOf(name: string, options: NameOptions = {}): Promise<string> {
    return runIdOf(this.temporal, name, options);
  }

  /** An ended run with its states, numbered from 0. Throws if it has not ended or has no directory. */
  async ended(id: string): Promise<EndedRun> {
    const { type, status, runId } = await this.describe(id);
    if (type === 'goal' && status.name !== 'RUNNING')
      return status.name === 'COMPLETED' ? this.endedGoalRun(id) : this.brokenGoalRun(id, runId);
    if (type === 'rollback' && status.name === 'COMPLETED')
      return endedRollback(id, await this.temporal.workflow.getHandle(id).result());
    const result = await this.resultIfEnded(id);
    if (!result) throw badInput(`The run ${id} has not ended: reject or cancel it first.`);
    return endedHeal(id, result);
  }

  private async brokenGoalRun(id: string, runId: string): Promise<EndedRun> {
    const input = await readGoalInput(this.temporal, id, runId);
    return brokenGoal(id, input, (await this.run(id).status()).checkpoints);
  }

  private async endedGoalRun(id: string): Promise<EndedRun> {
    const ended = await this.run(id).ended();
    if (ended.kind !== 'goal') throw noRun(id);
    return endedGoal(id, ended.result);
  }

  /** The checkpoints of a run; of one with a status also while it goes on, or where it was cancelled. */
  async checkpoints(id: string): Promise<RunCheckpoints> {
    const { type, status } = await this.describe(id);
    if (type === 'rollback' || status.name === 'COMPLETED') return this.ended(id);
    return { id, checkpoints: (await this.run(id).status()).checkpoints };
  }

  private async forked(id: string): Promise<ForkedRun> {
    const { type, runId } = await this.describe(id);
    if (type !== 'heal')
      throw badInput(`${id} is a ${type} run, and only heal runs can be forked: see kintsugi list.`);
    const input = await readHealInput(this.temporal, id, runId);
    return { published: false, ...(await this.checkpoints(id)), input };
  }

  private describe(id: string): Promise<WorkflowExecutionDescription> {
    return this.temporal.workflow
      .getHandle(id)
      .describe()
      .catch((error: unknown) => {
        throw error instanceof WorkflowNotFoundError ? noRun(id) : error;
      });
  }

  /** Handle of a heal run that has not ended. Undefined: it has ended, or is another kind. */
  async running(id: string): Promise<HealHandle | undefined> {
    const { type, status } = await this.describe(id);
    return type !== 'rollback' && status.name === 'RUNNING' ? this.run(id) : undefined;
  }

  /** Rolls back the tree that a run works on while it goes on; see `RunHandle.rollBack`. */
  async rollBackRunning(run: RunHandle<unknown>, request: RollbackRequest): Promise<RunRollback> {
    return run.rollBack(runningRollback(run.id, request));
  }

  /**
   * Undoes what a run published: all of it, back to one state, or one change alone. The user's later changes stay. If
   * both changed the same lines, it is a conflict and changes nothing. A rollback is a run and can be rolled back; a dry
   * run of one leaves no run behind.
   */
  async rollback(id: string, request: RollbackRequest = {}): Promise<RollbackResult & { id: string }> {
    const input = rollbackInput(await this.ended(id), request);
    await this.requireWorker();
    const { indexed } = this.facts;
    const handle = await startRun<typeof rollback>(this.temporal, {
      ...{ kind: 'rollback', name: `rollback-${id}`, input: { ...input, version: 1, indexed }, indexed },
      ...{ directory: input.directory.realpath, memo: { passing: input.dryRun } },
      ...{ request: `roll back ${id}`, summary: `roll back ${id}` },
    });
    const { workflowId } = handle;
    try {
      return { ...(await handle.result()), id: workflowId };
    } finally {
      if (input.dryRun) await this.remove(workflowId);
    }
  }

  /** Removes an ended run. Where the server does not allow that it stays, and is not listed. */
  private async remove(workflowId: string): Promise<void> {
    const { workflowService } = this.temporal;
    const { namespace } = this.facts;
    await workflowService
      .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } })
      .catch(() => undefined);
  }

  /** Throws a sentence if no worker polls: an Update would be lost. */
  async requireWorker(): Promise<void> {
    if (await hasPollers(this.connection, this.facts.namespace, MAIN_TASK_QUEUE)) return;
    throw infrastructure('No Kintsugi worker is running: start one with "kintsugi up" and try again.');
  }

  /** Closes the connection. Calls under way reject with a sentence; the run keeps what it has received. */
  close(): Promise<void> {
    this.calls.end();
    return this.connection.close();
  }

  private handleOf<Result = HealResult>(handle: WorkflowHandle): RunHandle<Result> {
    return new RunHandle<Result>(handle, this.facts, this.links());
  }

  private links(): HandleLinks {
    return {
      requireWorker: () => this.requireWorker(),
      bounded: (call) => this.calls.run(call),
      closed: () => this.calls.areEnded,
    };
  }

  private async hostDirectory(path: string): Promise<HostDirectory> {
    const { hostId, hostName } = this.facts;
    return { hostId, hostName, realpath: await requireDirectory(path) };
  }
}

// Without a worker a query or an update would wait for ever. A query to a worker that has just died waits in that
// worker's own queue for 10 s before another worker gets it.
const ANSWER_DEADLINE_MS = 20_000;

/** Readable and unique: `heal-shop-3f9a1c`. */

/** Name of a directory as a part of an id. */
function folderName({ realpath }: HostDirectory): string {
  return plainName(basename(realpath));
}
