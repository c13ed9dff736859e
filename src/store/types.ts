import type { BlobHash, StepKey, TreeHash } from '../domain/ids';

/** Content-addressed blobs. A hash is returned only when the bytes are durable; reads verify it. */
export interface BlobStore {
  put(bytes: Uint8Array): Promise<BlobHash>;
  /** Many at once in one transaction; hashes in the order given. */
  putMany(blobs: readonly Uint8Array[]): Promise<BlobHash[]>;
  /** Rejects with `BlobMissingError` or `BlobCorruptError`. */
  get(hash: BlobHash): Promise<Buffer>;
  has(hash: BlobHash): Promise<boolean>;
  close(): Promise<void>;
}

/** Named pointers, `refs/<run>/<step>` → value (at most 64 KiB of JSON text). */
export interface RefStore {
  /** Writes the value unless one is there already; resolves to the value that stands. */
  putOnce(key: StepKey, value: string): Promise<string>;
  get(key: StepKey): Promise<string | undefined>;
  /** All steps of a run, sorted. */
  list(run: string): Promise<{ step: string; value: string }[]>;
}

export type EntryType = 'file' | 'dir' | 'link';

/** One entry of a directory in a tree. */
export interface TreeEntry {
  name: string;
  type: EntryType;
  /** Permission bits, 0 to 0o7777; 0 for links. */
  mode: number;
  /** Blob of the bytes, of the link's target, or of the sub-directory's listing. */
  hash: BlobHash;
  /** Bytes of a file, 0 otherwise. */
  size: number;
}

/** A file of a tree with its whole path. */
export interface TreeFile extends TreeEntry {
  path: string;
}

/** Trees as values over a blob store. */
export interface TreeStore {
  /** The entries of one directory listing, sorted by name's UTF-8 bytes. */
  readDir(hash: TreeHash): Promise<readonly TreeEntry[]>;
  writeDir(entries: readonly TreeEntry[]): Promise<TreeHash>;
  /** All files and links (with `dirs`, directories too), depth first, sorted by path. */
  list(tree: TreeHash, options?: { dirs?: boolean }): Promise<TreeFile[]>;
  /** Undefined where there is no such path. */
  find(tree: TreeHash, path: string): Promise<TreeFile | undefined>;
  emptyTree(): Promise<TreeHash>;
}
