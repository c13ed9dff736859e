import { setTimeout as delay } from 'node:timers/promises';
import { infrastructure, NoModelError } from '../domain/kintsugi-error';
import type { HostDirectory, ImportedTree } from '../domain/files/workspace';
import type { EffectKey } from '../domain/ids';
import { unpricedOf } from '../domain/run/prices';
import type { Verification } from '../domain/verification/verification';
import { RECENT_FILES } from '../domain/heal/errors';
import { deniedCheck } from '../domain/heal/checks';
import { ProposerName } from '../domain/heal/proposal';
import type { RunInput } from '../domain/run/input';
import { NO_USAGE } from '../domain/run/budget';
import { hashBytes, type BlobStore, type TreeStore } from '../store';
import type { EffectContext } from '../machine/effect-context';
import {
  BUILT_IN_TOOLS,
  directoryTools,
  type DirectoryToolDeps,
  ToolRegistry,
  type ToolSource,
} from '../coder/agent';
import { agentActivities } from './agent';
import { goalActivities, type GoalDeps } from './goal';
import { sessionActivities } from './session';
import { beating, effect, keptEffect, type EffectStores } from './effect';
import type { Navigate } from '../codebase/navigation';
import { ARTEFACTS } from '../machine/paths';
import { openClassifier, type SessionDeps } from '../coder/session';
import { createTreeCommands } from '../commands';
import { estimateCall, type EstimateOptions } from './estimate';
import { changeFindings, chatReply, generateEdits, generateTests, type LlmDeps } from '../coder';
import { boughtBy, modelsOf } from '../model';
import { scoreTests } from '../repair/generated-tests';
import type { Inspect } from '../verifier/integrity';
import { compareCandidates, proposeRepairs, readTask, type BenchesOf, type Proposers } from '../repair';
import type { LookedAt } from '../domain/gate/judge';
import type { Activities, InspectChangeInput, VerifyInput, WorkerFacts } from './types';
import {
  breakChange,
  type CheckCall,
  type CheckedTree,
  confirmTree,
  type RunCheck,
  runSuggestedChecks,
  type VerifierDeps,
  verify,
} from '../verifier';
import type { Notify } from '../notices';
import { shortHash } from '../machine/hash';
import type { Repositories } from '../workspace/git';
import type { Workspaces } from '../workspace';

export type { GoalDeps } from './goal';

/** Parts that the activities are built from; `worker.ts` chooses the implementations. */
export interface ActivityDeps extends VerifierDeps, EffectStores {
  /** Parts of the effects of goals. */
  goal: GoalDeps['goal'];
  /** Opens the navigation of a project's files. */
  navigate: Navigate;
  /** Follows symbols through a project's files. */
  graph: SessionDeps['graph'];
  workspaces: Workspaces;
  /** Completes what a run of a kind was started with, by the settings of this machine. */
  completeInput(kind: string, given: object): Promise<RunInput>;
  /** Git repositories of this host. */
  repositories: Repositories;
  trees: TreeStore;
  blobs: BlobStore;
  /** The check runner for a task: commands find the directory's dependencies only on its own machine. With a key people see what they print. */
  checksOf(input: Omit<CheckedTree, 'tree'> & { directory: HostDirectory; key?: EffectKey }): RunCheck;
  /** Checkouts in which edits are tried with commands. Absent: commands cannot be run here. */
  benchesOf?: BenchesOf;
  proposers: Proposers;
  /** Absent: candidates are compared by their paths alone. */
  inspect?: Inspect;
  /** Absent where no model is configured. */
  llm?: LlmDeps;
  /** Tells people elsewhere that a run waits for them. */
  notify: Notify;
  /** Finds syntax and type errors for the agent. */
  diagnostics: DirectoryToolDeps['diagnostics'];
  /** Tools of the agent besides Kintsugi's own. */
  tools?: readonly ToolSource<never>[];
  toolsOfRun?: (run: string) => Promise<readonly ToolSource<never>[]>;
  /** With `llm`: what its calls cost. */
  estimates?: EstimateOptions;
}

