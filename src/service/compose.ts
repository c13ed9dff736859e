/** Composition of a worker: the one place where implementations are chosen. */

import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Runtime, type NativeConnection } from '@temporalio/worker';
import { createActivities, type ActivityDeps, type GoalDeps } from '../activities';
import { RunRoots } from '../activities/run-roots';
import type { Activities } from '../activities/types';
import { createDiagnostics, type Diagnostics } from '../codebase/diagnostics';
import { createCodeGraph, type CodeGraph } from '../codebase/graph';
import { createNavigator } from '../codebase/navigation';
import type { LlmDeps } from '../coder';
import {
  createBenches,
  createCheckRunner,
  createFolderCommands,
  defaultLimits,
  findCommandTools,
} from '../commands';
import type { Config } from '../config';
import { createDocuments, type Documents } from '../documents';
import type { HostDirectory } from '../domain/files/workspace';
import { redactor } from '../domain/redact';
import { LiveTexts } from '../machine/live-texts';
import { readOwnToken } from '../machine/own-token';
import { homePaths } from '../machine/paths';
import { createConversations, createLearned, type Conversations, type Learned } from '../memory';
import { CallGate, createModelClient, pricedModel, type ModelClient } from '../model';
import { createNotify } from '../notices';
import type { BenchesOf } from '../repair/commands';
import { createLlmProposer } from '../repair/llm';
import { createMutationProposer } from '../repair/mutation';
import { completeInput, startFacts, type StartFacts } from '../run-input';
import { createSandbox, PackageSources, type Sandbox } from '../sandbox';
import { type OpenStore, openStore, type Store } from '../store';
import { DamageWatch } from '../store/local';
import { readNamespaceId, readRunsOnServer } from '../temporal';
import { createProgramLoader, createTestConfigReader, reportedBy, type VerifierDeps } from '../verifier';
import { createInspector } from '../verifier/integrity';
import { createWorkspaces, type Workspaces } from '../workspace';
import { createRepositories } from '../workspace/git';
import type { ToolServers } from './tool-servers';
import { DEFAULT_GRACE_MS, retentionMs } from '../domain/run/retention';
import { makeRoom } from '../store/retention';
import { probeBucket, SharedStoreError } from '../store/s3';
import { goalFolders } from '../coder/goal';
import { goalContents, type FilesContext } from '../coder/tools/files';
import { chooseFolderFor } from '../domain/goal/locate';
import { timeToSearch } from '../times';

interface GoalParts {
  store: Pick<Store, 'blobs' | 'trees'>;
  workspaces: Workspaces;
  documents: Documents;
  conversations: Conversations;
  learned: Learned;
  redact(text: string): string;
  /** Absent where no model is configured. */
  model?: ModelClient;
  /** Absent: no commands are run. */
  runCommand?: FilesContext['runCommand'];
}

/** Parts of a worker that are open as long as it runs. */
export interface Parts {
  config: Config;
  hostId: string;
  start: StartFacts;
  store: OpenStore;
  roots: RunRoots;
  damage: DamageWatch;
  sandbox: Sandbox;
  servers: ToolServers;
  diagnostics: Diagnostics;
  documents: Documents;
  gate: CallGate;
  graph: CodeGraph;
  /** Closes them, and the connection before the store. */
  close(): Promise<void>;
}

export async function openParts(
  config: Config,
  servers: ToolServers,
  connection: NativeConnection,
  { namespace, indexed, hostId }: { namespace: string; indexed: boolean; hostId: string },
): Promise<Parts> {
  const store = await openWorkerStore(config, connection, namespace);
  const sandbox = createSandbox({ children: config.sandboxChildren ?? availableParallelism() });
  const namespaceId = await readNamespaceId(connection.workflowService, namespace).catch(() => undefined);
  const damage = new DamageWatch(store.local);
  const [diagnostics, documents, graph] = [createDiagnostics(store), createDocuments(), createCodeGraph()];
  return {
    ...{ config, hostId, store, damage, sandbox, servers, diagnostics, documents, graph },
    start: startFacts(config, { hostId, indexed }),
    roots: new RunRoots(store, namespaceId),
    gate: new CallGate(),
    close: async () => {
      for (const part of [diagnostics, graph, documents]) part.close();
      damage.stop();
      await sandbox.close();
      await servers.close();
      await connection.close();
      await store.close();
    },
  };
}

