import type { LocalTier } from '../local';
import { Pace } from '../../machine/pace';
import type { BlobHash } from '../../domain/ids';
import { Collection, readerOf, type Candidate } from './collection';
import type { CollectRules, RunWithVerdict } from './plan';

export interface LocalRules extends CollectRules {
  /** Keeps the newest of the runs that may go, as long as what is kept has no more bytes than this. */
  spareBytes?: number;
  /** True if this tier is a cache of a shared one. */
  isCache?: boolean;
  /** True if a blob that is named may go nevertheless, since the shared tier has it. */
  isSpare?(hash: BlobHash): boolean;
}

/** Blobs removed in one transaction: others wait for it, some 10 ms. */
const AT_ONCE = 500;

interface LocalCandidate extends Candidate {
  hash: BlobHash;
}

/** Collects a machine's own tier. Whoever calls sees to it that no other collection of this tier runs. */
export class LocalCollection extends Collection<LocalCandidate> {
  private readonly cutoffMs: number;
  private written = -1;

  constructor(
    private readonly local: LocalTier,
    protected override readonly rules: LocalRules,
  ) {
    super('local', local.refs, rules, readerOf(local));
    this.cutoffMs = rules.nowMs - rules.graceMs;
  }

  protected async begin(): Promise<number> {
    const { database, leases } = this.local;
    if (!this.rules.dryRun) await database.write([() => leases.removeBefore(this.cutoffMs)]);
    return this.rules.nowMs;
  }

  protected async lookAgain(): Promise<void> {
    this.readLeases();
    // Read first: what is written meanwhile shows at the next look.
    this.written = this.local.database.count('refs');
    await this.markNews();
    // A cache need not hold every folder of a tree that it holds files of.
    if (!this.rules.force && !this.rules.isCache) this.marker.refuseLost();
  }

  private readLeases(): void {
    this.local.leases.addSince(this.cutoffMs, this.seenLeases, this.leased);
  }

  protected override async spare(runs: readonly RunWithVerdict[]): Promise<void> {
    const { spareBytes } = this.rules;
    if (spareBytes === undefined) return;
    for (const { run } of runs) {
      if (!this.collected.has(run)) continue;
      const texts = (await this.refs.list(run)).map(({ value }) => value);
      if (this.marker.bytes + (await this.marker.bytesMoreFor(texts)) > spareBytes) return;
      this.collected.delete(run);
      await this.markNews();
    }
  }

  protected override mayGo(candidate: LocalCandidate): boolean {
    if (super.mayGo(candidate)) return true;
    return !this.leased.has(candidate.hash) && (this.rules.isSpare?.(candidate.hash) ?? false);
  }

  protected async candidates(): Promise<LocalCandidate[]> {
    const found: LocalCandidate[] = [];
    for await (const { hash, size } of this.local.list(this.rules.signal)) {
      const candidate = { hash, hashes: [hash], size };
      if (this.mayGo(candidate)) found.push(candidate);
    }
    return found;
  }

  protected async sweep(candidates: readonly LocalCandidate[]): Promise<LocalCandidate[]> {
    const pace = new Pace(this.rules.signal);
    const { database } = this.local;
    // Files go before the transaction that says so is on disk: from here on no record is believed, whenever this process ends.
    if (candidates.length > 0) await database.write([() => database.countUp('sweeps')]);
    const gone: LocalCandidate[] = [];
    for (let at = 0; at < candidates.length;) {
      const removed = await this.remove(candidates.slice(at, at + AT_ONCE));
      if (pace.due) await pace.rest();
      if (removed) at += AT_ONCE;
      else await this.lookAgain();
      gone.push(...(removed ?? []));
    }
    return gone;
  }

  /** Removes what may go of some blobs; undefined where a reference was written since the last look, and nothing is removed. */
  private remove(some: readonly LocalCandidate[]): Promise<readonly LocalCandidate[] | undefined> {
    const { database, blobs } = this.local;
    // Leases and references of others cannot change within a transaction.
    return database.transaction(() => {
      if (database.count('refs') !== this.written) return undefined;
      this.readLeases();
      const going = some.filter((candidate) => this.mayGo(candidate));
      for (const { hash } of going) blobs.remove(hash);
      database.countUp('sweeps');
      return going;
    });
  }
}
