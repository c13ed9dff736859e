import { basename } from 'node:path';
import { Client, type Connection, type WorkflowHandle } from '@temporalio/client';
import { dataConverter } from '../temporal/data-converter';
import { forkedFrom } from '../domain/run/fork';
import { said, saidText, speaker } from '../domain/run/said';
import { redact } from '../domain/redact';
import { firstLine } from '../domain/text';
import { functionNameOf } from '../domain/agent/input';
import type { CodeResult } from '../domain/agent/state';
import type { GoalResult } from '../domain/goal/result';
import type { HealResult } from '../domain/heal/result';
import { MAIN_TASK_QUEUE } from '../messages';
import type { RollbackInput, RollbackResult } from '../domain/run/rollback';
import { filesOf } from '../domain/run/policy/act';
import { decide, policyOf } from '../domain/run/policy/decide';
import type { RunRollback } from '../domain/run/run-rollback';
import type { codingAgent, gate, goal, heal, rollback, session } from '../workflows';
import { badInput, infrastructure } from '../domain/kintsugi-error';
import {
  type AgentRequest,
  codeInput,
  type CodeRequest,
  gateInput,
  type GateRequest,
  goalInput,
  type GoalRequest,
  goalText,
  type HealRequest,
  refuseSecretCode,
  refuseSecretGate,
  refuseSecretGoal,
  sessionInput,
  type SessionRequest,
} from '../run-input';
import type { ClientFacts } from './facts';
import { DayTotals, pageOfEnded, type EndedPage, type PageRequest } from './ended-runs';
import { forkInput, publishFork, type ForkRequest, type PublishRequest } from './fork';
import { GateHandle } from './gate-handle';
import { forgetVerdict, gateId, plainName } from './gate-record';
import { healRun, newHeal } from './heal-run';
import { describeRun, PastRuns } from './past-runs';
import { SessionHandle } from './session-handle';
import { type HandleLinks, RunHandle, type CodeHandle, type GoalHandle, type HealHandle } from './run-handle';
import { hasPollers, ServerCalls } from '../temporal';
import {
  publishGateInput,
  publishGoalInput,
  rollbackInput,
  runningRollback,
  type EndedRun,
  type RollbackRequest,
  type RunCheckpoints,
} from './rollback';
import type { EndedRun as RunResult } from './run-result';
import {
  findNeighbours,
  findRuns,
  runIdOf,
  type NameOptions,
  type RunFilter,
  type RunSummary,
} from './run-list';
import { Schedules, type ScheduleTimes } from './schedules';
import { folderName, startRun } from './start-run';
import { listPage } from './web-links';

/** Starts and follows runs. Everything it does also works from a script. */
export class KintsugiClient {
  readonly temporal: Client;
  private readonly calls: ServerCalls;
  private readonly past: PastRuns;
  /** Runs that begin by the clock. */
  readonly schedules: Schedules;

  constructor(
    private readonly connection: Connection,
    readonly facts: ClientFacts,
    writer: 'client' | 'person' = 'client',
  ) {
    const { namespace, secrets = [], proofKey: key } = facts;
    const converter = dataConverter(secrets, { key, writer });
    this.temporal = new Client({ connection, namespace, dataConverter: converter });
    this.calls = new ServerCalls(connection, ANSWER_DEADLINE_MS);
    this.schedules = new Schedules(this.temporal);
    this.past = new PastRuns(this.temporal, (id) => this.run(id), facts.indexed);
  }

  /** The same client for people who have shown a token of their own: the names that it sends count as proven. */
  asPerson(): KintsugiClient {
    return new KintsugiClient(this.connection, this.facts, 'person');
  }

  /**
   * Starts a run that heals a directory of this machine. Throws `KintsugiError` for a missing directory, for one without
   * tests and checks, and for unusable input.
   */
  async heal(request: HealRequest): Promise<HealHandle> {
    const run = await newHeal(request, this.facts);
    // A request may well want what was turned down before.
    const turnedDown = run.input.request === undefined ? await this.past.turnedDown(run.input) : [];
    const input = { ...run.input, turnedDown };
    return this.handleOf(await startRun<typeof heal>(this.temporal, { ...run, input }));
  }

