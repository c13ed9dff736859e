import { Lru } from '../../machine/lru';
import type { BlobHash } from '../../domain/ids';
import { BlobError } from '../errors';
import { hashBytes } from '../hash';
import type { LocalTier } from '../local';
import { looseFolder } from '../s3/names';
import type { SharedTier } from '../s3/shared-tier';

/** Packs kept in memory: listings of one capture stand in several. */
const PACKS_KEPT = 6;

/** Reads blobs of the bucket without keeping them in the local tier, which a collection would fill with all that there is. */
export class SharedReader {
  private readonly packs = new Lru<string, Promise<Buffer | undefined>>(PACKS_KEPT);

  constructor(
    private readonly local: LocalTier,
    private readonly shared: SharedTier,
  ) {}

  /** Undefined where no whole copy is to be had. The index is to be up to date. */
  async read(hash: BlobHash): Promise<Buffer | undefined> {
    try {
      return await this.local.blobs.get(hash);
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
    }
    const pack = this.shared.index.find(hash)?.pack;
    return (pack === undefined ? undefined : await this.fromPack(pack, hash)) ?? (await this.elsewhere(hash));
  }

  private async fromPack(key: string, hash: BlobHash): Promise<Buffer | undefined> {
    const found = this.shared.index.blobsIn(key).find((blob) => blob.hash === hash);
    const bytes = found && (await this.pack(key));
    const blob = bytes?.subarray(found?.offset, (found?.offset ?? 0) + (found?.length ?? 0));
    return blob && hashBytes(blob) === hash ? blob : undefined;
  }

  private pack(key: string): Promise<Buffer | undefined> {
    return this.packs.getOr(key, () => this.shared.bucket.get(key));
  }

  private async elsewhere(hash: BlobHash): Promise<Buffer | undefined> {
    for await (const { key } of this.shared.bucket.list(looseFolder(hash))) {
      const bytes = await this.shared.bucket.get(key);
      if (bytes && hashBytes(bytes) === hash) return bytes;
    }
    for (const key of this.shared.index.packsWith(hash)) {
      const bytes = await this.fromPack(key, hash);
      if (bytes) return bytes;
    }
    return undefined;
  }
}
