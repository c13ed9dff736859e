import type { ToolOutcome } from '../../../domain/goal/outcome';
import type { ResolvedArgs, GoalTool } from '../../../domain/goal/tool-args';
import type { TreeHash } from '../../../domain/ids';
import type { Language } from '../../../domain/run/input';
import type { CheckReport } from '../../../domain/verification/verification';
import type { Documents } from '../../../documents';
import type { BlobStore, TreeStore } from '../../../store';
import type { Contents } from './contents';

export interface FolderNames {
  path: string;
  names: string[];
}

/** A folder that every user has: where it is, and for what. */
export interface KnownFolder {
  path: string;
  of: 'desktop' | 'documents' | 'downloads' | 'pictures' | 'music' | 'videos';
}

export type ChosenFolder = { path: string } | { ambiguous: string[] } | { none: true };

/** A command on a folder, and the folder as it left it. */
export interface FolderCommand {
  /** The folder; all of its files have their bytes in the store. */
  tree: TreeHash;
  command: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Runs a command in a private copy of a folder, without network. `after`: the folder then; absent where it did not run. */
export type RunFolderCommand = (
  task: FolderCommand,
) => Promise<{ report: CheckReport; after?: TreeHash; left?: readonly string[] }>;

/** A goal's run as one call of a tool sees it. Paths of folders in it are as people see them. */
export interface FilesContext {
  trees: TreeStore;
  blobs: BlobStore;
  /** Real paths. */
  roots: readonly string[];
  /** The run's tree now. */
  tree: TreeHash;
  contents: Contents;
  documents: Documents;
  /** ISO 8601. */
  now: string;
  language: Language;
  signal: AbortSignal;
  progress?(note: string): void;
  /** Takes secrets out of texts. */
  redact(text: string): string;
  /** Time range, ISO 8601, that words such as `last week` mean; `to` is excluded. */
  timeRange(words: string): { from: string; to: string } | undefined;
  /** Folder that a description means. */
  chooseFolder(what: string, folders: readonly FolderNames[], known: readonly KnownFolder[]): ChosenFolder;
  knownFolders: readonly KnownFolder[];
  /** Modification time of a folder of the tree, ms; undefined where nobody knows it. Absent: of none. */
  folderTimeMs?(treePath: string): Promise<number | undefined>;
  /** Absent: no commands are run. */
  runCommand?: RunFolderCommand;
}

/** A tool on folders: a new tree comes out, nothing on disk changes. */
export type FileTool<T extends GoalTool> = (
  context: FilesContext,
  args: ResolvedArgs<T>,
) => Promise<ToolOutcome>;
