import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { HashedBlob } from './hash';

/** Takes bytes one by one, or as a stream. */
export interface BlobSink {
  put(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobHash>;
}

/**
 * Content-addressed blobs: in memory, in a machine's own database, in a bucket, or in both of these. A hash is returned
 * only when the bytes are durable; reads verify it.
 */
export interface BlobStore {
  /** Stores bytes. Those that are too large to be held come as a stream. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobHash>;
  /** Many at once; hashes in the order given. Once it has resolved, their memory may be used for something else. */
  put(blobs: readonly (Uint8Array | HashedBlob)[]): Promise<BlobHash[]>;
  /** Rejects with `BlobMissingError` or `BlobCorruptError`; a blob that was found corrupt is missing from then on. */
  load(hash: BlobHash): Promise<Buffer>;
  /** Loads in chunks. That the blob is corrupt may show only after the last one: use nothing of it before. */
  stream(hash: BlobHash): AsyncIterable<Buffer>;
  has(hash: BlobHash): Promise<boolean>;
  /** Bytes of a blob; undefined where it is not there. */
  size(hash: BlobHash): Promise<number | undefined>;
  /**
   * True if the blob need not be put, for example by a capture that knows the hash of a file: asks no other machine. Whoever
   * has used such blobs releases them.
   */
  pin(hash: BlobHash): Promise<boolean>;
  /**
   * Ends the use of blobs that were pinned, given by the bytes of their hashes: as after a put, collection leaves them alone
   * for the grace time. Rejects with `CollectedMeanwhileError` where one is gone. `since`: epoch (see `StatCache`) at which all
   * of them were there.
   */
  release(hashes: Buffer, since?: number): Promise<void>;
  /** Loads what is about to be read to where that is quick. What cannot be had shows when it is read. */
  prefetch(hashes: readonly BlobHash[]): Promise<void>;
}

/** Named pointers, `refs/<run>/<effect>` → value (at most 64 KiB of JSON text). */
export interface RefStore {
  /** Writes the value unless one is there already; resolves to the value that stands. */
  putOnce(key: EffectKey, value: string): Promise<string>;
  get(key: EffectKey): Promise<string | undefined>;
  list(run: string): Promise<{ effect: string; value: string }[]>;
  runs(): Promise<SeenRun[]>;
  /** Forgets all references of a run. */
  removeRun(run: string): Promise<void>;
}

/** References of a tier that is collected. */
export interface SweptRefs extends RefStore {
  /** Values of all references of other runs than `leaveOut` that are not among `known`, which they are added to. */
  news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncIterable<string>;
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
}

/** Everything that Kintsugi keeps on a machine apart from the server's database. */
export interface Store {
  blobs: BlobStore;
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