export function createActivities(deps: ActivityDeps): Activities {
  const { workspaces } = deps;
  const own = directoryTools({ ...deps, history: historyOf(deps), workspace: workspaces, verifier: deps });
  const tools = [...BUILT_IN_TOOLS, own as ToolSource<never>, ...(deps.tools ?? [])];
  const registry = new ToolRegistry(tools, deps.toolsOfRun);
  const verifyTree = verifying(deps);
  return {
    ...agentActivities(deps, registry),
    ...goalActivities({ ...deps, folders: workspaces }),
    ...sessionActivities({
      ...deps,
      session: sessionDeps(deps, verifyTree),
      classify: openClassifier(ARTEFACTS.intent),
    }),
    completeInput: beating(deps, ({ kind, given }) => deps.completeInput(kind, given)),
    importWorkspace: effect(deps, (input, context) => importWorkspace(deps, input, context)),
    awaitModel: beating(deps, (_, { signal }) => awaitModel(deps, signal)),
    inspectWorker: effect(deps, async (given) => inspect(deps, given)),
    verifyTree: keptEffect(deps, verifyTree),
    confirmTree: keptEffect(deps, (input, context) => confirmTree(deps, checkTask(deps, input, context))),
    inspectChange: keptEffect(deps, (input) => inspectChange(deps, input)),
    proposeRepairs: keptEffect(deps, async (input, context) => {
      const request = { ...(await readTask(deps.blobs, input.task)), ...input };
      return proposeRepairs(deps.proposers, request, context, deps.redact, deps.inspect);
    }),
    compareCandidates: keptEffect(deps, (input, { signal }) =>
      compareCandidates({ ...deps, applyEdits: workspaces.applyEdits }, input, signal),
    ),
    breakChange: keptEffect(deps, (input, context) =>
      breakChange({ ...deps, ...workspaces }, checkTask(deps, input, context)),
    ),
    runSuggestedChecks: keptEffect(deps, (input, context) =>
      runSuggestedChecks(deps, checkTask(deps, input, context)),
    ),
    executeRequest: keptEffect(deps, (input, context) =>
      generateEdits(needModel(deps), input, llmContext(context, input.model)),
    ),
    generateTests: keptEffect(deps, (input, context) =>
      generateTests(needModel(deps), input, llmContext(context, input.model)),
    ),
    scoreTests: keptEffect(deps, (input, context) =>
      scoreTests(deps, { ...input, ...context, detect: { denied: deniedCheck(input.detect) } }),
    ),
    replyToChat: keptEffect(deps, (input, context) =>
      chatReply(needModel(deps), input, llmContext(context, input.model)),
    ),
    ...countingActivities(deps, registry),
    // Who is told twice can tell, but need not.
    notify: keptEffect(deps, async ({ key, channel, notice }, { signal }) => {
      await deps.notify(channel, notice, shortHash(JSON.stringify(key)), signal);
      return { told: channel };
    }),
    compareTrees: effect(deps, async ({ base, tree, directory }) => {
      const diff = await workspaces.diffTrees(base, tree);
      return directory === undefined ? diff : workspaces.withUnkept(diff, directory);
    }),
    editTree: effect(deps, ({ tree, edits, heavyFolders }) =>
      workspaces.applyEdits(tree, edits, { heavyFolders }),
    ),
    publishTree: effect(deps, (input, { signal }) => workspaces.publish(input, signal)),
    mergeTrees: effect(deps, (request) => workspaces.mergeTrees(request)),
    forkTree: effect(deps, ({ origin, present, heavyFolders }) =>
      workspaces.forkTree(origin, present, heavyFolders),
    ),
    hashAction: beating(deps, ({ description }) => Promise.resolve(hashBytes(Buffer.from(description)))),
    keepRecord: effect(deps, ({ record }) => deps.blobs.put(Buffer.from(record))),
  };
}

/** Objections that a result names. */
const MOST_OBJECTIONS = 20;

/** A look at a change that somebody asked for: new tests and manifests are usual in it. */
async function inspectChange(
  { workspaces, ...deps }: ActivityDeps,
  change: InspectChangeInput,
): Promise<LookedAt> {
  const parts = { ...deps, workspace: workspaces };
  const { diff, objections, signs, fitted } = await changeFindings(parts, { ...change, isAsked: true });
  const { hash, files, fileCount } = diff;
  return {
    ...{ diff: hash, files, fileCount, fitted },
    objections: objections.slice(0, MOST_OBJECTIONS),
    signs: signs.map(({ sign, place }) => ({ sign, ...place() })),
  };
}

