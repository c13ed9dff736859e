import { Language } from '../domain/run/language';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type WorkflowExecutionDescription,
  type WorkflowHandle,
  isGrpcServiceError,
  QueryNotRegisteredError,
  QueryRejectedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, type ActivityFailure } from '@temporalio/common';
import type { GoalResult } from '../domain/goal/result';
import type { CodeResult } from '../domain/agent/state';
import { firstIssue } from '../domain/issue-words';
import { Answer, type Grant, type Revocation } from '../domain/run/questions';
import type { InboxReceipt } from '../domain/run/inbox';
import type { EventPage, RunEvent } from '../domain/run/events';
import type { RunStatus } from '../domain/run/status';
import { TopUp } from '../domain/run/budget';
import type { BudgetReport } from '../domain/run/budget-report';
import type { HealResult } from '../domain/heal/result';
import { findCheckpoint, noCheckpoint } from '../domain/run/checkpoints';
import type { RunRollback, RunRollbackRequest } from '../domain/run/run-rollback';
import {
  answerSignal,
  answerUpdate,
  eventsQuery,
  revokeUpdate,
  rollBackRunUpdate,
  statusQuery,
  topUpUpdate,
  type AnswerReceipt,
} from '../messages';
import { badInput, infrastructure, KintsugiError, EXIT, noRun } from '../domain/kintsugi-error';
import { said, type Said } from '../domain/run/said';
import { NewEvents, type ReadBlob } from './event-log';
import { runPage } from './web-links';
import type { ClientFacts } from './facts';
import { forgetVerdict } from './gate-record';
import { pendingWorkOf, type PendingWork } from './pending-work';
import { readResult, type EndedRun } from './run-result';
import { refuseSecretEdits } from '../run-input';
import { readPayload } from '../temporal/data-converter';
import { firstLine } from '../domain/text';

/** Functions of the client that a handle needs. */
export interface HandleLinks {
  requireWorker(): Promise<void>;
  /** Runs a call to the server under a deadline. */
  bounded<T>(call: () => Promise<T>): Promise<T>;
  /** True once the client was closed. */
  closed(): boolean;
}

/** The server or a worker gave no answer in time. Both may come back, and the run goes on then. */
export class UnansweredError extends KintsugiError {
  override name = 'UnansweredError';

  constructor(message: string) {
    super(message, EXIT.infrastructure);
  }
}

/** A run of the coding agent. */
export type CodeHandle = RunHandle<CodeResult>;

/** A run that carries out a goal. */
export type GoalHandle = RunHandle<GoalResult>;

/** A run that heals. */
export type HealHandle = RunHandle<HealResult>;

/** Facts of a run that need no worker. */
export interface RunFacts {
  kind: string;
  /** Temporal's status. */
  execution: string;
  startedAt: Date;
  closedAt?: Date;
  /** Line that says what it is for: `heal shop: make its tests pass`. */
  summary: string;
  /** Language that it speaks to people. */
  language: Language;
  /** Request, where there was one. */
  request?: string;
  /** Id of its first execution: effects are keyed by it. */
  firstRunId: string;
  directory?: string;
  /** Ids of the executions of its parts under way: runs of their own that it waits for. */
  parts: readonly string[];
  /** Their names. */
  partIds: readonly string[];
}

/** Events that are followed. */
export interface FollowEvents {
  /** Sequence number of the last event that is known already. */
  after?: number;
  readBlob?: ReadBlob;
  /** Ends the following; the run goes on. */
  signal?: AbortSignal;
}

const EVENTS_POLL_MS = 200;
const notStored: ReadBlob = () => Promise.resolve(undefined);

/** One run, of any kind. */
export class RunHandle<Result> {
  /** Id of its present execution, once it is known. */
  private runId?: string;

  constructor(
    private readonly handle: WorkflowHandle,
    protected readonly facts: ClientFacts,
    private readonly links: HandleLinks,
  ) {
    this.runId = 'firstExecutionRunId' in handle ? String(handle.firstExecutionRunId) : undefined;
  }

  get id(): string {
    return this.handle.workflowId;
  }

  /** Page of the run in the Temporal Web UI; undefined where Kintsugi does not know the UI's address. */
  get webUrl(): string | undefined {
    return runPage(this.facts, this.id, this.runId);
  }

  private async describe(): Promise<WorkflowExecutionDescription> {
    const told = await this.handle.describe();
    this.runId = told.runId;
    return told;
  }

  /** Waits for the end. Throws `KintsugiError` where the run was cancelled or could not be carried out. */
  async result(): Promise<Result> {
    return (await this.ended()).result as Result;
  }

