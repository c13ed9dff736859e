import type { BlobHash } from '../../domain/ids';
import { hashAt } from '../hash';
import { BlobError } from '../errors';
import type { LeaseView, LocalTier } from '../local';
import { Pace } from '../../machine/pace';
import { Marker } from './marker';
import { countVerdicts, verdictsOnRuns, removeRuns, type CollectReport, type CollectRules } from './plan';

export interface LocalCollection extends CollectRules {
  /** Keeps the newest of the runs that may go, as long as what is kept has no more bytes than this. */
  spareBytes?: number;
  /** True if this tier is a cache of a shared one. */
  isCache?: boolean;
  /** True if a blob that is named may go nevertheless, since the shared tier has it. */
  isSpare?(hash: Buffer): boolean;
}

/** Blobs removed in one transaction: others wait for it, some 10 ms. */
const AT_ONCE = 500;

/**
 * Removes from a machine's own tier what no kept reference names, directly or not, and what was not leased since the
 * grace time before it began. Whoever calls sees to it that no other collection of this tier runs.
 */
export async function collectLocal(tier: LocalTier, rules: LocalCollection): Promise<CollectReport> {
  return new LocalSweep(tier, rules).run();
}

class LocalSweep {
  private readonly marker: Marker;
  private readonly leases: LeaseView;
  private readonly cutoffMs: number;
  private readonly collected = new Set<string>();
  private readonly seenRefs = new Set<string>();
  private written = -1;
  private blobs = 0;
  private bytes = 0;

  constructor(
    private readonly tier: LocalTier,
    private readonly rules: LocalCollection,
  ) {
    this.marker = new Marker((hash) => this.read(hash), rules.signal);
    this.cutoffMs = rules.nowMs - rules.graceMs;
    this.leases = tier.leasedSince(this.cutoffMs);
  }

  async run(): Promise<CollectReport> {
    const { tier, rules } = this;
    if (!rules.dryRun) await tier.pruneLeases(this.cutoffMs);
    const runs = await verdictsOnRuns(tier.refs, rules);
    for (const text of rules.alsoKept ?? []) await this.marker.markText(text);
    for (const { run, verdict } of runs) if (verdict === 'collectable') this.collected.add(run);
    await this.markNewRefs();
    await this.spareNewest(runs.map(({ run }) => run));
    rules.progress?.(`${this.marker.marked.size} blobs are named`);
    const candidates = await this.candidates();
    if (!rules.dryRun) await removeRuns(tier.refs, runs, this.collected);
    await this.sweep(candidates);
    return {
      tier: 'local',
      dryRun: rules.dryRun,
      runs: countVerdicts(runs),
      collectedRuns: [...this.collected],
      blobs: this.blobs,
      bytes: this.bytes,
    };
  }

  private async read(hash: BlobHash): Promise<Buffer | undefined> {
    try {
      return await this.tier.blobs.get(hash);
    } catch (error) {
      if (error instanceof BlobError) return undefined;
      throw error;
    }
  }

  /** Marks what kept references name that were not looked at yet. */
  private async markNewRefs(): Promise<void> {
    const { refs } = this.tier;
    // Read first: what is written meanwhile shows at the next look.
    this.written = refs.written();
    for (const { run } of await refs.runs()) if (!this.collected.has(run)) await this.markRun(run);
    // A cache need not hold every folder of a tree that it holds files of.
    if (!this.rules.force && !this.rules.isCache) this.marker.refuseLost();
  }

  private async markRun(run: string): Promise<void> {
    for (const { effect, value } of await this.tier.refs.list(run)) {
      const name = `${run}\0${effect}`;
      if (this.seenRefs.has(name)) continue;
      this.seenRefs.add(name);
      await this.marker.markText(value);
    }
  }

  private async spareNewest(runs: readonly string[]): Promise<void> {
    const { spareBytes } = this.rules;
    if (spareBytes === undefined) return;
    for (const run of runs) {
      if (!this.collected.has(run)) continue;
      const texts = (await this.tier.refs.list(run)).map(({ value }) => value);
      if (this.marker.bytes + (await this.marker.bytesMoreFor(texts)) > spareBytes) return;
      this.collected.delete(run);
      await this.markRun(run);
    }
  }

  private mayGo(hash: Buffer): boolean {
    if (this.leases.has(hash)) return false;
    return !this.marker.marked.has(hash) || (this.rules.isSpare?.(hash) ?? false);
  }

  private async candidates(): Promise<Buffer[]> {
    const found: Buffer[] = [];
    for await (const hash of this.tier.hashes(this.rules.signal)) if (this.mayGo(hash)) found.push(hash);
    return found;
  }

  private async sweep(candidates: readonly Buffer[]): Promise<void> {
    const pace = new Pace(this.rules.signal);
    // Files go before the transaction that says so is on disk: from here on no record is believed, whenever this process ends.
    if (candidates.length > 0 && !this.rules.dryRun) await this.tier.stats.nextEpoch();
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      const some = await this.sized(candidates.slice(at, at + AT_ONCE));
      const choose = () => {
        if (this.tier.refs.written() !== this.written) return undefined;
        this.leases.refresh();
        return some.filter(({ hash }) => this.mayGo(hash));
      };
      const choice = async () => (this.rules.dryRun ? choose() : this.tier.removeBlobs(choose));
      let gone: readonly { size: number }[] | undefined = await choice();
      for (; !gone; gone = await choice()) await this.markNewRefs();
      this.blobs += gone.length;
      this.bytes += gone.reduce((sum, { size }) => sum + size, 0);
      if (pace.due) await pace.rest();
    }
  }

  private async sized(hashes: readonly Buffer[]): Promise<{ hash: Buffer; size: number }[]> {
    const sizeOf = (hash: Buffer) => this.tier.blobs.size(hashAt(hash, 0));
    return Promise.all(hashes.map(async (hash) => ({ hash, size: (await sizeOf(hash)) ?? 0 })));
  }
}
