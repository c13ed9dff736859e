import type { TreeHash } from '../domain/ids';
import type { CheckReport, CommandCheck } from '../domain/verification/verification';

/** Runs one command of the project on a tree; its failure is a report. Rejects only on abort or for infrastructure. */
export type CheckRunner = (
  tree: TreeHash,
  check: CommandCheck,
  signal: AbortSignal,
  options?: CheckOptions,
) => Promise<CheckReport>;

/** The command's own view of its folders. */
export interface FolderSeen {
  /** Its temporary folder, where it is out here. */
  tmp: string;
  /** Paths by which it may have named its folder. */
  roots: readonly string[];
}

export interface CheckOptions {
  progress?: (detail: unknown) => void;
  /** Reports which files of the tree the command opened, where the file system of the checkouts tells. */
  observe?: boolean;
  /** Looks at the folder as the command left it, before the folder is removed. Nothing of the command runs any more. */
  afterwards?(folder: string, report: CheckReport, seen: FolderSeen): Promise<void>;
}