  /** Likewise, with the kind of the run. */
  async ended(): Promise<EndedRun> {
    return this.explained(async () => {
      const { type } = await this.describe();
      return readResult(type, await this.handle.result());
    });
  }

  /** Temporal's status of the run, without needing a worker. */
  async execution(): Promise<string> {
    return (await this.described()).execution;
  }

  /** Facts of the server alone: kind, status, start, the id that its parts have in common, and the directory if that is of this machine. */
  async described(): Promise<RunFacts> {
    return this.explained(async () => {
      const told = await this.describe();
      const { type, status, startTime, closeTime, memo, raw, runId } = told;
      const isHere = memo?.['host'] === this.facts.hostName;
      const directory = isHere ? String(memo?.['directory']) : undefined;
      const request = memo?.['request'];
      const firstRunId = raw.workflowExecutionInfo?.firstRunId || runId;
      const children = raw.pendingChildren ?? [];
      const parts = children.flatMap((part) => part.runId ?? []);
      const partIds = children.flatMap((part) => part.workflowId ?? []);
      return {
        ...{ kind: type, execution: status.name, startedAt: startTime, closedAt: closeTime },
        ...{ firstRunId, directory, parts, partIds, summary: (await told.staticSummary()) ?? type },
        ...(typeof request === 'string' && request !== '' && { request }),
        language: Language.catch('en').parse(memo?.['language']),
      };
    });
  }

  /** Id of the first execution of the run: what it keeps in the store is under that. */
  async firstExecution(): Promise<string> {
    return this.explained(async () => {
      const { raw, runId } = await this.describe();
      return raw.workflowExecutionInfo?.firstRunId ?? runId;
    });
  }

  /** Activities under way, as the server alone knows them; empty between two activities. */
  async pendingWork(): Promise<PendingWork[]> {
    return this.explained(async () => pendingWorkOf(await this.describe()));
  }

  async resultIfEnded(): Promise<Result | undefined> {
    return (await this.execution()) === 'RUNNING' ? undefined : this.result();
  }

  /** How the run stands; needs a worker. */
  async status(): Promise<RunStatus> {
    return this.explained(() => this.links.bounded(() => this.handle.query(statusQuery)));
  }

  /** Events after a sequence number; needs a worker. */
  async events(after = 0): Promise<EventPage> {
    return this.explained(() => this.links.bounded(() => this.handle.query(eventsQuery, after)));
  }

