import { splitHashes } from '../hash';
import type { LocalTier } from '../local';
import type { Listed } from '../s3/bucket';
import { BLOBS, freshName, LEASES, looseHash, PACKS, packCount, PROBES, SWEEPS } from '../s3/names';
import type { SharedTier } from '../s3/shared-tier';
import { Collection, readerOf, type Candidate } from './collection';
import type { CollectRules } from './plan';

/** How long notices of sweeps stay: a machine that was away for longer has nothing fresh in its index. */
const NOTICE_MS = 90 * 24 * 3_600_000;

/** An object that may go. */
type SharedCandidate = Candidate & Listed;

/**
 * Collects the bucket: packs as a whole, other blobs one by one. Several machines may collect and others write at the same
 * time.
 */
export class SharedCollection extends Collection<SharedCandidate> {
  private nowMs = 0;
  private readonly oldLeases = new Set<string>();

  constructor(
    local: LocalTier,
    private readonly shared: SharedTier,
    rules: CollectRules,
  ) {
    super('shared', shared.refs, rules, readerOf(local, shared));
  }

  /** All times here are the server's, since it dates the objects. */
  protected async begin(): Promise<number> {
    const { bucket, blobs } = this.shared;
    const key = PROBES + freshName();
    await bucket.put(key, Buffer.alloc(0));
    this.nowMs = Date.now();
    for await (const found of bucket.list(key)) this.nowMs = found.modifiedMs;
    await bucket.remove([key]);
    await blobs.refresh(true);
    return this.nowMs;
  }

  protected async lookAgain(): Promise<void> {
    for await (const { key, modifiedMs } of this.shared.bucket.list(LEASES)) {
      if (this.isOld(modifiedMs)) this.oldLeases.add(key);
      else if (!this.seenLeases.has(key)) {
        this.seenLeases.add(key);
        const hashes = (await this.shared.bucket.get(key)) ?? Buffer.alloc(0);
        for (const hash of splitHashes(hashes)) this.leased.add(hash);
      }
    }
    await this.markNews();
    if (!this.rules.force) this.marker.refuseLost();
  }

  protected async candidates(): Promise<SharedCandidate[]> {
    const { bucket, index } = this.shared;
    const found: SharedCandidate[] = [];
    for await (const listed of bucket.list(PACKS)) {
      // Of a pack that the index could not read nobody knows what it holds.
      const hashes = index.blobsIn(listed.key).map(({ hash }) => hash);
      if (hashes.length > 0 && hashes.length === packCount(listed.key)) found.push({ ...listed, hashes });
    }
    for await (const listed of bucket.list(BLOBS)) {
      const hash = looseHash(listed.key);
      if (hash !== undefined) found.push({ ...listed, hashes: [hash] });
    }
    return found.filter(({ modifiedMs }) => this.isOld(modifiedMs));
  }

  /** Says what goes, looks once more who needs it, and removes the rest. */
  protected async sweep(condemned: readonly SharedCandidate[]): Promise<SharedCandidate[]> {
    const { bucket, index, leases } = this.shared;
    if (condemned.length > 0) {
      await leases.announce({ version: 2, keys: condemned.map(({ key }) => key) });
      await this.lookAgain();
    }
    const going = condemned.filter((candidate) => this.mayGo(candidate));
    const gone = going.map(({ key }) => key);
    await bucket.remove(gone);
    await index.remove(gone);
    await bucket.remove([...this.oldLeases, ...(await this.oldNotices())]);
    return going;
  }

  private isOld(modifiedMs: number): boolean {
    return modifiedMs < this.nowMs - this.rules.graceMs;
  }

  private async oldNotices(): Promise<string[]> {
    const old: string[] = [];
    for await (const { key, modifiedMs } of this.shared.bucket.list(SWEEPS))
      if (modifiedMs < this.nowMs - NOTICE_MS) old.push(key);
    return old;
  }
}
