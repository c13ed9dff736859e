import { readFile, appendFile, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  defaultPayloadConverter,
  ensureApplicationFailure,
  TemporalFailure,
  ApplicationFailure,
} from '@temporalio/common';
import {
  NativeConnection,
  Runtime,
  Worker,
  type ActivityInterceptorsFactory,
  type WorkerOptions as WorkerConfig,
} from '@temporalio/worker';
import { byRow } from '../activities/effect';
import { type Config, givenPolicy } from '../config';
import { redactor, type Redact } from '../domain/redact';
import { shortHash } from '../machine/hash';
import { readOwnToken } from '../machine/own-token';
import { ARTEFACTS, homePaths, isBelow } from '../machine/paths';
import { startWatchdog } from '../machine/watchdog';
import { hostTaskQueue, MAIN_TASK_QUEUE } from '../messages';
import { strangersSentence, workerIdentity, type ServerAddress } from '../temporal';
import { dataConverter, failureConverter, redactedFailure, readSigned } from '../temporal/data-converter';
import { composeActivities, openParts } from './compose';
import { logHeld } from './log';
import { connectToolServers } from './tool-servers';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readMessage } from '../domain/message';
import { writerOf } from '../domain/proof';
import { RunPolicy } from '../domain/run/policy/run-policy';
import { Lru } from '../machine/lru';

/** Runs whose admission is kept in mind. */
const MOST_RUNS = 1_000;

/** The parts of a run's input that ask something of its owner. */
const Asked = z.looseObject({
  version: z.number().optional(),
  /** A path where the input is still to be completed. */
  directory: z.union([z.string(), z.looseObject({ realpath: z.string() })]).optional(),
  data: z.string().optional(),
  roots: z.array(z.string()).default([]),
  folders: z.looseObject({ roots: z.array(z.string()) }).optional(),
  approval: z.looseObject({ level: z.string().optional(), onExpiry: z.string().optional() }).optional(),
  verification: z
    .looseObject({ allowUnsandboxed: z.boolean().optional(), allowUserns: z.boolean().optional() })
    .optional(),
  policy: RunPolicy.optional(),
});
type Asked = z.infer<typeof Asked>;

/** The server's own record of a start. */
interface Started {
  workflowType?: { name?: string | null } | null;
  parentWorkflowExecution?: { workflowId?: string | null } | null;
  continuedExecutionRunId?: string | null;
  initiator?: number | null;
}

/** `CONTINUE_AS_NEW_INITIATOR_WORKFLOW`: neither a retry nor a schedule. */
const BY_WORKFLOW = 1;

interface AdmissionDeps {
  config: Pick<Config, 'home' | 'policy' | 'approval' | 'onlyFolders'>;
  connection: Pick<NativeConnection, 'workflowService'>;
  namespace: string;
  /** Secret of the data folder, with which Kintsugi's client and worker sign what they write. */
  key: string;
  /** File with the folders that the owner's client has opened, one a line. */
  opened: string;
}

/** Model calls wait rather than work, so many may be open; what works has semaphores of its own. */
const ACTIVITY_SLOTS = 40;
const HOST_ACTIVITY_SLOTS = 4;
const WORKFLOW_SLOTS = 40;
/** Short activities, most of them verifications: for each core one at work and some that prepare or end. */
const LOCAL_SLOTS_PER_CORE = 4;

/** Longest time between heartbeats that are sent: the SDK's own 0.8 of their timeout (10 s) leaves 2 s, which a busy machine may need for one. */
const HEARTBEAT_EVERY_MS = 3_000;

export interface WorkerOptions extends ServerAddress {
  config: Config;
  /** The server is Kintsugi's own, which asks nobody for a password. */
  isEmbedded: boolean;
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: boolean;
}

/** A worker that polls both task queues of this machine. */
export interface KintsugiWorker {
  /** Resolves when stopped; rejects where a worker failed for good. */
  readonly done: Promise<void>;
  /** Resolves to a sentence where the store's database is damaged: the process has to end and be started anew. */
  readonly damaged: Promise<string>;
  /** Resolves once no call of a model is under way; from now on none begins. The other work goes on. */
  drain(): Promise<void>;
  /** Lets activities end within the grace time, then stops them. */
  stop(): Promise<void>;
}