/** The activities over one store and one sandbox. Finishes first what a killed process left behind. */
export async function composeActivities(parts: Parts): Promise<Activities> {
  const { config, store, servers, graph, diagnostics } = parts;
  const { blobs, trees, refs } = store;
  const paths = homePaths(config.home);
  const redact = redactor(config.secrets);
  const workspaces = await openWorkspaces(parts);
  const navigate = createNavigator(store);
  const live = await openLiveTexts(config, redact);
  const checking = await composeChecks(parts, redact, live);
  const { inspect, dependenciesOf, checks } = checking;
  const llm = composeModel(parts, { workspaces, redact, inspect, live });
  return createActivities({
    ...checking,
    ...{ blobs, trees, refs, redact, workspaces, llm, navigate, graph, diagnostics },
    roots: parts.roots,
    notice: (error) => parts.damage.notice(error),
    completeInput: (kind, given) => completeInput(kind, { ...given }, parts.start),
    repositories: createRepositories({
      ...{ blobs, path: config.path, redact },
      pullRequestCommand: config.pullRequestCommand,
    }),
    proposers: {
      mutation: config.proposers.includes('mutation')
        ? createMutationProposer({ ...checking, blobs, ...workspaces })
        : undefined,
      llm:
        llm && config.proposers.includes('llm')
          ? createLlmProposer(llm, { candidates: config.model?.candidates, dependenciesOf, navigate })
          : undefined,
    },
    goal: goalParts({
      ...{ store, workspaces, documents: parts.documents, redact, model: llm?.model },
      runCommand: createFolderCommands({ blobs, checks }, { allowUnsandboxed: false }),
      conversations: createConversations(paths.conversations),
      learned: createLearned(paths.learned),
    }),
    tools: servers.sources,
    notify: createNotify(config.notify, config.publicUrl, {
      key: await readOwnToken(paths.proofKey),
      redact,
    }),
    toolsOfRun: (run) => servers.sourcesOf(run),
    estimates: config.model && { ...config.model, settings: config.model, dependenciesOf, navigate },
  });
}

async function openWorkspaces({ config, store }: Parts): Promise<Workspaces> {
  const { blobs, trees } = store;
  const workspaces = createWorkspaces({ blobs, trees, store, journals: homePaths(config.home).journals });
  for (const journal of await workspaces.recover()) {
    if (journal.outcome === 'stuck')
      Runtime.instance().logger.warn('A publish could not be finished', { ...journal });
  }
  return workspaces;
}

/** Parts by which programs are loaded, run and looked at. */
async function composeChecks(
  { config, hostId, store, sandbox }: Parts,
  redact: (text: string) => string,
  live: LiveTexts | undefined,
) {
  const { blobs, trees } = store;
  const installed = new PackageSources();
  const isHere = (directory: HostDirectory) => directory.hostId === hostId;
  const loadProgram = createProgramLoader({
    trees,
    blobs,
    packagesOf: (directory, allow) =>
      isHere(directory) ? installed.of(directory.realpath, allow) : undefined,
    readConfig: createTestConfigReader({ sandbox }),
  });
  const { path, toolHomes } = config;
  const commandParts = {
    ...{ blobs, trees, path, toolHomes },
    checkouts: homePaths(config.home).checkouts,
    libraries: config.cache,
    limits: defaultLimits(config.checkLimits),
    tools: findCommandTools(path),
  };
  const checks = await createCheckRunner(commandParts);
  const benches = createBenches(commandParts);
  const dependenciesOf = (directory: HostDirectory) => (isHere(directory) ? directory.realpath : undefined);
  const rightsOf = ({ allowUnsandboxed, allowUserns }: Parameters<ActivityDeps['checksOf']>[0]['spec']) => ({
    allowUnsandboxed,
    allowUserns,
  });
  const checksOf: ActivityDeps['checksOf'] = ({ directory, spec, heavyFolders, keepsBuilds, key }) =>
    reportedBy(
      checks({
        dependencies: dependenciesOf(directory),
        ...rightsOf(spec),
        heavyFolders,
        keepsBuilds,
        live: live && key && (() => live.begin(key)),
      }),
    );
  const benchesOf: BenchesOf = ({ directory, spec, heavyFolders }) =>
    benches({ dependencies: directory && dependenciesOf(directory), ...rightsOf(spec), heavyFolders });
  const verifier: VerifierDeps = { blobs, sandbox, loadProgram, redact, dependenciesOf };
  const inspect = createInspector({ trees, blobs, loadProgram });
  return { ...verifier, dependenciesOf, checks, checksOf, benchesOf, inspect };
}

