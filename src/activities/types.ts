import type {
  ChatInput,
  ChatOutcome,
  ExecuteInput,
  ExecuteOutcome,
  GenerateTestsInput,
  GenerateTestsOutcome,
} from '../coder';
import type {
  BeginInput,
  BeginWorkInput,
  Begun,
  CallToolInput,
  EndedWork,
  EndWorkInput,
  ThinkInput,
} from '../coder/agent';
import type {
  BeginGoalInput,
  CheckGoalInput,
  ChildBegun,
  ChildInput,
  EndGoalInput,
  GoalVerdict,
  MadePlanOutcome,
  MakePlanInput,
  RethinkInput,
  RethinkOutcome,
  RunStepInput,
} from '../coder/goal';
import type { ReadIntent } from '../domain/session/intent/index';
import type { ExportDifference } from '../domain/session/exports';
import type { CommitPlan, RepositoryLook } from '../domain/session/commit-plan';
import type { CommitOutcome } from '../workspace/git';
import type { AnswerInput, Answered as SessionAnswer, HandlerInput, IntentInput } from '../coder/session';
import type { ChildFacts } from '../domain/goal/child';
import type { BegunGoal, GoalReportRefs } from '../domain/goal/state';
import type { StepDone } from '../domain/goal/step';
import type { ToldPaths } from '../domain/goal/told-paths';
import type { ManifestPublishOutcome } from '../workspace';
import type { ProposeInput, ProposeTask } from '../repair';
import type { CallDone, Turn } from '../domain/agent/calls';
import type { CodeRecord } from '../domain/agent/record';
import type { BestCode } from '../domain/agent/state';
import type { CheckRights } from '../domain/heal/policy';
import type { ForkOrigin, ForkOutcome } from '../domain/run/fork';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { TestJudgement } from '../domain/verification/test-judgement';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { Proposal, ProposerName, SuggestedCheck } from '../domain/heal/proposal';
import type { Usage } from '../domain/run/usage';
import type { Handled } from '../domain/session/handling';
import type { RunnerOutcome } from '../domain/verification/own-runner';
import type { Verification, VerificationSpec } from '../domain/verification/verification';
import type {
  EditRefusal,
  FileEdit,
  HostDirectory,
  ImportedTree,
  MergeOutcome,
  PublishOutcome,
  TreeDiff,
} from '../domain/files/workspace';

export type { CallToolInput, MadePlanOutcome, ProposeInput, ProposeTask, ThinkInput };

export interface VerifyInput {
  key: EffectKey;
  tree: TreeHash;
  spec: VerificationSpec;
  /** Directory with the dependencies, which are not captured. Commands find them on its host only. */
  directory: HostDirectory;
  heavyFolders?: HeavyRules;
  /** Report to compare with. */
  baseline?: BlobHash;
  /** Rights of the run, by which the checks of the project are found where `spec` has none. */
  detect?: CheckRights;
  /** Runs failures once more: what changes is flaky. */
  rerunFailures: boolean;
  /** Generated test files: counted apart where the project has checks of its own. */
  generatedTests: readonly string[];
  /** Changed files of which it is told whether tests execute them. */
  covers?: readonly string[];
}

/** A tree that is green in the sandbox, to be shown to the project's own test runner. */
export interface ConfirmInput extends Pick<
  VerifyInput,
  'key' | 'tree' | 'spec' | 'directory' | 'heavyFolders'
> {
  /** The sandbox's reports of the tree and of the unchanged files. */
  report: BlobHash;
  baseline: BlobHash;
}

/** The verification commands of a suggestion that was applied. */
export interface SuggestedChecksInput extends Pick<
  VerifyInput,
  'key' | 'tree' | 'spec' | 'directory' | 'heavyFolders'
> {
  commands: readonly string[];
  /** Report of the tree's verification: what it answered is not run again. */
  report: BlobHash;
}

export interface JudgeTestsInput {
  key: EffectKey;
  /** Before the change that the tests are for. */
  base: TreeHash;
  tree: TreeHash;
  /** The generated test files. */
  files: readonly string[];
  spec: VerificationSpec;
  directory: HostDirectory;
}

export interface PublishInput {
  key: EffectKey;
  directory: HostDirectory;
  base: TreeHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is as in it gets its modification times. */
  restored?: SnapshotRef;
  /** Says what would be written, and writes nothing. */
  dryRun?: boolean;
  /** With `dryRun`, where there are conflicts: says what can be written without them. */
  partial?: boolean;
  /** Modification time of files that were made, ms since 1970; by default the time of writing. */
  mtimeMs?: number;
}

/** A thinking call of a goal. */
export type GoalAsk =
  | ({ asks: 'plan' } & MakePlanInput)
  | ({ asks: 'step' } & RethinkInput)
  | ({ asks: 'goal' } & CheckGoalInput);