export async function startWorker({
  config: given,
  connection: address,
  namespace,
  isEmbedded,
  indexed,
}: WorkerOptions): Promise<KintsugiWorker> {
  const servers = await connectToolServers(given);
  const config = { ...given, secrets: [...given.secrets, ...servers.secrets] };
  const paths = homePaths(config.home);
  const hostId = await readOwnToken(paths.hostId);
  const connection = await NativeConnection.connect(address);
  const parts = await openParts(config, servers, connection, { namespace, indexed, hostId });
  const activities = byRow(await composeActivities(parts));
  const storeId = parts.store.shared?.id ?? hostId;
  const others = strangersSentence(connection.workflowService, namespace, storeId);
  const strangers = await others.catch(() => undefined);
  if (strangers) Runtime.instance().logger.warn(strangers);
  const watchdog = startWatchdog(logHeld);
  const key = await readOwnToken(paths.proofKey);
  const admits = isEmbedded ? [admission({ config, connection, namespace, key, opened: paths.opened })] : [];
  const workers = await createWorkers(hostId, {
    ...{ connection, namespace, activities },
    identity: workerIdentity(config.hostName, storeId),
    // Every task has it in history three times; the SDK's own is 91 characters of the same hash.
    buildId: shortHash(await readFile(ARTEFACTS.workflowBundle)),
    dataConverter: dataConverter(config.secrets, { key, writer: 'worker' }),
    interceptors: { activity: [redactingFailures(config.secrets), ...admits] },
    maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    shutdownGraceTime: config.graceSeconds * 1000,
    shutdownForceTime: config.forceSeconds * 1000,
  });
  const { done, stop } = supervise(workers, async () => {
    await watchdog.stop();
    await parts.close();
  });
  return {
    done,
    damaged: parts.damage.found.then(damagedSentence),
    drain: () => parts.gate.close(),
    stop: () => {
      parts.gate.release();
      return stop();
    },
  };
}

function damagedSentence(what: string): string {
  return `The store's database is damaged (${what}): the next start looks through it, and puts it aside where it is.`;
}

function createWorkers(hostId: string, shared: Omit<WorkerConfig, 'taskQueue'>): Promise<Worker[]> {
  return Promise.all([
    Worker.create({
      ...shared,
      taskQueue: MAIN_TASK_QUEUE,
      workflowBundle: { codePath: ARTEFACTS.workflowBundle },
      maxConcurrentActivityTaskExecutions: ACTIVITY_SLOTS,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_SLOTS,
      maxConcurrentLocalActivityExecutions: LOCAL_SLOTS_PER_CORE * availableParallelism(),
    }),
    Worker.create({
      ...shared,
      taskQueue: hostTaskQueue(hostId),
      maxConcurrentActivityTaskExecutions: HOST_ACTIVITY_SLOTS,
    }),
  ]);
}

/** Runs the workers together: where one ends, all do, and then what they used is closed. */
function supervise(
  workers: readonly Worker[],
  close: () => Promise<void>,
): Pick<KintsugiWorker, 'done' | 'stop'> {
  const stopAll = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const runs = workers.map((worker) => worker.run().finally(stopAll));
  const done = Promise.allSettled(runs).then(async (results) => {
    await close();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });
  return {
    done,
    stop: () => {
      stopAll();
      return done;
    },
  };
}

/** Takes these secrets out of what activities throw: Temporal's failure converter does not know them. */
function redactingFailures(secrets: readonly string[]): ActivityInterceptorsFactory {
  const redact = redactor(secrets);
  return () => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          throw redactedError(error, redact);
        }
      },
    },
  });
}

function redactedError(error: unknown, redact: Redact): Error {
  const failed = error instanceof TemporalFailure ? error : ensureApplicationFailure(error);
  const failure = failureConverter.errorToFailure(failed, defaultPayloadConverter);
  return failureConverter.failureToError(redactedFailure(failure, redact), defaultPayloadConverter);
}

/**
 * Lets no activity begin for a run that somebody else has started and that asks for more than the owner allows: whoever
 * reaches the port of the embedded server can start runs.
 */