/** Texts that people see while they are written. A worker that was killed has left its texts behind. */
async function openLiveTexts(
  config: Config,
  redact: (text: string) => string,
): Promise<LiveTexts | undefined> {
  const { live: folder } = homePaths(config.home);
  await rm(folder, { recursive: true, force: true });
  // Half of a secret is not known as one.
  const longest = Math.max(0, ...config.secrets.map(({ length }) => length));
  return config.liveText ? new LiveTexts(folder, redact, longest) : undefined;
}

/** The model with what its callers need; undefined where none is configured. */
function composeModel(
  { config, store, gate }: Parts,
  {
    workspaces,
    redact,
    inspect,
    live,
  }: { workspaces: Workspaces; live?: LiveTexts } & Pick<LlmDeps, 'redact' | 'inspect'>,
): LlmDeps | undefined {
  if (!config.model) return undefined;
  const { blobs, refs, trees } = store;
  const client = createModelClient(
    { ...config.model, secrets: config.secrets },
    { blobs, refs },
    { live, gate },
  );
  return {
    model: pricedModel(client, config.model.prices),
    ...{ trees, blobs, redact, inspect },
    workspace: workspaces,
  };
}

/**
 * Opens the store of a worker: with the shared tier, if one is configured, and below its quota, by collecting runs that
 * have ended in this namespace. Rejects if the shared tier can't be used as configured.
 */
async function openWorkerStore(
  config: Config,
  connection: NativeConnection,
  namespace: string,
): Promise<OpenStore> {
  if (config.s3) await probeBucket(config.s3).catch(warnIfPassing);
  const paths = homePaths(config.home);
  const room = async (local: OpenStore['local'], targetBytes: number): Promise<void> => {
    const server = await readRunsOnServer(connection.workflowService, namespace).catch(() => undefined);
    const rules = {
      nowMs: Date.now(),
      graceMs: DEFAULT_GRACE_MS,
      retentionMs: retentionMs(config.retentionDays),
    };
    await makeRoom(local, store.shared, targetBytes, {
      ...rules,
      server,
      foreignToo: false,
      dryRun: false,
      journals: paths.journals,
    });
  };
  const quota = config.storeQuota === undefined ? undefined : { bytes: config.storeQuota, makeRoom: room };
  const store = await openStore(paths.store, { shared: config.s3, quota });
  if (store.local.recovered !== undefined) Runtime.instance().logger.warn(store.local.recovered);
  return store;
}

/** A server that is away may be back soon; what is configured wrongly stays so. */
function warnIfPassing(error: unknown): void {
  if (!(error instanceof SharedStoreError) || !error.passing) throw error;
  Runtime.instance().logger.warn(error.message);
}

function goalParts(parts: GoalParts): GoalDeps['goal'] {
  const { store, workspaces, documents, conversations, learned, redact, model, runCommand } = parts;
  const { blobs, trees } = store;
  const timeRange: GoalDeps['goal']['begin']['timeRange'] = (words, { now, language }) =>
    timeToSearch(words, { now, language });
  return {
    begin: {
      ...{ blobs, trees, timeRange },
      capture: (request) => workspaces.captureManifest(request),
      turnsOf: (id) => conversations.turns(id),
      learnedRows: (roots, now) => learned.rows(roots, now),
      knownFolders: (roots, tree) => goalFolders({ trees }, roots, tree),
    },
    think: {
      ...{ blobs, redact, model, timeRange },
      ...{ hasModel: model !== undefined, runsCommands: runCommand !== undefined },
    },
    step: {
      ...{ blobs, trees, documents, redact, runCommand, timeRange },
      chooseFolder: (what, folders, known) => chooseFolderFor(what, folders, known),
      contentsOf: (roots, onDisk, signal) =>
        goalContents(blobs, workspaces.openOriginals({ roots, base: onDisk }), signal),
    },
    end: {
      ...{ blobs, redact },
      learn: (roots, tries) => learned.add(roots, tries),
      addTurn: (id, turn) => conversations.add(id, turn),
    },
  };
}