  /**
   * The events of the run as they happen, each once and in their order, until it has ended; while no worker answers it waits. A run has its
   * newest 100 or more at hand: where older ones are wanted, `readBlob` has to read them from the store.
   */
  async *follow({ after = 0, readBlob = notStored, signal }: FollowEvents = {}): AsyncGenerator<
    RunEvent,
    void
  > {
    const news = new NewEvents(this, after, readBlob);
    for (let isOver = false; !isOver && !signal?.aborted;) {
      isOver = (await this.execution()) !== 'RUNNING';
      yield* await news.next();
      if (!isOver) await delay(EVENTS_POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Sends a message that runs of its kind take; resolves to the receipt. Refused with the reason. Sent again with the same `id`,
   * as it is where nobody knows if it came, it is no second message.
   */
  protected async send(name: string, message: object, id: string = randomUUID()): Promise<InboxReceipt> {
    await this.requireAnswer(said`The run ${this.id} has ended: start another one.`);
    return this.update<InboxReceipt>(name, message, id);
  }

  /** Answer to a query of runs of its kind; needs a worker. */
  protected async query<T>(name: string): Promise<T> {
    return this.explained(() => this.links.bounded(() => this.handle.query<T>(name)));
  }

  /** Takes grants of a kind back; resolves to those that are left. */
  async revoke(revocation: Revocation): Promise<Grant[]> {
    await this.requireAnswer(said`The run ${this.id} has ended, so nothing is granted in it any more.`);
    return this.update<Grant[]>(revokeUpdate.name, revocation);
  }

  /** Answers the pending question. A stale or misplaced answer is refused with the reason. */
  async answer(answer: Answer): Promise<AnswerReceipt> {
    refuseSecretEdits(answer.edits, this.facts.secrets);
    await this.requireAnswer(this.noQuestion);
    return this.update<AnswerReceipt>(answerUpdate.name, answer);
  }

  /**
   * Leaves an answer with the server while no worker runs. The next worker gives it to the run before the deadline of the question is
   * looked at; a refused one is told in the run's log.
   */
  async leaveAnswer(answer: Answer): Promise<void> {
    refuseSecretEdits(answer.edits, this.facts.secrets);
    if ((await this.execution()) !== 'RUNNING') throw badInput(this.noQuestion);
    await this.explained(() => this.links.bounded(() => this.handle.signal(answerSignal, answer)));
  }

  /** The first answer to a question that was left with the server since a worker last served the run: the one that will count. */
  async leftAnswer(hash: string): Promise<Answer | undefined> {
    const { workflowService, options } = this.handle.client;
    return this.explained(async () => {
      const { history } = await this.links.bounded(() =>
        workflowService.getWorkflowExecutionHistoryReverse({
          ...{ namespace: options.namespace, execution: { workflowId: this.id }, maximumPageSize: 200 },
        }),
      );
      const events = history?.events ?? [];
      const served = events.findIndex((event) => event.workflowTaskCompletedEventAttributes);
      return events
        .slice(0, served === -1 ? undefined : served)
        .map((event) => event.workflowExecutionSignaledEventAttributes)
        .filter((sent) => sent?.signalName === answerSignal.name)
        .map((sent) => Answer.safeParse(readPayload(sent?.input?.payloads?.[0])).data)
        .findLast((answer) => answer && hash.startsWith(answer.hash));
    });
  }

  private get noQuestion(): Said {
    return said`The run ${this.id} has ended, so it is not waiting for an answer.`;
  }

  /**
   * Raises the run's budget, whether or not it waits for that; resolves to how it stands then. Refused with the reason
   * where the run has ended, or has no budget of that kind.
   */
  async topUp(given: TopUp): Promise<BudgetReport> {
    const parsed = TopUp.safeParse(given);
    if (!parsed.success) {
      const { where, message } = firstIssue(parsed.error);
      throw badInput(`The top-up cannot be used: ${[where, message].filter(Boolean).join(': ')}.`);
    }
    await this.requireAnswer(
      said`The run ${this.id} has ended, so its budget has nothing left to pay: go on from it with kintsugi fork ${this.id}.`,
    );
    return this.update<BudgetReport>(topUpUpdate.name, parsed.data);
  }

  /** Throws `ended` where the run has ended, and a sentence where nobody would answer. */
  private async requireAnswer(ended: Said): Promise<void> {
    if ((await this.execution()) !== 'RUNNING') throw badInput(ended);
    await this.requireWorker();
    // The server remembers pollers after they are gone, and an update sent to nobody may be carried out much
    // later. A query shows that somebody answers now, and leaves nothing behind.
    await this.untilAnswered(() => this.status());
  }

  /** True if a worker answers. */
  hasWorker(): Promise<boolean> {
    return this.requireWorker().then(
      () => true,
      () => false,
    );
  }

  /**
   * Rolls back the tree that the run works on, to the state of a number or of a tree's first digits, or takes back one
   * change alone; resolves when that is done, or is in conflict. The directory is not touched.
   */
  async rollBack(
    request: Pick<RunRollbackRequest, 'kind'> & { name: string; partial?: boolean; by?: string },
  ): Promise<RunRollback> {
    await this.requireWorker();
    const { checkpoints } = await this.status();
    const { kind, name, partial = false, by } = request;
    const checkpoint = findCheckpoint(checkpoints, name);
    if (!checkpoint) throw badInput(noCheckpoint(this.id, checkpoints, name));
    const given = { kind, number: checkpoint.number, tree: checkpoint.snapshot.tree, partial, by };
    return this.explained(async () => this.settled(await this.update(rollBackRunUpdate.name, given)));
  }

  /** Waits for what becomes of a rollback; the run has it already, so giving up loses nothing. */
  private settled(receipt: RunRollback): Promise<RunRollback> {
    const ask = async () => {
      const isOpen = (await this.execution()) === 'RUNNING';
      const { rollbacks } = await this.status();
      const now = rollbacks.find(({ id }) => id === receipt.id) ?? receipt;
      if (now.status !== 'pending') return now;
      if (!isOpen) throw infrastructure(`The run ${this.id} ended before it was rolled back.`);
      return undefined;
    };
    const late = `The run ${this.id} has taken the rollback and is still busy: kintsugi checkpoints ${this.id} shows when it is done.`;
    return this.until(ask, { deadlineMs: SETTLE_DEADLINE_MS, longestMs: 1_000, late });
  }

  /** Has the run take something. Where its answer is late it is asked again by the same id, so it takes it once. */
  private update<T>(name: string, given: object, updateId: string = randomUUID()): Promise<T> {
    return this.untilAnswered(() =>
      this.explained(() =>
        this.links.bounded(() => this.handle.executeUpdate<T, [object]>(name, { args: [given], updateId })),
      ),
    );
  }

  /** Asks what may be asked twice. */
  private untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
    const late = `The run ${this.id} has not answered for 10 minutes, as its worker is busy: try again later.`;
    return this.until(ask, { deadlineMs: SETTLE_DEADLINE_MS, longestMs: 1_000, late });
  }

  /** Asks until there is an answer. A worker that is only busy is asked again; where none polls any more, it says so. */
  protected async until<T>(
    ask: () => Promise<T | undefined>,
    { deadlineMs, longestMs, late }: { deadlineMs: number; longestMs: number; late: string },
  ): Promise<T> {
    const endMs = performance.now() + deadlineMs;
    for (
      let pauseMs = FIRST_POLL_MS;
      performance.now() < endMs;
      pauseMs = Math.min(pauseMs * 1.5, longestMs)
    ) {
      try {
        const found = await ask();
        if (found !== undefined) return found;
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
        await this.requireWorker();
      }
      await delay(pauseMs);
    }
    throw infrastructure(late);
  }

  private async requireWorker(): Promise<void> {
    await this.explained(() => this.links.requireWorker());
  }

  async cancel(): Promise<void> {
    await this.handle.cancel();
    await this.forget();
  }

  /** Drops the verdict that is kept of a gate. */
  protected async forget(): Promise<void> {
    const { gateRecords } = this.facts;
    if (gateRecords !== undefined) await forgetVerdict(gateRecords, this.id);
  }

  /** Resolves as a question to the server does; where it says no, rejects with a sentence. */
  private async explained<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** One sentence for each way in which the server says no. */
  private explain(error: unknown): unknown {
    if (error instanceof KintsugiError) return error;
    if (this.links.closed())
      return infrastructure(`The client was closed before the run ${this.id} answered; the run goes on.`);
    return explainRefusal(this.id, error);
  }
}

const FIRST_POLL_MS = 10;
/** A rollback waits for the verification under way, and its own work is on trees only. */
const SETTLE_DEADLINE_MS = 10 * 60_000;

/** Words of the SDK about a query that a workflow has no handler for. */
const NO_HANDLER = 'did not register a handler';
const GRPC_CANCELLED = 1;
const GRPC_DEADLINE_EXCEEDED = 4;
const GRPC_NOT_FOUND = 5;
const GRPC_FAILED_PRECONDITION = 9;
const GRPC_UNAVAILABLE = 14;

/** One sentence for each way in which the server says no to a call about a run. Other errors stay as they are. */
function explainRefusal(id: string, error: unknown): unknown {
  if (isNotFound(error)) return noRun(id);
  if (error instanceof WorkflowUpdateFailedError) return badInput(error.cause?.message ?? error.message);
  if (error instanceof WorkflowFailedError) return explainFailure(id, error);
  if (grpcCode(error) === GRPC_UNAVAILABLE)
    return new UnansweredError(
      `The Temporal server does not answer; the run goes on when it is back: kintsugi watch ${id}`,
    );
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isUnanswered(error))
    return new UnansweredError(
      `The run ${id} has not answered in time: its worker is busy, or gone until "kintsugi up"; then try again.`,
    );
  // Every kind of run answers these questions, but for a rollback, and one whose input could not be used.
  if (error instanceof QueryNotRegisteredError && error.message.includes(NO_HANDLER))
    return badInput(said`The run ${id} asks nothing: see kintsugi report ${id}.`);
  // The library gives the same error where a worker failed to answer, for example as it died.
  if (error instanceof QueryNotRegisteredError || error instanceof QueryRejectedError) {
    return infrastructure(said`The run ${id} does not answer: ${firstLine(error.message)}`);
  }
  return error;
}

function explainFailure(id: string, error: WorkflowFailedError): KintsugiError {
  const { cause } = error;
  if (cause instanceof CancelledFailure)
    return new KintsugiError(said`The run ${id} was cancelled.`, EXIT.cancelled);
  const root = rootCause(cause);
  const message = firstLine(root?.message ?? error.message);
  if (root instanceof ApplicationFailure && root.type === 'BadInput') return badInput(message);
  return infrastructure(said`The run ${id} could not be carried out: ${message}`);
}

function isNotFound(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCode(error) === GRPC_NOT_FOUND;
}

/** No worker took the question in time, the server knows that there is none, or it gave the call up as one died. */
function isUnanswered(error: unknown): boolean {
  return [GRPC_CANCELLED, GRPC_DEADLINE_EXCEEDED, GRPC_FAILED_PRECONDITION].includes(grpcCode(error) ?? -1);
}

/** Status code of a failed call; the client wraps what the transport threw. */
function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return Number(error.code);
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : undefined;
}

function rootCause(error: Error | undefined): Error | undefined {
  const inner = (error as ActivityFailure | undefined)?.cause;
  return inner ? rootCause(inner) : error;
}