/** A effect that asks a model, as it is going to be run. */
export type EstimateInput = { key: EffectKey } & (
  | { of: 'execute'; input: ExecuteInput }
  | { of: 'generate-tests'; input: GenerateTestsInput }
  | { of: 'chat'; input: ChatInput }
  | { of: 'propose'; input: ProposeInput; model?: string }
  | { of: 'think'; input: ThinkInput }
  | { of: 'tool'; input: CallToolInput }
  | { of: 'goal'; input: GoalAsk; model?: string }
  | { of: 'session'; input: AnswerInput }
  | { of: 'intent'; input: IntentInput }
);

/** Abilities of a worker. */
export interface WorkerFacts {
  modelConfigured: boolean;
  /** Proposers that look for repairs. */
  proposers: readonly ProposerName[];
  /** Models without a price. Absent: prices were not asked for. */
  unpricedModels?: string[];
}

/** Effects of the coding agent. */
export interface AgentActivities {
  /** Keeps the task and its test data. Fails finally with `BadInput` where the data can't be read. */
  beginAgent(input: BeginInput): Promise<Begun>;
  /** One turn of the model. Fails finally with `LIMIT_RESETS` where its limit resets. */
  takeTurn(input: ThinkInput): Promise<Turn>;
  /** One call of a tool. A tool that fails is a value. */
  callTool(input: CallToolInput): Promise<CallDone>;
  /** Keeps the task of work on a directory; resolves to its blob. */
  beginWork(input: BeginWorkInput): Promise<BlobHash>;
  /** Facts of the change that the work made. */
  endWork(input: EndWorkInput): Promise<EndedWork>;
  /** The record of the best code, and where it is kept. */
  writeCodeRecord(input: { key: EffectKey; best: BestCode }): Promise<{ record: CodeRecord; blob: BlobHash }>;
}

/** Effects of goals on folders. */
export interface GoalActivities {
  /** Looks at the folders of this host without reading files. Fails finally with `BadInput` where a root can't be one. */
  beginGoal(input: BeginGoalInput): Promise<BegunGoal>;
  /** A plan of a model, or the user's own. One that can't be used is a value. */
  makePlan(input: MakePlanInput): Promise<MadePlanOutcome>;
  /** The model's way on after a step that failed. */
  rethinkStep(input: RethinkInput): Promise<RethinkOutcome>;
  /** The model's word on the goal as a whole. */
  checkGoal(input: CheckGoalInput): Promise<GoalVerdict>;
  /** Carries out a step on the run's tree, on the host of the folders. That it fails is a value. */
  runGoalStep(input: RunStepInput): Promise<StepDone>;
  /** Prepares a step that a run of its own carries out. */
  beginGoalChild(input: ChildInput): Promise<ChildBegun>;
  /** Takes what that run did into the goal's tree. */
  endGoalChild(input: ChildInput & { child: ChildFacts }): Promise<StepDone>;
  /** The change of the folders as people see it. */
  compareFolders(input: {
    key: EffectKey;
    base: TreeHash;
    tree: TreeHash;
    roots: readonly string[];
    /** Globs of the run's policy. */
    globs?: readonly string[];
  }): Promise<TreeDiff & { told?: ToldPaths }>;
  /** Brings the folders of this host from one tree to another; a conflict is an outcome, and writes nothing. */
  publishFolders(input: {
    key: EffectKey;
    roots: readonly string[];
    base: TreeHash;
    tree: TreeHash;
    restored?: SnapshotRef;
    /** Modification times of `base`. */
    baseTimes?: BlobHash;
    dryRun?: boolean;
  }): Promise<ManifestPublishOutcome>;
  /** Lists the folders of this host. */
  captureFolders(input: {
    key: EffectKey;
    roots: readonly string[];
  }): Promise<{ tree: TreeHash; times: BlobHash }>;
  /** Merges trees of folders of this host that come from `base`; a conflict is an outcome. */
  mergeFolders(input: {
    key: EffectKey;
    base: TreeHash;
    ours: TreeHash;
    theirs: TreeHash;
    partial?: boolean;
    /** Takes equal bytes for the same file: a later copy of what is taken back is a conflict. */
    followFiles?: boolean;
    /** Real paths. */
    roots: readonly string[];
    /** States that the run left behind. */
    states: readonly TreeHash[];
  }): Promise<MergeOutcome>;
  /** Writes the report, keeps what was learned, and adds to the conversation, on the host of the folders. */
  endGoal(input: EndGoalInput): Promise<GoalReportRefs>;
}

