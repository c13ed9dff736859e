import { sizeText } from '../domain/text';
import type { LocalTier } from './local';

/** The store may not grow: the user's to mend, by another setting or by waiting. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
}

export interface Quota {
  bytes: number;
  /** Collects what may go, until the store has at most so many bytes if that can be. */
  makeRoom(tier: LocalTier, targetBytes: number): Promise<void>;
}

/** Other processes write too, so what is counted here is compared with the truth now and then. */
const MEASURE_MS = 5 * 60_000;
/** How long not to try again after a collection that made too little room. */
const PAUSE_MS = 30_000;
/** Share of the quota that a collection shrinks the store to: the next puts need room. */
const TARGET = 0.8;

/** Keeps a store below its quota: before it would grow above, what may go is collected. */
export class QuotaGuard {
  private used = 0;
  private measuredMs = -Infinity;
  private fullMs = -Infinity;
  private making: Promise<void> | undefined;

  constructor(
    private readonly quota: Quota,
    private readonly tier: () => LocalTier,
  ) {}

  /** Resolves where so many more bytes fit, after making room if need be. Rejects with `StoreFullError`. */
  async admit(bytes: number): Promise<void> {
    if (bytes === 0) return;
    if (performance.now() - this.measuredMs > MEASURE_MS) await this.measure();
    // Of puts at the same time one collects, and the others wait for it.
    if (!this.fits(bytes))
      await (this.making ??= this.makeRoom(bytes).finally(() => (this.making = undefined)));
    if (!this.fits(bytes)) throw this.refusal(bytes);
    this.used += bytes;
  }

  private refusal(bytes: number): StoreFullError {
    this.fullMs = performance.now();
    const [used, more, quota] = [this.used, bytes, this.quota.bytes].map(sizeText);
    return new StoreFullError(
      `The store in ${this.tier().folder} holds ${used}; with ${more} more it is above its quota of ${quota} ` +
        '(KINTSUGI_STORE_QUOTA), and nothing in it may be collected yet: raise the quota, shorten ' +
        'KINTSUGI_RETENTION_DAYS, or end runs that are open.',
    );
  }

  private fits(bytes: number): boolean {
    return this.used + bytes <= this.quota.bytes;
  }

  private async makeRoom(bytes: number): Promise<void> {
    if (performance.now() - this.fullMs < PAUSE_MS) return;
    await this.measure();
    const target = Math.max(0, Math.min(this.quota.bytes * TARGET, this.quota.bytes - bytes));
    if (this.used > target) await this.quota.makeRoom(this.tier(), target);
    await this.measure();
  }

  private async measure(): Promise<void> {
    this.used = (await this.tier().measure()).bytes;
    this.measuredMs = performance.now();
  }
}
