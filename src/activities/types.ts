import type {
  ChatInput,
  ChatOutcome,
  ExecuteInput,
  ExecuteOutcome,
  GenerateTestsInput,
  GenerateTestsOutcome,
} from '../coder';
import type { CallToolInput, ThinkInput } from '../coder/agent';
import type { CheckGoalInput, MadePlanOutcome, MakePlanInput, RethinkInput } from '../coder/goal';
import type { IntentInput } from '../coder/session';
import type { ComparedCandidate, CompareInput, ProposeInput, ProposeTask } from '../repair';
import type { LookedAt } from '../domain/gate/judge';
import type { CheckRights } from '../domain/heal/checks';
import type { ForkOrigin, ForkOutcome } from '../domain/run/fork';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { TestScore } from '../domain/verification/test-score';
import type { Proposal, ProposerName, SuggestedCheck } from '../domain/heal/proposal';
import type { NoticeChannel, RunInput } from '../domain/run/input';
import type { Notice } from '../domain/run/notice';
import type { Usage } from '../domain/run/budget';
import type { RunnerOutcome } from '../domain/verification/own-runner';
import type { Verification } from '../domain/verification/verification';
import type {
  EditRefusal,
  FileEdit,
  HostDirectory,
  ImportedTree,
  MergeOutcome,
  PublishOutcome,
  PublishRequest,
  TreeDiff,
} from '../domain/files/workspace';
import type {
  CheckedTree,
  GreenChange,
  GreenTree,
  SuggestedChecks,
  VerifyInput as VerifierInput,
} from '../verifier';
import type { MergeRequest } from '../workspace';
import type { AgentActivities } from './agent';
import type { GoalActivities } from './goal';
import type { SessionActivities } from './session';

export type { CallToolInput, MadePlanOutcome, ProposeInput, ProposeTask, ThinkInput };

type OnTree<Given> = Given & { key: EffectKey; directory: HostDirectory };

/** `detect`: rights of the run, by which the checks of the project are found where `spec` has none. */
export type VerifyInput = OnTree<VerifierInput> & { detect?: CheckRights };

/** A change of a project, and the report of the files before it, which names the judges. */
export type InspectChangeInput = OnTree<CheckedTree> & {
  base: TreeHash;
  report: BlobHash;
  impactedFiles: readonly string[];
};

export type CompareCandidatesInput = CompareInput & { key: EffectKey };

export type ScoreTestsInput = OnTree<CheckedTree> & {
  /** Before the change that the tests are for. */
  base: TreeHash;
  files: readonly string[];
  /** By these rights the command that runs the tests is detected if `spec` has none. */
  detect: CheckRights;
};

/** A thinking call of a goal. */
export type GoalAsk =
  | ({ asks: 'plan' } & MakePlanInput)
  | ({ asks: 'step' } & RethinkInput)
  | ({ asks: 'goal' } & CheckGoalInput);

/** An effect that asks a model, as it is going to be run. */
export type EstimateInput = { key: EffectKey } & (
  | { of: 'execute'; input: ExecuteInput }
  | { of: 'generate-tests'; input: GenerateTestsInput }
  | { of: 'chat'; input: ChatInput }
  | { of: 'propose'; input: ProposeInput; model?: string }
  | { of: 'think'; input: ThinkInput }
  | { of: 'tool'; input: CallToolInput }
  | { of: 'goal'; input: GoalAsk; model?: string }
  | { of: 'intent'; input: IntentInput }
);

export interface WorkerFacts {
  modelConfigured: boolean;
  /** Proposers that look for repairs. */
  proposers: readonly ProposerName[];
  /** Models without a price. Absent: prices were not asked for. */
  unpricedModels?: string[];
}

/** All effects of Kintsugi's workflows. Each is keyed by its effect and may be run again. */
export interface Activities extends AgentActivities, GoalActivities, SessionActivities {
  /** Completes the input of a run that somebody else than Kintsugi's client has started. Fails finally with `BadInput` where it can't be used. */
  completeInput(input: { kind: string; given: object }): Promise<RunInput>;
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
  /** Looks at a change that was asked for without running it: how its files differ, what speaks against it. */
  inspectChange(input: InspectChangeInput): Promise<LookedAt>;
  /** Runs the tests that the sandbox passed by the project's own runner, as a command; it may not be there, or not agree. */
  confirmTree(input: OnTree<GreenTree>): Promise<RunnerOutcome>;
  proposeRepairs(input: ProposeInput): Promise<Proposal>;
  /** Tells candidates that pass everything apart by their behaviour, the likeliest first. Empty: nothing is known of it. */
  compareCandidates(input: CompareCandidatesInput): Promise<ComparedCandidate[]>;
  /** Files of a change that no command notices when they are broken on purpose. */
  breakChange(input: OnTree<GreenChange>): Promise<string[]>;
  /** Runs the commands. Their results are recorded and decide nothing; a command that may not run says why. */
  runSuggestedChecks(input: OnTree<SuggestedChecks>): Promise<SuggestedCheck[]>;
  executeRequest(input: ExecuteInput): Promise<ExecuteOutcome>;
  generateTests(input: GenerateTestsInput): Promise<GenerateTestsOutcome>;
  /** True if generated tests run on the change, and notice deliberate mistakes in it. */
  scoreTests(input: ScoreTestsInput): Promise<TestScore>;
  replyToChat(input: ChatInput): Promise<ChatOutcome>;
  /** The most that an effect is expected to buy: reserved from the run's budget before the effect. */
  estimateCall(input: EstimateInput): Promise<Usage>;
  /** Tells people elsewhere that a run waits for them. */
  notify(input: { key: EffectKey; channel: NoticeChannel; notice: Notice }): Promise<{ told: NoticeChannel }>;
  /** Usage that an effect had bought before it was given up. */
  boughtBy(input: { key: EffectKey }): Promise<Usage>;
  /** `directory`: real path of the directory that the difference is for. */
  compareTrees(input: {
    key: EffectKey;
    base: TreeHash;
    tree: TreeHash;
    directory?: string;
  }): Promise<TreeDiff>;
  editTree(input: {
    key: EffectKey;
    tree: TreeHash;
    edits: readonly FileEdit[];
    heavyFolders?: HeavyRules;
  }): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  /** Merges two trees that come from `base`; a conflict is an outcome. */
  mergeTrees(input: { key: EffectKey } & MergeRequest): Promise<MergeOutcome>;
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
  publishTree(input: PublishRequest): Promise<PublishOutcome>;
  /** Keeps a record of the run (JSON text) in the store: its audit record, older events. Resolves to its blob. */
  keepRecord(input: { key: EffectKey; record: string }): Promise<BlobHash>;
}