  /**
   * Makes a schedule whose runs heal a directory as `heal` does, with the settings and the policy of now, and resolves to its
   * name. Throws as `heal` does, where the name is taken, and for times that are none.
   */
  async schedule(request: HealRequest, times: ScheduleTimes): Promise<string> {
    const run = await newHeal(request, this.facts);
    return this.schedules.create(run, times);
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
  async code(request: CodeRequest): Promise<CodeHandle> {
    const { indexed, secrets } = this.facts;
    const input = await codeInput(request, this.facts);
    refuseSecretCode(input, secrets);
    const name = functionNameOf(input.executionSpec);
    const handle = await startRun<typeof codingAgent>(this.temporal, {
      ...{ kind: 'codingAgent', name: `code-${plainName(name)}`, input, indexed, mode: input.strategy },
      directory: input.directory?.realpath,
      request: `write ${name}`,
      summary: speaker(input.language)`write ${name} (${input.strategy})`,
    });
    return this.handleOf<CodeResult>(handle);
  }

  /**
   * Starts a run that carries out a goal on folders of this machine: by a plan of its own, or by the given one. Throws
   * `KintsugiError` for a missing folder, a root that holds another, and a plan that can't be used.
   */
  async goal(request: GoalRequest): Promise<GoalHandle> {
    const { hostName, indexed, secrets } = this.facts;
    const input = await goalInput(request, this.facts);
    const { directory } = input;
    refuseSecretGoal(input, secrets);
    const what = redact(goalText(input), secrets).slice(0, 200);
    const handle = await startRun<typeof goal>(this.temporal, {
      ...{ kind: 'goal', name: `goal-${folderName(directory)}`, input, indexed },
      ...{ directory: directory.realpath, host: hostName, request: what },
      summary: speaker(input.language)`goal: ${firstLine(what, 120)}`,
    });
    return this.handleOf<GoalResult>(handle);
  }

  /**
   * Starts a session about a directory of this machine: a conversation that goes on until it is closed, or nobody writes for
   * long. Throws `KintsugiError` for a missing directory and for unusable input.
   */
  async session(request: SessionRequest): Promise<SessionHandle> {
    const { facts } = this;
    const input = await sessionInput(request, facts);
    const { directory } = input;
    const handle = await startRun<typeof session>(this.temporal, {
      ...{ kind: 'session', name: `session-${folderName(directory)}`, input, indexed: facts.indexed },
      ...{ directory: directory.realpath, host: directory.hostName, request: '' },
      summary: speaker(input.language)`session on ${basename(directory.realpath)}`,
    });
    return this.sessionOf(handle.workflowId);
  }

  /** Handle of a session. Its first use fails if there is no such session. */
  sessionOf(id: string): SessionHandle {
    return new SessionHandle(this.temporal.workflow.getHandle(id), this.facts, this.links());
  }

  /**
   * Begins a gate on a directory of this machine, under the id that `gateId` gives; one with a checkout has an id of its own.
   * Throws `KintsugiError` where one of that id goes on, for a missing directory and for unusable input.
   */
  async gate(request: GateRequest, name?: string): Promise<GateHandle> {
    const { facts } = this;
    const input = await gateInput(request, facts);
    const { directory, checkout } = input;
    const id = checkout ? undefined : gateId(directory.realpath, name);
    const what = checkout ? 'guard' : 'gate';
    refuseSecretGate(input, facts.secrets);
    const { workflowId } = await startRun<typeof gate>(this.temporal, {
      ...{ kind: 'gate', name: `${what}-${folderName(directory)}`, id, input, indexed: facts.indexed },
      ...{ directory: directory.realpath, host: directory.hostName, request: '' },
      summary: speaker(input.language)`${what} on ${basename(directory.realpath)}`,
    });
    if (facts.gateRecords !== undefined) await forgetVerdict(facts.gateRecords, workflowId);
    return this.gateOf(workflowId);
  }

  /** Handle of a gate. Its first use fails if there is no such gate. */
  gateOf(id: string): GateHandle {
    return new GateHandle(this.temporal.workflow.getHandle(id), this.facts, this.links());
  }

  /**
   * Starts a run from a state of another run, with its settings or others. The user's later changes stay. If they
   * conflict with the state, the run ends in conflict and changes nothing.
   */
  async fork(id: string, request: ForkRequest = {}): Promise<HealHandle> {
    const run = await this.past.forked(id);
    // The policy is the user's, not the run's: a fork keeps to what it says now.
    const present = (await this.facts.policyFor?.(run.input.directory.realpath)) ?? null;
    const input = forkInput(run, { policy: present, ...request }, this.facts.indexed);
    const from = forkedFrom(input.fork ?? { of: id, checkpoint: 0 }, input.language);
    const title = speaker(input.language)`heal ${basename(input.directory.realpath)}, ${from}`;
    const forked = healRun(input, this.facts, title);
    return this.handleOf(await startRun<typeof heal>(this.temporal, forked));
  }

  /**
   * Publishes the change of an ended run that it did not publish, or one of those that it suggests: by a run that begins there,
   * verifies the change on the present files and asks about it, unless a choice was the answer.
   */
  async publish(id: string, request: PublishRequest = {}): Promise<HealHandle> {
    const result = await this.resultIfEnded(id);
    if (!result)
      throw badInput(said`The run ${id} has not ended: answer it with kintsugi approve ${id}, or cancel it.`);
    return this.fork(id, publishFork(result, request));
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

  /** A page of the runs that have ended, those that ended last first. */
  endedPage(wanted: PageRequest = {}): Promise<EndedPage> {
    return pageOfEnded(this.temporal, wanted);
  }

  /** Counts runs that have ended, day by day: see `DayTotals`. */
  dayTotals(): DayTotals {
    return new DayTotals(this.temporal);
  }

  /** Other open runs that may write into the directory of an open run. */
  neighbours(id: string): Promise<RunSummary[]> {
    return findNeighbours(this.temporal, id);
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
  ended(id: string): Promise<EndedRun> {
    return this.past.ended(id);
  }

  /** The checkpoints of a run; of one with a status also while it goes on, or where it was cancelled. */
  checkpoints(id: string): Promise<RunCheckpoints> {
    return this.past.checkpoints(id);
  }

  /** Handle of a heal run that has not ended. Undefined: it has ended, or is another kind. */
  async running(id: string): Promise<HealHandle | undefined> {
    const { type, status } = await describeRun(this.temporal, id);
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
  async rollback(
    id: string,
    request: RollbackRequest = {},
    endOf: AwaitEnd = ended,
  ): Promise<RollbackResult & { id: string }> {
    return this.goTo(rollbackInput(await this.ended(id), request), endOf);
  }

  /**
   * Publishes the change of an ended goal or guard that it did not publish: one that was rejected, met a conflict, or was a dry run. What
   * changed in the folders since stays; where both changed the same, it is a conflict and changes nothing. It can be rolled back.
   */
  async publishAsIs(
    id: string,
    request: Pick<RollbackRequest, 'dryRun' | 'partial'> = {},
    endOf: AwaitEnd = ended,
  ): Promise<RollbackResult & { id: string }> {
    const { status } = await describeRun(this.temporal, id);
    if (status.name === 'RUNNING')
      throw badInput(said`The run ${id} has not ended: answer it with kintsugi approve ${id}, or cancel it.`);
    const run = await this.run(id).ended();
    if (run.kind !== 'goal' && run.kind !== 'gate')
      throw badInput(said`${id} is neither a goal nor a guard: see kintsugi list.`);
    const input =
      run.kind === 'goal' ? publishGoalInput(run.result, request) : publishGateInput(run.result, request);
    const policy = await this.facts.policyFor?.(input.directory.realpath);
    const { diff } = run.result;
    const ruling = diff && decide(policyOf({ level: 'LOW' }, policy), { tool: 'publish', ...filesOf(diff) });
    if (ruling?.decision === 'deny') throw badInput(said`The policy forbids this change: ${ruling.reason}`);
    return this.goTo(input, endOf);
  }

  private async goTo(
    input: Omit<RollbackInput, 'indexed' | 'version' | 'language'>,
    endOf: AwaitEnd,
  ): Promise<RollbackResult & { id: string }> {
    await this.requireWorker();
    const { indexed } = this.facts;
    const { of, way, directory, dryRun } = input;
    const text = way === 'back' ? said`roll back ${of}` : said`publish the change of ${of}`;
    const name = `${way === 'back' ? 'rollback' : 'publish'}-${of}`;
    const { language } = await this.run(of).described();
    const handle = await startRun<typeof rollback>(this.temporal, {
      ...{ kind: 'rollback', name, input: { ...input, version: 1, language, indexed }, indexed },
      ...{ directory: directory.realpath, host: directory.hostName },
      memo: { passing: dryRun },
      ...{ request: saidText(text, language), summary: saidText(text, language) },
    });
    const { workflowId } = handle;
    try {
      const end = await endOf(this.handleOf<unknown>(handle));
      if (end.kind !== 'rollback') throw new Error(`${workflowId} is no rollback`);
      return { ...end.result, id: workflowId };
    } finally {
      if (dryRun) await this.remove(workflowId);
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
}

/** Waits for the end of a run that was started. */
export type AwaitEnd = (run: RunHandle<unknown>) => Promise<RunResult>;

const ended: AwaitEnd = (run) => run.ended();

// Without a worker a query or an update would wait for ever. A query to a worker that has just died waits in that
// worker's own queue for 10 s before another worker gets it.
const ANSWER_DEADLINE_MS = 20_000;
