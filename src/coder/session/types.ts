import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { EditRefusal, FileEdit, HostDirectory, TreeDiff } from '../../domain/files/workspace';
import type { CheckRights } from '../../domain/heal/checks';
import type { EffectKey, TreeHash } from '../../domain/ids';
import type { RepositoryLook } from '../../domain/session/commit-plan';
import type { HistoryAsk, HistoryOutcome } from '../../domain/session/history';
import type { Handled } from '../../domain/session/handling';
import type { AgentMode } from '../../domain/session/modes';
import type { QuestionKind } from '../../domain/session/question-kinds';
import type { HandlerTask } from '../../domain/session/state';
import type { CheckReport, Verification, VerificationSpec } from '../../domain/verification/verification';
import type { TestChoice } from '../../domain/verification/choice';
import type { EffectContext } from '../../machine/effect-context';
import type { Checked } from '../../codebase/diagnostics';
import type { CodeGraph } from '../../codebase/graph';
import type { Navigate } from '../../codebase/navigation';
import type { ModelClient } from '../../model';
import type { BlobStore, TreeStore } from '../../store';

/** Work of a mode on the files of a session. Nothing that it writes stays. */
export interface HandlerInput {
  key: EffectKey;
  mode: AgentMode;
  task: HandlerTask;
  /** Kind of the question that it is, where the tools of the project answer it in place of the mode's own. */
  asked?: QuestionKind;
  directory: HostDirectory;
  spec: VerificationSpec;
  heavyFolders?: HeavyRules;
  /** Rights by which the checks of the project are found. */
  detect: CheckRights;
  /** For the mode that commits. */
  repository?: RepositoryLook;
  /** Asked in place of the worker's own. */
  model?: string;
}

/** Facts of the activity that a handler runs in. */
export type HandlerContext = EffectContext;

/** Command that a handler runs on a private copy of a tree. */
export interface CommandTask extends Pick<HandlerInput, 'directory' | 'spec' | 'heavyFolders'> {
  tree: TreeHash;
  command: string;
  timeoutMs: number;
  /** Folder of the copy, by its plain name, whose files are read once the command has ended. */
  collect?: string;
}

/** How such a command ended, and the files that it left, by name. */
export interface CommandEnd {
  report: CheckReport;
  collected: readonly { name: string; bytes: Buffer }[];
}

/** Parts of a worker that follow the code and the history of a project. */
export interface CodeDeps {
  blobs: BlobStore;
  trees: TreeStore;
  navigate: Navigate;
  graph: Pick<CodeGraph, 'callees' | 'callers' | 'impact'>;
  /** Commits of the repository of a directory of this machine. */
  history(directory: HostDirectory, ask: HistoryAsk, signal: AbortSignal): Promise<HistoryOutcome>;
  /** Folder with the installed packages of a directory, if that is on this machine. */
  dependenciesOf?(directory: HostDirectory): string | undefined;
}

/** Parts of a worker that handlers work with. */
export interface SessionDeps extends CodeDeps {
  redact(text: string): string;
  /** Runs the checks of a tree, on a private copy of it; without any in `spec`, those that are found in the project. */
  verify(
    input: Pick<HandlerInput, 'key' | 'directory' | 'heavyFolders' | 'detect'> & {
      tree: TreeHash;
      spec: VerificationSpec;
      /** Some of the tests alone. */
      choice?: TestChoice;
    },
    context: HandlerContext,
  ): Promise<Verification>;
  /** Syntax and type errors of files of a tree. */
  diagnose(
    input: Pick<HandlerInput, 'directory'> & { tree: TreeHash; paths: readonly string[] },
    signal: AbortSignal,
  ): Promise<Checked>;
  /** Runs a command on a private copy of a tree, isolated; what it writes is thrown away but for the files asked for. */
  runCommand(task: CommandTask, context: Pick<HandlerContext, 'signal'>): Promise<CommandEnd>;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
    options?: { heavyFolders?: HeavyRules },
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
  /** Absent where no model is configured. */
  model?: ModelClient;
}

/** Does the work of one mode. Failing is a value. */
export type Handler = (deps: SessionDeps, input: HandlerInput, context: HandlerContext) => Promise<Handled>;
