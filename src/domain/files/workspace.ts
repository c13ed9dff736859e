import { z } from 'zod';
import { MATCH_LAYERS } from './edit-match/outcome';
import { BlobHash, TreeHash, type EffectKey } from '../ids';
import type { SnapshotRef } from '../run/checkpoints';

/** A directory on one machine. Only workers of that host may read or publish it. */
export const HostDirectory = z.object({
  /** Stable id of the machine's data folder, see `hostTaskQueue`. */
  hostId: z.string().min(1),
  /** Machine name as people know it, shown while a run waits for the host. */
  hostName: z.string(),
  realpath: z.string().min(1),
});
export type HostDirectory = z.infer<typeof HostDirectory>;

/** One change of one file. Paths are relative, `/`-separated, without `.` or `..` parts. */
export const FileEdit = z.discriminatedUnion('action', [
  z.object({ action: z.literal('create'), path: z.string(), content: z.string() }),
  z.object({ action: z.literal('modify'), path: z.string(), content: z.string() }),
  /**
   * Replaces `search`, which must have one place: letter for letter, or with other blanks and line ends. A line `...`
   * stands for lines left out, in both texts. With `all`, every place that is the same letter for letter.
   */
  z.object({
    action: z.literal('replace'),
    path: z.string(),
    search: z.string().min(1),
    replacement: z.string(),
    all: z.boolean().optional(),
  }),
  /** Applies the hunks of a unified diff of this file. Context decides where they go, never the line numbers. */
  z.object({ action: z.literal('patch'), path: z.string(), diff: z.string().min(1) }),
  z.object({ action: z.literal('delete'), path: z.string() }),
  /** Gives the file `from` another path, where nothing may stand. */
  z.object({ action: z.literal('move'), from: z.string(), path: z.string() }),
  /** Sets the permission bits, 0 to 0o777. */
  z.object({ action: z.literal('mode'), path: z.string(), mode: z.number().int().min(0).max(0o777) }),
]);
export type FileEdit = z.infer<typeof FileEdit>;

/**
 * Reason why an edit was not applied; then none of its batch was. `nearest` shows the present text at its place,
 * `problem` names the fault of the path.
 */
export const EditRefusal = z.object({
  path: z.string(),
  reason: z.enum([
    'bad-path',
    'exists',
    'missing',
    'not-a-file',
    'no-match',
    'ambiguous',
    'malformed',
    'protected',
  ]),
  message: z.string(),
  nearest: z.string().optional(),
  problem: z.string().optional(),
});
export type EditRefusal = z.infer<typeof EditRefusal>;

/** An edit that was applied. `layer` says how far a replacement or patch had to be bent to find its place. */
export const AppliedEdit = z.object({
  path: z.string(),
  action: z.string(),
  layer: z.enum(MATCH_LAYERS).optional(),
  /** Trouble that may come elsewhere, for example from a name that Windows does not have. */
  warning: z.string().optional(),
});
export type AppliedEdit = z.infer<typeof AppliedEdit>;

/** Change of one path between two trees. Line counts are 0 for binary files. */
export const FileChange = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed']),
  /** Path that the file had before, where it was renamed; its content may have changed as well. */
  renamedFrom: z.string().optional(),
  addedLines: z.number().int(),
  removedLines: z.number().int(),
});
export type FileChange = z.infer<typeof FileChange>;

/** Difference of two trees: the unified text is a blob, and `hash` is what an approval is bound to. */
export const TreeDiff = z.object({
  base: TreeHash,
  tree: TreeHash,
  /** Blob of the unified diff text (UTF-8). Its hash identifies the change. */
  hash: BlobHash,
  /** At most 50; `fileCount` is the whole number. */
  files: z.array(FileChange),
  fileCount: z.number().int(),
  /** Changed lines plus changed characters / 1000: orders candidates, smaller first. */
  size: z.number(),
  /** First 2 KiB of the unified text. */
  excerpt: z.string(),
  /** Number of files that get content which the text does not show, such as a picture's. Absent: none. */
  unshown: z.number().int().optional(),
  /** Properties that the files cannot keep besides their bytes, a sentence a kind. Absent: none. */
  unkept: z.array(z.string()).optional(),
});
export type TreeDiff = z.infer<typeof TreeDiff>;