function admission(deps: AdmissionDeps): ActivityInterceptorsFactory {
  const known = new Lru<string, Promise<string | undefined>>(MOST_RUNS);
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const run = info.workflowExecution;
        // Whoever reaches the server can ask for any activity, too.
        if (!run || input.args.some((given) => writerOf(given) !== 'worker'))
          throw ApplicationFailure.nonRetryable('The activity was not asked for by Kintsugi.', 'BadInput');
        const refusal = known.getOr(run.runId, () => refusalOf(deps, run));
        // A server that did not answer is asked again.
        refusal.catch(() => known.delete(run.runId));
        const reason = await refusal;
        if (reason !== undefined) throw ApplicationFailure.nonRetryable(reason, 'BadInput');
        return next(input);
      },
    },
  });
}

async function refusalOf(
  deps: AdmissionDeps,
  execution: { workflowId: string; runId: string },
): Promise<string | undefined> {
  const { history } = await deps.connection.workflowService.getWorkflowExecutionHistory({
    ...{ namespace: deps.namespace, execution, maximumPageSize: 1 },
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  const given = (started.input?.payloads ?? []).map((payload) => readSigned(payload, deps.key));
  const read = readMessage(Asked, given[0]?.value, 'The input of the run');
  if (read.refusal !== undefined) return read.refusal;
  const asked = read.value;
  const folders = foldersOf(asked);
  const starter = isOwnStart(started) ? 'worker' : 'client';
  if (given.every(({ writer }) => writer === starter))
    // What a run goes on with was admitted when it began, and may be a link by now.
    return starter === 'client' ? remember(deps.opened, folders) : undefined;
  const more =
    given.length > 1
      ? 'go on as another run has stood'
      : started.workflowType?.name === 'rollback'
        ? 'roll anything back'
        : await askedTooMuch(deps, asked, folders);
  return more && `The run was not started by Kintsugi's own client, so it may not ${more}.`;
}

/** True for a run that another one has started, or has gone on as. What a worker wrote is no input for any other. */
function isOwnStart({ parentWorkflowExecution, continuedExecutionRunId, initiator }: Started): boolean {
  const byWorkflow = initiator === BY_WORKFLOW && Boolean(continuedExecutionRunId);
  return Boolean(parentWorkflowExecution?.workflowId) || byWorkflow;
}

function foldersOf({ directory, data, roots, folders }: Asked): string[] {
  const own = [pathOf(directory), data && dirname(data)];
  return [...new Set([...own.flatMap((path) => path || []), ...roots, ...(folders?.roots ?? [])])];
}

function pathOf(directory: Asked['directory']): string | undefined {
  return typeof directory === 'string' ? directory : directory?.realpath;
}

async function askedTooMuch(
  { config, opened }: AdmissionDeps,
  asked: Asked,
  folders: readonly string[],
): Promise<string | undefined> {
  const { approval, verification, policy, directory, version } = asked;
  if (verification?.allowUnsandboxed || verification?.allowUserns)
    return 'run commands with less isolation: start it with kintsugi';
  const { onExpiry } = config.approval;
  if (approval?.level === 'LOW' || (approval?.onExpiry === 'approve' && onExpiry !== 'approve'))
    return 'publish what nobody has approved: start it with kintsugi';
  const allowed = [...(await openedFolders(opened)), ...config.onlyFolders];
  for (const folder of folders) {
    // By way of a link another folder could take its place later.
    const isReal = (await realpath(folder).catch(() => undefined)) === folder;
    const holdsData = isBelow(folder, config.home) || isBelow(config.home, folder);
    if (!isReal || holdsData || !allowed.some((one) => isBelow(folder, one)))
      return `open ${folder}: start it with kintsugi, or name the folder in KINTSUGI_ONLY_FOLDERS`;
  }
  // The worker gives its owner's policy to what is still to be completed.
  if (version === undefined && policy === undefined) return undefined;
  const own = await givenPolicy(config, pathOf(directory)).catch(() => 'none that can be read');
  return isDeepStrictEqual(policy, own)
    ? undefined
    : 'have a policy other than yours: start it with kintsugi';
}

async function openedFolders(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function remember(file: string, folders: readonly string[]): Promise<undefined> {
  const known = new Set(await openedFolders(file));
  const fresh = folders.filter((folder) => !known.has(folder) && !folder.includes('\n'));
  if (fresh.length > 0)
    await appendFile(file, fresh.map((folder) => `${folder}\n`).join(''), { mode: 0o600 });
}
