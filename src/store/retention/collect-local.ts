import type { BlobHash } from '../../domain/ids';
import { BlobError } from '../errors';
import { LeaseView } from '../leases';
import type { LocalTier } from '../local-tier';
import { Pace } from '../../machine/pace';
import { keyOf } from '../small-blobs';
import { Marker } from './marker';
import { countVerdicts, judgeRuns, removeRuns, type CollectReport, type CollectRules } from './plan';
import { tidyPacks } from './tidy-packs';

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
const HASH_BYTES = 32;

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
    this.leases = new LeaseView(this.cutoffMs);
  }

  async run(): Promise<CollectReport> {
    const { tier, rules } = this;
    if (!rules.dryRun) tier.root.transactionSync(() => tier.leases.removeBefore(this.cutoffMs));
    tier.leases.refresh(this.leases);
    const runs = await judgeRuns(tier.refs, rules);
    for (const text of rules.alsoKept ?? []) await this.marker.markText(text);
    for (const { run, verdict } of runs) if (verdict === 'collectable') this.collected.add(run);
    await this.markNewRefs();
    await this.spareNewest(runs.map(({ run }) => run));
    rules.progress?.(`${this.marker.marked.size} blobs are named`);
    const candidates = await this.candidates();
    if (!rules.dryRun) await removeRuns(tier.refs, runs, this.collected);
    await this.sweep(candidates);
    if (!rules.dryRun) await this.tidy();
    return {
      tier: 'local',
      dryRun: rules.dryRun,
      runs: countVerdicts(runs),
      collectedRuns: [...this.collected],
      blobs: this.blobs,
      bytes: this.bytes,
    };
  }

  private async tidy(): Promise<void> {
    const { signal, spareBytes } = this.rules;
    await tidyPacks(this.tier, { cutoffMs: this.cutoffMs, isInNeed: spareBytes !== undefined, signal });
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
    for (const { step, value } of await this.tier.refs.list(run)) {
      const name = `${run}\0${step}`;
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
    const pace = new Pace(this.rules.signal);
    for (const key of this.tier.small.keys()) {
      if (key.length === HASH_BYTES && this.mayGo(key)) found.push(key);
      if (pace.due) await pace.rest();
    }
    for await (const { hash } of this.tier.files.list()) if (this.mayGo(keyOf(hash))) found.push(keyOf(hash));
    return found;
  }

  private async sweep(candidates: readonly Buffer[]): Promise<void> {
    const { root, refs } = this.tier;
    const pace = new Pace(this.rules.signal);
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      const some = candidates.slice(at, at + AT_ONCE);
      const sizes = await this.sizes(some);
      // Leases and references of others cannot change while this runs.
      const act = () => {
        if (refs.written() !== this.written) return false;
        this.tier.leases.refresh(this.leases);
        this.remove(some, sizes);
        return true;
      };
      while (!(this.rules.dryRun ? act() : root.transactionSync(act))) await this.markNewRefs();
      if (pace.due) await pace.rest();
    }
  }

  private async sizes(hashes: readonly Buffer[]): Promise<number[]> {
    const { small, files } = this.tier;
    const sizes: number[] = [];
    for (const hash of hashes) sizes.push(small.size(hash) ?? (await files.size(hash.toString('hex'))) ?? 0);
    return sizes;
  }

  private remove(hashes: readonly Buffer[], sizes: readonly number[]): void {
    const going = hashes.map((hash, index) => ({ hash, size: sizes[index] ?? 0 }));
    for (const { hash, size } of going) {
      if (!this.mayGo(hash)) continue;
      this.blobs += 1;
      this.bytes += size;
      if (this.rules.dryRun) continue;
      this.tier.small.removeSync(hash);
      this.tier.files.removeSync(hash.toString('hex'));
    }
    if (!this.rules.dryRun) this.tier.departures.add();
  }
}
