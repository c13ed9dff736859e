import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { defaultPayloadConverter, ensureApplicationFailure, TemporalFailure } from '@temporalio/common';
import {
  NativeConnection,
  Runtime,
  Worker,
  type ActivityInterceptorsFactory,
  type WorkerOptions as WorkerConfig,
} from '@temporalio/worker';
import { byRow } from '../activities/effect';
import type { Config } from '../config';
import { redactor, type Redact } from '../domain/redact';
import { shortHash } from '../machine/hash';
import { readOwnToken } from '../machine/own-token';
import { ARTEFACTS, homePaths } from '../machine/paths';
import { startWatchdog } from '../machine/watchdog';
import { hostTaskQueue, MAIN_TASK_QUEUE } from '../messages';
import { strangersSentence, workerIdentity, type ServerAddress } from '../temporal';
import { dataConverter, failureConverter, redactedFailure } from '../temporal/data-converter';
import { admission } from './admission';
import { composeActivities, openParts } from './compose';
import { logHeld } from './log';
import { connectToolServers } from './tool-servers';

/** Model calls wait rather than work, so many may be open; what works has semaphores of its own. */
const ACTIVITY_SLOTS = 40;
const HOST_ACTIVITY_SLOTS = 4;
const WORKFLOW_SLOTS = 40;
/** Short activities, most of them verifications: for each core one at work and some that prepare or end. */
const LOCAL_SLOTS_PER_CORE = 4;

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

/** Starts a worker over parts of its own. */
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

/** One worker for the task queue of all, and one for that of this machine. */
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
