import type { FileChange } from '../files/workspace';
import type { BlobHash } from '../ids';

/** The git repository of a session's directory, and the commit that the session's changes would make in it. */
export type RepositoryLook =
  /** There is no repository, or git is in the middle of something; `reason` is one sentence. */
  | { readonly status: 'unfit'; readonly reason: string; readonly hasConflicts: boolean }
  | {
      readonly status: 'fit';
      /** Branch that is checked out; absent: none. */
      readonly branch?: string;
      /** Commit that is checked out; absent: there is none yet. */
      readonly head?: string;
      /** True if the branch that people named is there and another one is checked out. */
      readonly isTaken: boolean;
      /** Paths that the commit takes over, from the session's directory. */
      readonly paths: readonly string[];
      /** Changed files that were left out, since they hold secrets by their names. */
      readonly secret?: readonly string[];
      /** Git's name of the files as the commit would have them. */
      readonly tree: string;
      readonly files: readonly FileChange[];
      /** Blob of the diff against the commit that is checked out. */
      readonly diff: BlobHash;
      readonly excerpt: string;
      /** Files of the commit that people have staged themselves. */
      readonly staged: readonly string[];
    };

/** A commit as people approve it. */
export interface CommitPlan {
  readonly branch: string;
  readonly isNewBranch: boolean;
  /** Commit that it is made on; absent: the first of all. */
  readonly parent?: string;
  /** Git's name of the files: a commit of others is not made. */
  readonly tree: string;
  readonly message: string;
  /** From the session's directory. */
  readonly paths: readonly string[];
  readonly files: readonly FileChange[];
  readonly excerpt: string;
  /** Sends the branch to its remote. */
  readonly push: boolean;
  readonly pullRequest: boolean;
}
