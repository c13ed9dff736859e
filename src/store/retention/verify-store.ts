import type { BlobHash } from '../../domain/ids';
import { hashBytes, HashingStream } from '../hash';
import type { OpenStore } from '../open-store';
import { Pace } from '../../machine/pace';
import { BLOBS, looseHash, PACKS, LEASES, packCount } from '../s3/names';
import type { SharedTier } from '../s3/shared-tier';
import type { RefStore } from '../types';
import { findAffected, type Affected } from './affected';
import { readerOf } from './collection';
import type { RunVerdict } from '../../domain/run/retention';
import { REFS } from '../ref-names';
import { collectGarbage, type CollectRequest } from './collect';

/** Contents of one tier, in numbers. */
export interface TierStats extends Held {
  tier: 'local' | 'shared';
  runs: Partial<Record<RunVerdict, number>>;
  collectable: { blobs: number; bytes: number; runs: number };
}

interface Held {
  /** The folder, or the bucket. */
  place: string;
  blobs: number;
  bytes: number;
  /** Of the database's file; absent for the shared tier. */
  databaseBytes?: number;
  /** Objects in the bucket; absent for the local tier. */
  objects?: { packs: number; blobs: number; refs: number; leases: number };
}

/** Result of a look through one tier. */
export interface VerifyReport {
  tier: 'local' | 'shared';
  /** Copies of blobs that were read and hashed, and their bytes. */
  blobs: number;
  bytes: number;
  /** Blobs of which there is a damaged copy. */
  corrupt: BlobHash[];
  /** Blobs that runs name and that are damaged or missing, each with its run and, in a tree, its path. */
  affected: Affected[];
}

export interface VerifyOptions {
  signal?: AbortSignal;
  progress?(line: string): void;
  /** Leaves out the shared tier, all of which is read otherwise. */
  localOnly?: boolean;
}

/**
 * Reads and hashes everything in a store, and says which files of which runs are affected by what is wrong. Damaged
 * copies in the local tier are set aside by that, so that another put, or the shared tier, mends them.
 */
export async function verifyStore(store: OpenStore, options: VerifyOptions = {}): Promise<VerifyReport[]> {
  const { local } = store;
  const shared = options.localOnly === true ? undefined : store.shared;
  const here = new Census(options);
  for await (const { hash, isWhole, size } of local.audit())
    await here.count(hash, isWhole ? hash : undefined, size);
  const there = new Census(options);
  if (shared) await hashShared(shared, there);
  const read = readerOf(local, shared);
  const theirs = shared ? await namesOf(shared.refs) : [];
  // With a shared tier these are runs of a time when there was none; what it has all the same counts.
  const own = (await namesOf(local.refs)).filter((run) => !theirs.includes(run));
  const either = {
    isWhole: (hash: BlobHash) => here.isWhole(hash) || there.isWhole(hash),
    isCorrupt: (hash: BlobHash) => here.isCorrupt(hash) || there.isCorrupt(hash),
    read,
  };
  // Without a look at the shared tier nobody knows what of its runs is missing.
  const known = store.shared && !shared ? [] : own;
  const reports: VerifyReport[] = [
    {
      tier: 'local',
      ...here.totals(),
      affected: await findAffected(local.refs, known, either, options.signal),
    },
  ];
  if (shared) {
    const { isWhole, isCorrupt } = there;
    const affected = await findAffected(shared.refs, theirs, { isWhole, isCorrupt, read }, options.signal);
    reports.push({ tier: 'shared', ...there.totals(), affected });
  }
  return reports;
}

async function namesOf(refs: RefStore): Promise<string[]> {
  return (await refs.runs()).map(({ run }) => run);
}

const PROGRESS_EVERY = 10_000;

/** Counts copies of blobs, whole and damaged ones. */
class Census {
  private readonly whole = new Set<BlobHash>();
  private readonly damaged = new Set<BlobHash>();
  private blobs = 0;
  private bytes = 0;
  private readonly pace: Pace;

  constructor(private readonly options: VerifyOptions) {
    this.pace = new Pace(options.signal);
  }

  readonly isWhole = (hash: BlobHash): boolean => this.whole.has(hash);
  readonly isCorrupt = (hash: BlobHash): boolean => this.damaged.has(hash);

  async count(hash: BlobHash, found: BlobHash | undefined, size: number): Promise<void> {
    this.blobs += 1;
    this.bytes += size;
    (found === hash ? this.whole : this.damaged).add(hash);
    if (this.blobs % PROGRESS_EVERY === 0) this.options.progress?.(`${this.blobs} blobs are read`);
    if (this.pace.due) await this.pace.rest();
  }

  totals(): Pick<VerifyReport, 'blobs' | 'bytes' | 'corrupt'> {
    return { blobs: this.blobs, bytes: this.bytes, corrupt: [...this.damaged].sort() };
  }
}

async function hashShared({ bucket, blobs, index }: SharedTier, census: Census): Promise<void> {
  await blobs.refresh(true);
  for await (const { key } of bucket.list(PACKS)) {
    const bytes = await bucket.get(key);
    // Removed by a collection meanwhile.
    if (!bytes) continue;
    for (const { hash, offset, length } of index.blobsIn(key))
      await census.count(hash, hashBytes(bytes.subarray(offset, offset + length)), length);
  }
  for await (const { key, size } of bucket.list(BLOBS)) {
    const hash = looseHash(key);
    if (hash === undefined) continue;
    const hashing = new HashingStream();
    for await (const piece of bucket.stream(key, size)) hashing.update(piece);
    // Fewer where a collection removed it meanwhile.
    if (hashing.size === size) await census.count(hash, hashing.digest(), size);
  }
}

export async function storeStats(store: OpenStore, request: CollectRequest): Promise<TierStats[]> {
  const reports = await collectGarbage(store, { ...request, dryRun: true, force: true });
  const local = { place: store.local.folder, ...(await store.local.measure()) };
  const shared = store.shared && (await countShared(store.shared));
  return reports.map(({ tier, runs, blobs, bytes, collectedRuns }) => ({
    tier,
    ...(tier === 'shared' && shared ? shared : local),
    runs,
    collectable: { blobs, bytes, runs: collectedRuns.length },
  }));
}

async function countShared({ bucket }: SharedTier): Promise<Held> {
  const objects = { packs: 0, blobs: 0, refs: 0, leases: 0 };
  const places = [
    ['packs', PACKS],
    ['blobs', BLOBS],
    ['refs', REFS],
    ['leases', LEASES],
  ] as const;
  let [blobs, bytes] = [0, 0];
  for (const [kind, prefix] of places)
    for await (const { key, size } of bucket.list(prefix)) {
      objects[kind] += 1;
      bytes += size;
      blobs += packCount(key) ?? (looseHash(key) === undefined ? 0 : 1);
    }
  return { place: bucket.place, blobs, bytes, objects };
}
