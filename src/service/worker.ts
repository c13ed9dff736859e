import { readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { NativeConnection, Runtime, Worker, type ActivityInterceptorsFactory } from '@temporalio/worker';
import { admission } from './admission';
import { logHeld } from './log';
import { connectToolServers, type ToolServers } from './tool-servers';
import { createActivities } from '../activities';
import { createNotify } from '../notices';
import { byRow } from '../activities/by-row';
import { createNavigator } from '../codebase/navigation';
import { createCodeGraph, type CodeGraph } from '../codebase/graph';
import { createDiagnostics, type Diagnostics } from '../codebase/diagnostics';
import { createDocuments, type Documents } from '../documents';
import { createConversations, createLearned } from '../memory';
import { goalParts } from './goal-parts';
import { ripgrepPath } from '../coder/tools/directory';
import {
  createBenches,
  createCheckRunner,
  createFolderCommands,
  defaultLimits,
  findCommandTools,
} from '../commands';
import { CallGate, createModelClient, pricedModel } from '../model';
import { createLlmProposer } from '../repair/llm';
import type { BenchesOf } from '../repair/commands';
import { createMutationProposer } from '../repair/mutation';
import { createInspector } from '../verifier/integrity';
import { createSandbox, PackageSources, type Sandbox } from '../sandbox';
import { completeInput, startFacts, type StartFacts } from '../run-input';
import { RunRoots } from '../activities/run-roots';
import type { Activities } from '../activities/types';
import { createProgramLoader, createTestConfigReader, reportedBy } from '../verifier';
import { createRepositories } from '../workspace/git';
import { createWorkspaces } from '../workspace';
import { readNamespaceId, strangersSentence, workerIdentity, type ServerAddress } from '../temporal';
import type { Config } from '../config';
import { dataConverter, failureConverter, redactedFailure } from '../temporal/data-converter';
import { redactor, type Redact } from '../domain/redact';
import type { HostDirectory } from '../domain/files/workspace';
import { shortHash } from '../machine/hash';
import { readOwnToken } from '../machine/own-token';
import { hostTaskQueue, MAIN_TASK_QUEUE } from '../messages';
import { LiveTexts } from '../machine/live-texts';
import { startWatchdog } from '../machine/watchdog';
import { ARTEFACTS, homePaths } from '../machine/paths';
import type { Store } from '../store';
import { DamageWatch } from '../store/local';
import { openWorkerStore } from './worker-store';
import { defaultPayloadConverter, ensureApplicationFailure, TemporalFailure } from '@temporalio/common';

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

/** Composition root: the one place where implementations are chosen. */
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
  const store = await openWorkerStore(config, connection, namespace);
  const sandbox = createSandbox({ children: config.sandboxChildren ?? availableParallelism() });
  const namespaceId = await readNamespaceId(connection.workflowService, namespace).catch(() => undefined);
  const roots = new RunRoots(store, namespaceId);
  const damage = new DamageWatch(store.local);
  const diagnostics = createDiagnostics(store);
  const documents = createDocuments();
  const gate = new CallGate();
  const graph = createCodeGraph();
  const start = startFacts(config, { hostId, indexed });
  const parts = {
    config,
    hostId,
    start,
    store,
    roots,
    sandbox,
    servers,
    diagnostics,
    documents,
    graph,
    gate,
  };
  const activities = byRow(damage.over(await composeActivities(parts)));
  const storeId = store.shared?.id ?? hostId;
  const others = strangersSentence(connection.workflowService, namespace, storeId);
  const strangers = await others.catch(() => undefined);
  if (strangers) Runtime.instance().logger.warn(strangers);
  const watchdog = startWatchdog(logHeld);
  const key = await readOwnToken(paths.proofKey);
  const admits = isEmbedded ? [admission({ config, connection, namespace, key, opened: paths.opened })] : [];
  const shared = {
    connection,
    identity: workerIdentity(config.hostName, storeId),
    namespace,
    // Every task has it in history three times; the SDK's own is 91 characters of the same hash.
    buildId: shortHash(await readFile(ARTEFACTS.workflowBundle)),
    activities,
    dataConverter: dataConverter(config.secrets, { key, writer: 'worker' }),
    interceptors: { activity: [redactingFailures(config.secrets), ...admits] },
    shutdownGraceTime: config.graceSeconds * 1000,
    shutdownForceTime: config.forceSeconds * 1000,
  };
  const workers = await Promise.all([
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
  const closing = async (): Promise<void> => {
    await watchdog.stop();
    diagnostics.close();
    graph.close();
    documents.close();
    damage.stop();
    await sandbox.close();
    await servers.close();
    await connection.close();
    await store.close();
  };
  const goesOn = 'the next start looks through it, and puts it aside where it is';
  const damaged = damage.found.then((what) => `The store's database is damaged (${what}): ${goesOn}.`);
  const { done, stop } = supervise(workers, closing);
  const stopAll = () => {
    gate.release();
    return stop();
  };
  return { done, damaged, drain: () => gate.close(), stop: stopAll };
}

interface Parts {
  config: Config;
  hostId: string;
  start: StartFacts;
  store: Store;
  roots: RunRoots;
  sandbox: Sandbox;
  servers: ToolServers;
  diagnostics: Diagnostics;
  documents: Documents;
  gate: CallGate;
  graph: CodeGraph;
}

/** The activities over one store and one sandbox. Finishes first what a killed process left behind. */
async function composeActivities({
  config,
  hostId,
  start,
  store,
  roots,
  sandbox,
  servers,
  diagnostics,
  documents,
  gate,
  graph,
}: Parts): Promise<Activities> {
  const paths = homePaths(config.home);
  const { blobs, refs, trees } = store;
  const workspaces = createWorkspaces({ blobs, trees, store, journals: paths.journals });
  for (const journal of await workspaces.recover()) {
    if (journal.outcome === 'stuck')
      Runtime.instance().logger.warn('A publish could not be finished', { ...journal });
  }
  const installed = new PackageSources();
  const loadProgram = createProgramLoader({
    trees,
    blobs,
    packagesOf: (directory, allow) =>
      directory.hostId === hostId ? installed.of(directory.realpath, allow) : undefined,
    readConfig: createTestConfigReader({ sandbox }),
  });
  const { path, toolHomes } = config;
  const limits = defaultLimits(config.checkLimits);
  const tools = findCommandTools(path);
  const places = { checkouts: paths.checkouts, libraries: config.cache };
  const commandParts = { blobs, trees, ...places, path, toolHomes, limits, tools };
  const checks = await createCheckRunner(commandParts);
  const { applyEdits, diffTrees } = workspaces;
  const clean = redactor(config.secrets);
  // A worker that was killed has left its texts behind.
  await rm(paths.live, { recursive: true, force: true });
  // Half of a secret is not known as one.
  const live = config.liveText
    ? new LiveTexts(paths.live, clean, Math.max(0, ...config.secrets.map(({ length }) => length)))
    : undefined;
  const inspect = createInspector({ trees, blobs, loadProgram });
  const dependenciesOf = (directory: HostDirectory) =>
    directory.hostId === hostId ? directory.realpath : undefined;
  const benches = createBenches(commandParts);
  const benchesOf: BenchesOf = ({ directory, spec, heavyFolders }) =>
    benches({
      dependencies: directory && dependenciesOf(directory),
      allowUnsandboxed: spec.allowUnsandboxed,
      allowUserns: spec.allowUserns,
      heavyFolders,
    });
  const navigate = createNavigator(store);
  const llm = config.model && {
    model: pricedModel(
      createModelClient({ ...config.model, secrets: config.secrets }, { blobs, refs }, { live, gate }),
      config.model.prices,
    ),
    trees,
    blobs,
    workspace: workspaces,
    redact: clean,
    inspect,
  };
  return createActivities({
    blobs,
    trees,
    refs,
    roots,
    redact: clean,
    sandbox,
    loadProgram,
    dependenciesOf,
    workspaces,
    completeInput: (kind, given) => completeInput(kind, { ...given }, start),
    repositories: createRepositories({
      ...{ blobs, path, redact: clean },
      pullRequestCommand: config.pullRequestCommand,
    }),
    checksOf: ({ directory, spec, heavyFolders, keepsBuilds, key }) =>
      reportedBy(
        checks({
          dependencies: dependenciesOf(directory),
          allowUnsandboxed: spec.allowUnsandboxed,
          allowUserns: spec.allowUserns,
          heavyFolders,
          keepsBuilds,
          live: live && key && (() => live.begin(key)),
        }),
      ),
    benchesOf,
    proposers: {
      mutation: config.proposers.includes('mutation')
        ? createMutationProposer({ sandbox, blobs, loadProgram, applyEdits, diffTrees, benchesOf })
        : undefined,
      llm:
        llm && config.proposers.includes('llm')
          ? createLlmProposer(llm, { candidates: config.model?.candidates, dependenciesOf, navigate })
          : undefined,
    },
    inspect,
    llm,
    goal: goalParts({
      ...{ store, workspaces, documents, redact: clean, model: llm?.model },
      runCommand: createFolderCommands({ blobs, checks }, { allowUnsandboxed: false }),
      conversations: createConversations(paths.conversations),
      learned: createLearned(paths.learned),
    }),
    navigate,
    graph,
    diagnostics,
    ripgrep: ripgrepPath(),
    tools: servers.sources,
    notify: createNotify(config.notify, config.publicUrl, await readOwnToken(paths.proofKey)),
    toolsOfRun: (run) => servers.sourcesOf(run),
    estimates: config.model && { ...config.model, settings: config.model, dependenciesOf, navigate },
  });
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
