import { z } from 'zod';
import type { BlobHash } from '../../domain/ids';
import { joinHashes } from '../hash';
import type { Bucket } from './bucket';
import { freshName, LEASES, SWEEPS } from './names';
import type { SharedIndex } from './shared-index';

/** Names of the objects that a collection is about to remove. */
const SweepNotice = z.object({ version: z.literal(2), keys: z.array(z.string()) });
type SweepNotice = z.infer<typeof SweepNotice>;

/**
 * Leases of blobs in the bucket, and how they meet with collections. Whoever wants to rely on an old copy first writes
 * a lease, then looks for notices of sweeps; a sweep first writes its notice, then looks for leases. The bucket shows
 * every write to every later read, so at least one of both sees the other: the copy is spared, or made again.
 */
export class SharedLeases {
  constructor(
    private readonly bucket: Bucket,
    private readonly index: SharedIndex,
  ) {}

  /** Leases copies that the index knows. Those that a sweep may remove nevertheless are no longer sure after it. */
  async renew(hashes: readonly BlobHash[]): Promise<void> {
    await this.bucket.put(LEASES + freshName(), joinHashes(hashes));
    await this.readNotices();
    await this.index.touch(hashes);
  }

  /** Learns which copies sweeps were about to remove since the last look. */
  async readNotices(): Promise<void> {
    for await (const { key } of this.bucket.list(SWEEPS)) {
      if (this.index.fact(key) !== undefined) continue;
      const bytes = await this.bucket.get(key);
      await this.note(key, bytes && SweepNotice.parse(JSON.parse(bytes.toString('utf8'))));
    }
  }

  /** Says what a sweep is about to remove. */
  async announce(notice: SweepNotice): Promise<void> {
    const key = SWEEPS + freshName();
    await this.bucket.put(key, Buffer.from(JSON.stringify(notice)));
    await this.note(key, notice);
  }

  private async note(key: string, notice: SweepNotice | undefined): Promise<void> {
    if (notice) await this.index.condemn(notice.keys);
    await this.index.setFact(key, 1);
  }
}
