/**
 * Modification times of a tree, beside it: the tree's hash does not depend on them. One blob a folder, in the order of
 * its listing: how many there are (four bytes), each (eight bytes: whole µs since 1970; all little endian), then the
 * hashes of the sub-folders' times. What a blob names can be told without the listing: collection has to.
 */
import type { BlobHash, TreeHash } from '../domain/ids';
import { baseName, parentPath } from '../domain/files/paths';
import { hashAt } from './hash';
import { BlobCorruptError } from './errors';
import type { BlobStore, TreeEntry, TreeStore } from './types';

const HEADER = Buffer.from('kintsugi times 1\n');
const HEAD_BYTES = HEADER.length + 4;
const TIME_BYTES = 8;
const HASH_BYTES = 32;

/** An entry's modification time; `times` is the blob of a sub-folder's. */
export interface EntryTime {
  mtimeUs: number;
  times?: BlobHash;
}

/** Times in the order of the listing that they belong to. */
export function encodeTimes(times: readonly EntryTime[]): Buffer {
  const below = times.flatMap((time) => time.times ?? []);
  const bytes = Buffer.alloc(HEAD_BYTES + times.length * TIME_BYTES + below.length * HASH_BYTES);
  HEADER.copy(bytes);
  bytes.writeUInt32LE(times.length, HEADER.length);
  times.forEach(({ mtimeUs }, index) =>
    bytes.writeBigInt64LE(BigInt(mtimeUs), HEAD_BYTES + index * TIME_BYTES),
  );
  bytes.write(below.join(''), HEAD_BYTES + times.length * TIME_BYTES, 'hex');
  return bytes;
}

/** Times of a listing's entries, by name. Throws `BlobCorruptError` for bytes that are none. */
function decodeTimes(bytes: Buffer, hash: BlobHash, entries: readonly TreeEntry[]): Map<string, EntryTime> {
  const below = timesBelow(bytes);
  const folders = entries.filter(({ type }) => type === 'dir').length;
  if (below?.length !== folders || countOf(bytes) !== entries.length)
    throw new BlobCorruptError(hash, 'it does not hold the times of its folder');
  let folder = 0;
  return new Map(
    entries.map(({ name, type }, index) => {
      const mtimeUs = Number(bytes.readBigInt64LE(HEAD_BYTES + index * TIME_BYTES));
      return [name, type === 'dir' ? { mtimeUs, times: below[folder++] } : { mtimeUs }];
    }),
  );
}

export async function readTimes(
  store: { blobs: BlobStore; trees: TreeStore },
  { tree, times }: Required<Snapshot>,
): Promise<ReadonlyMap<string, EntryTime>> {
  return decodeTimes(await store.blobs.load(times), times, await store.trees.readDir(tree));
}

/** The blobs of sub-folders' times that a blob of times names; undefined for bytes that are none. */
export function timesBelow(bytes: Buffer): BlobHash[] | undefined {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, HEADER.length).equals(HEADER)) return undefined;
  const start = HEAD_BYTES + countOf(bytes) * TIME_BYTES;
  const count = (bytes.length - start) / HASH_BYTES;
  if (count < 0 || !Number.isInteger(count)) return undefined;
  return Array.from({ length: count }, (_, index) => hashAt(bytes, start + index * HASH_BYTES));
}

function countOf(bytes: Buffer): number {
  return bytes.readUInt32LE(HEADER.length);
}

/** A tree with its times: what a capture makes, and what can be restored whole. */
export interface Snapshot {
  tree: TreeHash;
  /** Absent for trees that were made rather than captured. */
  times?: BlobHash;
}

/** Looks up times of one snapshot by path; folders that were read are kept. */
export class SnapshotTimes {
  private readonly folders = new Map<string, Promise<ReadonlyMap<string, EntryTime>>>();

  constructor(
    private readonly store: { blobs: BlobStore; trees: TreeStore },
    private readonly snapshot: Snapshot,
  ) {}

  /** Whole µs since 1970; undefined where the snapshot has no such path. */
  async mtimeUs(path: string): Promise<number | undefined> {
    return (await this.folder(parentPath(path))).get(baseName(path))?.mtimeUs;
  }

  private folder(path: string): Promise<ReadonlyMap<string, EntryTime>> {
    const known = this.folders.get(path) ?? this.read(path);
    this.folders.set(path, known);
    return known;
  }

  private async read(path: string): Promise<ReadonlyMap<string, EntryTime>> {
    const hashes = await this.hashes(path);
    return hashes ? readTimes(this.store, hashes) : new Map();
  }

  private async hashes(path: string): Promise<Required<Snapshot> | undefined> {
    const { tree, times } = this.snapshot;
    if (times === undefined) return undefined;
    if (path === '') return { tree, times };
    const own = (await this.folder(parentPath(path))).get(baseName(path))?.times;
    const entry = own === undefined ? undefined : await this.store.trees.find(tree, path);
    return own !== undefined && entry?.type === 'dir' ? { tree: entry.hash, times: own } : undefined;
  }
}
