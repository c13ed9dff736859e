import { keyOf } from '../hash';
import type { BlobHash } from '../../domain/ids';
import { HashSet } from '../hash-set';
import type { LocalTier } from '../local';
import type { Listed } from '../s3/bucket';
import { BLOBS, freshName, LEASES, looseHash, PACKS, packCount, PROBES, SWEEPS } from '../s3/names';
import type { SharedTier } from '../s3/shared-tier';
import { Marker } from './marker';
import { countVerdicts, verdictsOnRuns, removeRuns, type CollectReport, type CollectRules } from './plan';
import { SharedReader } from './shared-reader';

/** How long notices of sweeps stay: a machine that was away for longer has nothing fresh in its index. */
const NOTICE_MS = 90 * 24 * 3_600_000;
const HASH_BYTES = 32;

/** An object that may go, and the blobs in it. */
interface Candidate extends Listed {
  hashes: readonly BlobHash[];
}

/**
 * Removes from the bucket what no kept reference names and nobody leased since the grace time before it began: packs
 * as a whole, other blobs one by one. Several machines may collect and others write at the same time.
 */
export async function collectShared(
  local: LocalTier,
  shared: SharedTier,
  rules: CollectRules,
): Promise<CollectReport> {
  return new SharedSweep(local, shared, rules).run();
}

class SharedSweep {
  private readonly marker: Marker;
  private readonly leased = new HashSet();
  private readonly seenLeases = new Set<string>();
  private readonly seenRefs = new Set<string>();
  private readonly collected = new Set<string>();
  private cutoffMs = 0;

  constructor(
    local: LocalTier,
    private readonly shared: SharedTier,
    private readonly rules: CollectRules,
  ) {
    const reader = new SharedReader(local, shared);
    this.marker = new Marker((hash) => reader.read(hash), rules.signal);
  }

  async run(): Promise<CollectReport> {
    const { shared, rules } = this;
    // All times here are the server's, since it dates the objects.
    const nowMs = await this.serverTime();
    this.cutoffMs = nowMs - rules.graceMs;
    await shared.blobs.packs.refresh(true);
    const runs = await verdictsOnRuns(shared.refs, { ...rules, nowMs });
    for (const { run, verdict } of runs) if (verdict === 'collectable') this.collected.add(run);
    for (const text of rules.alsoKept ?? []) await this.marker.markText(text);
    await this.markNewRefs();
    const oldLeases = await this.readLeases();
    rules.progress?.(`${this.marker.marked.size} blobs are named`);
    let going = (await this.candidates()).filter((candidate) => this.mayGo(candidate));
    if (!rules.dryRun) {
      await removeRuns(shared.refs, runs, this.collected);
      going = await this.sweep(going);
      await shared.bucket.remove([...oldLeases, ...(await this.oldNotices(nowMs))]);
    }
    return {
      tier: 'shared',
      dryRun: rules.dryRun,
      runs: countVerdicts(runs),
      collectedRuns: [...this.collected],
      blobs: going.reduce((sum, { hashes }) => sum + hashes.length, 0),
      bytes: going.reduce((sum, { size }) => sum + size, 0),
    };
  }

  private async serverTime(): Promise<number> {
    const { bucket } = this.shared;
    const key = PROBES + freshName();
    await bucket.put(key, Buffer.alloc(0));
    let nowMs = Date.now();
    for await (const found of bucket.list(key)) nowMs = found.modifiedMs;
    await bucket.remove([key]);
    return nowMs;
  }

  /** Marks what kept references name that were not looked at yet. */
  private async markNewRefs(): Promise<void> {
    for await (const value of this.shared.refs.news(this.seenRefs, this.collected))
      await this.marker.markText(value);
    if (!this.rules.force) this.marker.refuseLost();
  }

  /** Adds leases that were not looked at yet; resolves to the names of those that are too old to count. */
  private async readLeases(): Promise<string[]> {
    const old: string[] = [];
    for await (const { key, modifiedMs } of this.shared.bucket.list(LEASES)) {
      if (modifiedMs < this.cutoffMs) old.push(key);
      else if (!this.seenLeases.has(key)) {
        this.seenLeases.add(key);
        const hashes = (await this.shared.bucket.get(key)) ?? Buffer.alloc(0);
        for (let at = 0; at + HASH_BYTES <= hashes.length; at += HASH_BYTES) this.leased.add(hashes, at);
      }
    }
    return old;
  }

  private async candidates(): Promise<Candidate[]> {
    const { bucket, index } = this.shared;
    const found: Candidate[] = [];
    for await (const listed of bucket.list(PACKS)) {
      // Of a pack that the index could not read nobody knows what it holds.
      const hashes = index.blobsIn(listed.key).map(({ hash }) => hash);
      if (hashes.length > 0 && hashes.length === packCount(listed.key)) found.push({ ...listed, hashes });
    }
    for await (const listed of bucket.list(BLOBS)) {
      const hash = looseHash(listed.key);
      if (hash !== undefined) found.push({ ...listed, hashes: [hash] });
    }
    return found.filter(({ modifiedMs }) => modifiedMs < this.cutoffMs);
  }

  private mayGo({ hashes }: Candidate): boolean {
    return hashes.every((hash) => !this.marker.marked.has(keyOf(hash)) && !this.leased.has(keyOf(hash)));
  }

  /** Says what goes, looks once more who needs it, and removes the rest. */
  private async sweep(condemned: readonly Candidate[]): Promise<Candidate[]> {
    const { shared } = this;
    if (condemned.length === 0) return [];
    const keysOf = (candidates: readonly Candidate[], start: string): string[] =>
      candidates.flatMap(({ key }) => (key.startsWith(start) ? [key] : []));
    const [packs, blobs] = [keysOf(condemned, PACKS), keysOf(condemned, BLOBS)];
    await shared.leases.announce({ version: 1, packs, blobs });
    await this.readLeases();
    await this.markNewRefs();
    const going = condemned.filter((candidate) => this.mayGo(candidate));
    await shared.bucket.remove(going.map(({ key }) => key));
    for (const key of keysOf(going, PACKS)) await shared.index.removePack(key);
    for (const key of keysOf(going, BLOBS)) {
      const hash = looseHash(key);
      if (hash !== undefined) await shared.index.removeLoose(hash);
    }
    return going;
  }

  private async oldNotices(nowMs: number): Promise<string[]> {
    const old: string[] = [];
    for await (const { key, modifiedMs } of this.shared.bucket.list(SWEEPS))
      if (modifiedMs < nowMs - NOTICE_MS) old.push(key);
    return old;
  }
}