/** Effects of sessions. */
export interface SessionActivities {
  /** Does the work of a mode on the session's files; what it writes is thrown away. */
  handleTask(input: HandlerInput): Promise<Handled>;
  /** The mode that a message asks for, by a model; without an intent where its reply can't be used. */
  readIntent(input: IntentInput): Promise<{ intent?: ReadIntent; usage: Usage }>;
  /** A model's word on what a handler found. */
  answerTask(input: AnswerInput): Promise<SessionAnswer>;
  /** The git repository of a directory of this host, and the commit that changes of these paths would make. */
  lookAtRepository(input: {
    key: EffectKey;
    directory: HostDirectory;
    paths: readonly string[];
    branch?: string;
  }): Promise<RepositoryLook>;
  /** Makes a commit in the git repository of a directory of this host. One that can't be made is a value. */
  commitChanges(input: {
    key: EffectKey;
    directory: HostDirectory;
    plan: CommitPlan;
  }): Promise<CommitOutcome>;
  /** Exported names whose declarations differ between two trees. */
  compareExports(input: {
    key: EffectKey;
    before: TreeHash;
    after: TreeHash;
  }): Promise<readonly ExportDifference[]>;
  /** The directory of this host as it is, and as it would be without these changes, the newest first. */
  takeBack(input: {
    key: EffectKey;
    directory: HostDirectory;
    heavyFolders?: HeavyRules;
    undo: readonly { before: TreeHash; after: TreeHash }[];
  }): Promise<{ present: SnapshotRef; merged: MergeOutcome }>;
  /** Changes the directory of this host, and looks at it anew: people may have changed other files. */
  changeDirectory(
    input: PublishInput & { heavyFolders?: HeavyRules },
  ): Promise<{ outcome: PublishOutcome; files?: SnapshotRef }>;
  /** A saved state of the session. */
  readSession(input: { key: EffectKey; saved: BlobHash }): Promise<object>;
}

/** All effects of Kintsugi's workflows. Each is keyed by its effect and may be run again. */
export interface Activities extends AgentActivities, GoalActivities, SessionActivities {
  /** Captures a directory of this host as a tree. Fails finally with `BadInput` where there is none. */
  importWorkspace(input: {
    key: EffectKey;
    directory: HostDirectory;
    heavyFolders?: HeavyRules;
    /** True: also describe the structure and what was written last, which takes a listing of the whole tree. */
    structured?: boolean;
  }): Promise<ImportedTree>;
  /** Reports this worker's abilities. Trees named by `keep` are kept, however long the run waits for its directory. */
  inspectWorker(input: {
    key: EffectKey;
    keep?: readonly TreeHash[];
    /** Asks for the models without a price, of those that a run may ask: the one that it names, or all. */
    prices?: { model?: string };
  }): Promise<WorkerFacts>;
  /** Resolves on a worker that has a model; on another it fails after a while, to be tried again. */
  awaitModel(input: { key: EffectKey }): Promise<void>;
  verifyTree(input: VerifyInput): Promise<Verification>;
  /** Runs the tests that the sandbox passed by the project's own runner, as a command; it may not be there, or not agree. */
  confirmTree(input: ConfirmInput): Promise<RunnerOutcome>;
  proposeRepairs(input: ProposeInput): Promise<Proposal>;
  /** Runs the commands. Their results are recorded and decide nothing; a command that may not run says why. */
  runSuggestedChecks(input: SuggestedChecksInput): Promise<SuggestedCheck[]>;
  executeRequest(input: ExecuteInput): Promise<ExecuteOutcome>;
  generateTests(input: GenerateTestsInput): Promise<GenerateTestsOutcome>;
  /** True if generated tests run on the change, and notice deliberate mistakes in it. */
  judgeTests(input: JudgeTestsInput): Promise<TestJudgement>;
  replyToChat(input: ChatInput): Promise<ChatOutcome>;
  /** The most that an effect is expected to buy: reserved from the run's budget before the effect. */
  estimateCall(input: EstimateInput): Promise<Usage>;
  /** Usage that an effect had bought before it was given up. */
  boughtBy(input: { key: EffectKey }): Promise<Usage>;
  compareTrees(input: { key: EffectKey; base: TreeHash; tree: TreeHash }): Promise<TreeDiff>;
  editTree(input: {
    key: EffectKey;
    tree: TreeHash;
    edits: readonly FileEdit[];
    heavyFolders?: HeavyRules;
  }): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  /** Merges two trees that come from `base`; a conflict is an outcome. */
  mergeTrees(input: {
    key: EffectKey;
    base: TreeHash;
    ours: TreeHash;
    theirs: TreeHash;
    /** Merges what meets no conflict, and tells what was left out. */
    partial?: boolean;
    /** Takes equal bytes for the same file: a later copy of what is taken back is a conflict. */
    followFiles?: boolean;
  }): Promise<MergeOutcome>;
  /** Start of a forked run. An edit that does not fit, a conflict and a lost state are outcomes. */
  forkTree(input: {
    key: EffectKey;
    origin: ForkOrigin;
    present: TreeHash;
    heavyFolders?: HeavyRules;
  }): Promise<ForkOutcome>;
  /** Hash of an action that is not a diff, for an approval to be bound to. */
  hashAction(input: { key: EffectKey; description: string }): Promise<BlobHash>;
  /** Writes a tree to a directory of this host; a conflict is an outcome, and writes nothing. */
  publishTree(input: PublishInput): Promise<PublishOutcome>;
  /** Keeps a record of the run (JSON text) in the store: its audit record, older events. Resolves to its blob. */
  keepRecord(input: { key: EffectKey; record: string }): Promise<BlobHash>;
}
