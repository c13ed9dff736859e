import type { BlobHash } from '../../domain/ids';
import { undefinedForBlobErrors } from '../errors';
import type { LocalTier } from '../local';
import type { SharedTier } from '../s3/shared-tier';
import type { SweptRefs } from '../types';
import { Marker } from './marker';
import { verdictsOnRuns, type CollectReport, type CollectRules, type RunWithVerdict } from './plan';

/** Reads a blob; undefined where it cannot be had. */
export type BlobReader = (hash: BlobHash) => Promise<Buffer | undefined>;

/** Reads both tiers, and keeps nothing of the shared one in the other. The index of the shared one is to be up to date. */
export function readerOf(local: LocalTier, shared?: SharedTier): BlobReader {
  const far = shared?.reader();
  return async (hash) =>
    (await local.blobs.load(hash).catch(undefinedForBlobErrors)) ?? (await far?.loadKnown(hash));
}

/** A blob, or an object that holds some: it may go, and only as a whole. */
export interface Candidate {
  hashes: readonly BlobHash[];
  size: number;
}

/**
 * The collection of one tier: removes what no kept reference names, directly or not, and what nobody leased since the grace
 * time before it began. What is named or leased while it goes on stays too: a sweep looks once more before it removes.
 */
export abstract class Collection<Going extends Candidate> {
  protected readonly marker: Marker;
  protected readonly leased = new Set<BlobHash>();
  protected readonly seenLeases = new Set<string>();
  protected readonly collected = new Set<string>();
  private readonly seenRefs = new Set<string>();

  constructor(
    private readonly tier: CollectReport['tier'],
    protected readonly refs: SweptRefs,
    protected readonly rules: CollectRules,
    read: BlobReader,
  ) {
    this.marker = new Marker(read, rules.signal);
  }

  async run(): Promise<CollectReport> {
    const { refs, rules, collected, marker } = this;
    const nowMs = await this.begin();
    const runs = await verdictsOnRuns(refs, { ...rules, nowMs });
    const counts: CollectReport['runs'] = {};
    for (const { run, verdict } of runs) {
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      if (verdict === 'collectable') collected.add(run);
    }
    for (const text of rules.alsoKept ?? []) await marker.markText(text);
    await this.lookAgain();
    await this.spare?.(runs);
    rules.progress?.(`${marker.marked.size} blobs are named`);
    let going: readonly Going[] = (await this.candidates()).filter((candidate) => this.mayGo(candidate));
    if (!rules.dryRun) {
      await this.removeRuns(runs);
      going = await this.sweep(going);
    }
    return {
      tier: this.tier,
      dryRun: rules.dryRun,
      runs: counts,
      collectedRuns: [...collected],
      blobs: going.reduce((sum, { hashes }) => sum + hashes.length, 0),
      bytes: going.reduce((sum, { size }) => sum + size, 0),
    };
  }

  /** A run that has written since it was taken for ended is not what it was taken for: it stays. */
  private async removeRuns(runs: readonly RunWithVerdict[]): Promise<void> {
    const seen = new Map((await this.refs.runs()).map(({ run, seenMs }) => [run, seenMs]));
    for (const { run, seenMs } of runs.filter((one) => this.collected.has(one.run))) {
      if (seen.get(run) === seenMs) await this.refs.removeRun(run);
      else this.collected.delete(run);
    }
  }

  /** Resolves to the present time of whatever dates the tier. */
  protected abstract begin(): Promise<number>;

  /** Adds leases and references that were not looked at yet. */
  protected abstract lookAgain(): Promise<void>;

  protected abstract candidates(): Promise<Going[]>;

  /** Removes what nobody has come to need meanwhile; resolves to what is gone. */
  protected abstract sweep(candidates: readonly Going[]): Promise<readonly Going[]>;

  /** Keeps some of the runs that may go. */
  protected spare?(runs: readonly RunWithVerdict[]): Promise<void>;

  protected mayGo({ hashes }: Candidate): boolean {
    return hashes.every((hash) => !this.marker.marked.has(hash) && !this.leased.has(hash));
  }

  /** Marks what kept references name that were not looked at yet. */
  protected async markNews(): Promise<void> {
    for await (const value of this.refs.news(this.seenRefs, this.collected))
      await this.marker.markText(value);
  }
}