/** Result of an import. `skipped` lists at most 20 paths that are not captured, with the reason. */
export const ImportedTree = z.object({
  tree: TreeHash,
  /** Blob of the modification times, which the tree's hash does not depend on. */
  times: BlobHash.optional(),
  fileCount: z.number().int(),
  byteCount: z.number().int(),
  /** The files in few lines; absent where nobody asked. */
  structure: z.string().optional(),
  /** At most 20 files that were written last, the newest first; absent where nobody asked. */
  recent: z.array(z.string()).optional(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type ImportedTree = z.infer<typeof ImportedTree>;

/** Most paths of one kind that an outcome lists. */
export const LISTED_PATHS = 50;

/** A path that is not written, and why. */
export const PathConflict = z.object({ path: z.string(), reason: z.string() });
export type PathConflict = z.infer<typeof PathConflict>;

/** A change to write to a directory: it turns `base` into `tree`. */
export interface PublishRequest {
  key: EffectKey;
  /** Its real path on this machine. */
  directory: string;
  /** Tree that the directory held when it was imported. */
  base: TreeHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is written as in it gets its modification time back. */
  restored?: SnapshotRef;
  /** Time of the files that were made, ms since 1970. By default the time of writing. */
  mtimeMs?: number;
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean;
  /**
   * With `dryRun`: reports the part that can be published without the conflicts, as two trees. Publishing from one to
   * the other is that part. Since these are two calls, a retry publishes the same part.
   */
  partial?: boolean;
}

/** Outcome of writing a tree to a real directory. On a conflict nothing was written. */
export const PublishOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('published'), tree: TreeHash, files: z.array(FileChange) }),
  z.object({
    status: z.literal('conflict'),
    /** Paths that changed in the directory since the base was imported. */
    conflicts: z.array(PathConflict),
  }),
  /** Only where that was asked for: what meets no conflict. */
  z.object({
    status: z.literal('partial'),
    /** Base of the written change: exactly `base` → `tree` is written, so undoing it restores the earlier directory. */
    base: TreeHash,
    tree: TreeHash,
    files: z.array(FileChange),
    /** At most 50: conflicts, and what belongs together with one; `leftCount` is the whole number. */
    left: z.array(PathConflict),
    leftCount: z.number().int(),
  }),
]);
export type PublishOutcome = z.infer<typeof PublishOutcome>;

/** A path that two sides changed so that they can't both be had. */
export const MergeConflict = z.object({
  path: z.string(),
  kind: z.enum(['content', 'deleted', 'mode', 'type', 'moved']),
  message: z.string(),
  /** The first place in conflict, where the file is text; `line` is that of our side, from 1. */
  texts: z
    .object({ line: z.number().int(), base: z.string(), ours: z.string(), theirs: z.string() })
    .optional(),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

/** Conflicts of a merge as results tell them: each path with the reason. */
export function conflictReasons(conflicts: readonly MergeConflict[]): PathConflict[] {
  return conflicts.map(({ path, message }) => ({ path, reason: message }));
}

/** Outcome of merging two trees. On a conflict nothing is merged, unless what meets none was asked for. */
export const MergeOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('merged'),
    tree: TreeHash,
    /** At most 50 changes of their side that were left out, where that was asked for; `leftCount` counts all. */
    left: z.array(PathConflict).optional(),
    leftCount: z.number().int().optional(),
  }),
  z.object({ status: z.literal('conflict'), conflicts: z.array(MergeConflict) }),
]);
export type MergeOutcome = z.infer<typeof MergeOutcome>;
