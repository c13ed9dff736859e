/**
 * Modification times of a tree, beside it: the tree's hash does not depend on them. One blob a folder, in the order of
 * its listing: eight bytes (whole µs since 1970, little endian) an entry, and the hash of a sub-folder's times.
 */
import type { BlobHash, TreeHash } from '../domain/ids';
import { BlobCorruptError } from './errors';
import type { BlobStore, TreeEntry, TreeStore } from './types';

const HEADER = Buffer.from('kintsugi times 1\n');
const HASH_BYTES = 32;

/** An entry's modification time; `times` is the blob of a sub-folder's. */
export interface EntryTime {
  mtimeUs: number;
  times?: BlobHash;
}

/** Times in the order of the listing that they belong to. */
export function encodeTimes(times: readonly EntryTime[]): Buffer {
  const parts: Buffer[] = [HEADER];
  for (const { mtimeUs, times: below } of times) {
    const time = Buffer.alloc(8);
    time.writeBigInt64LE(BigInt(mtimeUs));
    parts.push(time);
    if (below !== undefined) parts.push(Buffer.from(below, 'hex'));
  }
  return Buffer.concat(parts);
}

/** Times of a listing's entries, by name. Throws `BlobCorruptError` for bytes that are none. */
export function decodeTimes(
  bytes: Buffer,
  hash: BlobHash,
  entries: readonly TreeEntry[],
): Map<string, EntryTime> {
  const found = new Map<string, EntryTime>();
  let at = HEADER.length;
  for (const { name, type } of entries) {
    const end = at + 8 + (type === 'dir' ? HASH_BYTES : 0);
    if (end > bytes.length) break;
    const mtimeUs = Number(bytes.readBigInt64LE(at));
    found.set(name, type === 'dir' ? { mtimeUs, times: bytes.toString('hex', at + 8, end) } : { mtimeUs });
    at = end;
  }
  if (
    found.size !== entries.length ||
    at !== bytes.length ||
    !bytes.subarray(0, HEADER.length).equals(HEADER)
  )
    throw new BlobCorruptError(hash, 'it does not hold the times of its folder');
  return found;
}

/** A tree with its times: what a capture makes, and what can be restored whole. */
export interface Snapshot {
  tree: TreeHash;
  /** Absent for trees that were made rather than captured. */
  times?: BlobHash;
}

/** Looks up times of one snapshot by path; folders that were read are kept. */
export class SnapshotTimes {
  private readonly folders = new Map<string, Promise<Map<string, EntryTime>>>();

  constructor(
    private readonly store: { blobs: BlobStore; trees: TreeStore },
    private readonly snapshot: Snapshot,
  ) {}

  /** Whole µs since 1970; undefined where the snapshot has no such path. */
  async mtimeUs(path: string): Promise<number | undefined> {
    const slash = path.lastIndexOf('/');
    const folder = await this.folder(slash < 0 ? '' : path.slice(0, slash));
    return folder.get(path.slice(slash + 1))?.mtimeUs;
  }

  private folder(path: string): Promise<Map<string, EntryTime>> {
    const known = this.folders.get(path) ?? this.read(path);
    this.folders.set(path, known);
    return known;
  }

  private async read(path: string): Promise<Map<string, EntryTime>> {
    const hashes = await this.hashes(path);
    if (!hashes) return new Map();
    const entries = await this.store.trees.readDir(hashes.tree);
    return decodeTimes(await this.store.blobs.get(hashes.times), hashes.times, entries);
  }

  /** Listing and times of a folder. */
  private async hashes(path: string): Promise<Required<Snapshot> | undefined> {
    const { tree, times } = this.snapshot;
    if (times === undefined) return undefined;
    if (path === '') return { tree, times };
    const slash = path.lastIndexOf('/');
    const parent = slash < 0 ? '' : path.slice(0, slash);
    const own = (await this.folder(parent)).get(path.slice(slash + 1))?.times;
    const entry = own === undefined ? undefined : await this.store.trees.find(tree, path);
    return own !== undefined && entry?.type === 'dir' ? { tree: entry.hash, times: own } : undefined;
  }
}