type VerifyTree = (input: VerifyInput, context: EffectContext) => Promise<Verification>;

/** The verification of all kinds of run: where a run was given no checks, those of the project are found by its rights. */
function verifying(deps: ActivityDeps): VerifyTree {
  return (input, context) =>
    verify(deps, {
      ...checkTask(deps, input, context),
      detect: input.detect && { denied: deniedCheck(input.detect) },
    });
}

function checkTask<I extends CheckedTree & { directory: HostDirectory }>(
  { checksOf }: ActivityDeps,
  input: I,
  context: EffectContext,
): I & CheckCall {
  return { ...input, ...context, runCheck: checksOf(input) };
}

function historyOf({ repositories }: ActivityDeps): SessionDeps['history'] {
  return ({ realpath }, ask, signal) => repositories.history(realpath, ask, signal);
}

/** Parts that the modes of a session work with. */
function sessionDeps(deps: ActivityDeps, verifyTree: VerifyTree): SessionDeps {
  const { blobs, trees, redact, navigate, graph, dependenciesOf, llm } = deps;
  return {
    ...{ blobs, trees, redact, navigate, graph, dependenciesOf, model: llm?.model },
    history: historyOf(deps),
    diagnose: ({ directory, tree, paths }, signal) =>
      deps.diagnostics.check({ tree, paths, directory: deps.dependenciesOf?.(directory), signal }),
    ...{ applyEdits: deps.workspaces.applyEdits, diffTrees: deps.workspaces.diffTrees },
    runCommand: createTreeCommands(deps.checksOf),
    // The tree is the directory as the user has it.
    verify: (input, context) =>
      verifyTree({ ...input, keepsBuilds: true, rerunFailures: true, generatedTests: [] }, context),
  };
}

async function importWorkspace(
  { workspaces }: ActivityDeps,
  { directory, heavyFolders, structured = false }: Parameters<Activities['importWorkspace']>[0],
  context: EffectContext,
): Promise<ImportedTree> {
  const imported = await workspaces.importDirectory(directory.realpath, { ...context, heavyFolders });
  if (!structured) return imported;
  const { tree, times } = imported;
  const recent = times === undefined ? [] : await workspaces.recentFiles({ tree, times }, RECENT_FILES);
  return { ...imported, structure: await workspaces.structureOf(tree), recent };
}

function inspect(
  { llm, estimates, proposers }: ActivityDeps,
  { prices }: { prices?: { model?: string } },
): WorkerFacts {
  const facts = {
    modelConfigured: llm !== undefined,
    proposers: ProposerName.options.filter((name) => proposers[name]),
  };
  if (!prices || !estimates) return facts;
  return { ...facts, unpricedModels: unpricedOf(modelsOf(estimates, prices.model), estimates.prices) };
}

/** Activities that count for the budget of a run. They store nothing, so no run has references to keep. */
function countingActivities(
  deps: ActivityDeps,
  registry: ToolRegistry,
): Pick<Activities, 'estimateCall' | 'boughtBy'> {
  const { estimates } = deps;
  return {
    estimateCall: beating(deps, (input, { signal }) =>
      estimates
        ? estimateCall(estimating(deps, registry), estimates, input, signal)
        : Promise.resolve(NO_USAGE),
    ),
    boughtBy: beating(deps, ({ key }) => boughtBy(key, deps, estimates?.prices ?? {})),
  };
}

function estimating(deps: ActivityDeps, registry: ToolRegistry) {
  const llm = needModel(deps);
  const { blobs, trees, sandbox } = deps;
  return { ...llm, agent: { ...llm, blobs, trees, sandbox, registry }, goal: deps.goal.think };
}

/** Time that a worker without a model holds a run that waits for one, ms: until its next try somebody may have set one. */
const HOLD_MS = 20_000;

async function awaitModel({ llm }: ActivityDeps, signal: AbortSignal): Promise<void> {
  if (llm) return;
  await delay(HOLD_MS, undefined, { signal });
  throw infrastructure('No worker with a model has come yet.');
}

function needModel(deps: ActivityDeps): LlmDeps {
  if (!deps.llm) throw new NoModelError();
  return deps.llm;
}

function llmContext({ signal, attempt, progress }: EffectContext, model: string | undefined) {
  progress('waiting for the model');
  return { signal, model, attempt };
}
