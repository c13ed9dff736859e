import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { HashedBlob } from './hash';

/** Content-addressed blobs. A hash is returned only when the bytes are durable; reads verify it. */
export interface BlobStore {
  put(bytes: Uint8Array): Promise<BlobHash>;
  /** Many at once in one transaction; hashes in the order given. */
  putMany(blobs: readonly Uint8Array[]): Promise<BlobHash[]>;
  /** Rejects with `BlobMissingError` or `BlobCorruptError`; a blob that was found corrupt is missing from then on. */
  get(hash: BlobHash): Promise<Buffer>;
  has(hash: BlobHash): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Blobs that are used without being put again, for example by a capture that knows the hash of a file. As after a
 * put, collection leaves them alone for the grace time.
 */
export interface Pins {
  /** True if the blob need not be put: if so, it stays where it is. */
  pin(hash: BlobHash): Promise<boolean>;
  /**
   * Pins blobs that a record of the present epoch promises (see `StatCache.epoch`), without looking for them on this
   * machine; false where they must be looked for all the same. Their hashes as bytes, one after the other: there are
   * ten thousand of them in a capture that takes 30 ms.
   */
  pinRecorded(hashes: Buffer): boolean;
  /** Leases what was pinned, and ends. Rejects with `CollectedMeanwhileError` where one is gone. */
  release(): Promise<void>;
}

/** Blob store of one machine, which also moves whole trees in and out of directories. */
export interface BulkBlobStore extends BlobStore {
  /** Like `putMany`, for bytes that are hashed already. Once it has resolved, their memory may be used for something else. */
  putHashed(blobs: readonly HashedBlob[]): Promise<void>;
  /** Like `get`, for bytes that are used at once and not kept: they need no memory of their own then. */
  use<T>(hash: BlobHash, act: (bytes: Buffer) => T): Promise<T>;
  /** Stores what is too large to be held; `size` in bytes. */
  putStream(chunks: AsyncIterable<Uint8Array>): Promise<{ hash: BlobHash; size: number }>;
  /** In chunks. That the blob is corrupt may show only after the last one: use nothing of it before. */
  getStream(hash: BlobHash): AsyncIterable<Buffer>;
  /** Writes a large blob into a file that is open and empty; its holes stay holes. */
  copyTo(hash: BlobHash, fd: number): Promise<void>;
  /** Bytes of a blob; undefined where it is not there. */
  size(hash: BlobHash): Promise<number | undefined>;
  pins(): Pins;
  /** Loads what is about to be read. What cannot be had shows when it is read. */
  prefetch(hashes: readonly BlobHash[]): Promise<void>;
}

/** Named pointers, `refs/<run>/<effect>` → value (at most 64 KiB of JSON text). */
export interface RefStore {
  /** Writes the value unless one is there already; resolves to the value that stands. */
  putOnce(key: EffectKey, value: string): Promise<string>;
  get(key: EffectKey): Promise<string | undefined>;
  /** All effects of a run, sorted. */
  list(run: string): Promise<{ effect: string; value: string }[]>;
  /** Every run that has references. */
  runs(): Promise<SeenRun[]>;
  /** Forgets all references of a run. */
  removeRun(run: string): Promise<void>;
}

/** A run as the store knows it. */
export interface SeenRun {
  run: string;
  /** When its newest reference was written, ms since 1970. */
  seenMs: number;
}

/** Records of captured folders, by a key of 32 bytes. Only a cache: an empty one makes the same trees, slower. */
export interface StatCache {
  get(key: Buffer): Buffer | undefined;
  setMany(folders: readonly { key: Buffer; record: Buffer }[]): Promise<void>;
  /** Counts the times that blobs left the store: a record of another epoch may name what is not there any more. */
  epoch(): number;
  /** To be called when blobs leave the store, or are found missing. */
  nextEpoch(): Promise<void>;
}

/** Everything that Kintsugi keeps on a machine apart from the server's database. */
export interface Store {
  blobs: BulkBlobStore;
  refs: RefStore;
  stats: StatCache;
  trees: TreeStore;
  close(): Promise<void>;
}

/**
 * Kind of a tree's entry. An `identity` is something on the user's disk that is known by its identity alone: its bytes
 * are in no blob.
 */
export type EntryType = 'file' | 'dir' | 'link' | 'identity';

/** One entry of a directory in a tree. */
export type TreeEntry = EntryFacts & (FolderHash | LeafHash);

/** Entry of a sub-directory. */
export type FolderEntry = EntryFacts & FolderHash;

interface EntryFacts {
  /** Bytes that are not UTF-8 are escaped, see `names.ts`. */
  name: string;
  /** Permission bits, 0 to 0o7777; 0 for links. */
  mode: number;
  /** Bytes of a file or of what an identity stands for, 0 otherwise. */
  size: number;
}

interface FolderHash {
  type: 'dir';
  /** Blob of the sub-directory's listing. */
  hash: TreeHash;
}

interface LeafHash {
  type: Exclude<EntryType, 'dir'>;
  /** Blob of the bytes or of the link's target; of an identity see `identityOf`. */
  hash: BlobHash;
}

/** A file of a tree with its whole path. */
export type TreeFile = TreeEntry & { path: string };

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
