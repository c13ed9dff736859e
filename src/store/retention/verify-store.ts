import type { BlobHash } from '../../domain/ids';
import { HashSet } from '../hash-set';
import { hashBytes, HashingStream, keyOf } from '../hash';
import type { LocalTier } from '../local';
import type { OpenStore } from '../open-store';
import { Pace } from '../../machine/pace';
import { BLOBS, looseHash, packCount, PACKS } from '../s3/names';
import { decodePackIndex } from '../pack';
import type { SharedTier } from '../s3/shared-tier';
import { findAffected, type Affected, type BlobHealth } from './affected';
import { SharedReader } from './shared-reader';

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
  const { local, shared } = store;
  const here = new Census(options);
  for await (const { hash, isWhole, size } of local.audit())
    await here.count(hash, isWhole ? hash : undefined, size);
  if (!shared || options.localOnly === true) {
    const runs = shared ? [] : (await local.refs.runs()).map(({ run }) => run);
    return [
      {
        tier: 'local',
        ...here.totals(),
        affected: await affectedBy(local, runs, here.health(readOf(local)), options),
      },
    ];
  }
  const there = new Census(options);
  await hashShared(shared, there);
  const reader = new SharedReader(local, shared);
  const runs = (await shared.refs.runs()).map(({ run }) => run);
  const health = there.health((hash) => reader.read(hash));
  const affected = await findAffected(shared.refs, runs, health, options.signal);
  // Runs of a time when there was no shared tier; what it has all the same counts.
  const own = (await local.refs.runs()).map(({ run }) => run).filter((run) => !runs.includes(run));
  const either = here.or(there).health((hash) => reader.read(hash));
  return [
    { tier: 'local', ...here.totals(), affected: await affectedBy(local, own, either, options) },
    { tier: 'shared', ...there.totals(), affected },
  ];
}

function affectedBy(
  local: LocalTier,
  runs: readonly string[],
  health: BlobHealth,
  options: VerifyOptions,
): Promise<Affected[]> {
  return findAffected(local.refs, runs, health, options.signal);
}

function readOf(local: LocalTier): (hash: BlobHash) => Promise<Buffer | undefined> {
  return (hash) => local.blobs.get(hash).catch(() => undefined);
}

const PROGRESS_EVERY = 10_000;

/** Counts copies of blobs, whole and damaged ones. */
class Census {
  private readonly whole = new HashSet();
  private readonly damaged = new Set<BlobHash>();
  private blobs = 0;
  private bytes = 0;
  readonly pace: Pace;

  constructor(private readonly options: VerifyOptions) {
    this.pace = new Pace(options.signal);
  }

  async count(hash: BlobHash, found: BlobHash | undefined, size: number): Promise<void> {
    this.blobs += 1;
    this.bytes += size;
    if (found === hash) this.whole.add(keyOf(hash));
    else this.damaged.add(hash);
    if (this.blobs % PROGRESS_EVERY === 0) this.options.progress?.(`${this.blobs} blobs are read`);
    if (this.pace.due) await this.pace.rest();
  }

  totals(): Pick<VerifyReport, 'blobs' | 'bytes' | 'corrupt'> {
    return { blobs: this.blobs, bytes: this.bytes, corrupt: [...this.damaged].sort() };
  }

  health(read: BlobHealth['read']): BlobHealth {
    return {
      isWhole: (hash) => this.whole.has(hash),
      isCorrupt: (hash) => this.damaged.has(hash),
      read,
    };
  }

  or(other: Census): { health(read: BlobHealth['read']): BlobHealth } {
    return {
      health: (read) => ({
        isWhole: (hash) => this.whole.has(hash) || other.whole.has(hash),
        isCorrupt: (hash) => this.damaged.has(hash) || other.damaged.has(hash),
        read,
      }),
    };
  }
}

async function hashShared({ bucket, blobs, index }: SharedTier, census: Census): Promise<void> {
  await blobs.packs.refresh(true);
  for await (const { key } of bucket.list(PACKS)) {
    const bytes = await bucket.get(key);
    // Removed by a collection meanwhile.
    if (!bytes) continue;
    const packed = decodePackIndex(bytes, packCount(key) ?? -1) ?? [];
    const held = new Set(packed.map(({ hash }) => hash));
    for (const { hash, offset, length } of packed)
      await census.count(hash, hashBytes(bytes.subarray(offset, offset + length)), length);
    for (const { hash } of index.blobsIn(key)) if (!held.has(hash)) await census.count(hash, undefined, 0);
  }
  for await (const { key } of bucket.list(BLOBS)) {
    const hash = looseHash(key);
    if (hash === undefined) continue;
    const read = await bucket.stream(key, hashAll);
    if (read) await census.count(hash, read.hash, read.size);
  }
}

async function hashAll(chunks: AsyncIterable<Buffer>): Promise<{ hash: BlobHash; size: number }> {
  const hashing = new HashingStream();
  for await (const chunk of chunks) hashing.update(chunk);
  return { hash: hashing.digest(), size: hashing.size };
}
