import type { BlobHash, TreeHash } from '../domain/ids';
import { EXIT, KintsugiError } from '../domain/kintsugi-error';

export interface BlobPlace {
  tree: TreeHash;
  path: string;
}

/** A blob that cannot be had. `place` is known where a tree was being read. */
export abstract class BlobError extends Error {
  place?: BlobPlace;

  constructor(
    message: string,
    readonly hash: BlobHash,
  ) {
    super(message);
  }

  /** Says which file of which tree is affected, and returns itself. */
  at(place: BlobPlace): this {
    if (!this.place) {
      this.place = place;
      const what = place.path === '' ? 'its root folder' : JSON.stringify(place.path);
      this.message = `${this.message} (tree ${place.tree}, ${what})`;
    }
    return this;
  }
}

/** The store does not hold the blob. */
export class BlobMissingError extends BlobError {
  override name = 'BlobMissingError';

  constructor(hash: BlobHash) {
    super(`blob ${hash} is not in the store`, hash);
  }
}

/** A blob has bytes that do not match its hash: the disk or someone changed them. */
export class BlobCorruptError extends BlobError {
  override name = 'BlobCorruptError';

  constructor(hash: BlobHash, detail = 'its bytes do not have its hash') {
    super(`blob ${hash} is damaged: ${detail}`, hash);
  }
}

/** The end of a read whose blob need not be there: undefined for blob errors; throws all others. */
export function undefinedForBlobErrors(error: unknown): undefined {
  if (!(error instanceof BlobError)) throw error;
}

/** A blob was collected while it was being used; whoever was using it puts it again when it is tried again. */
export class CollectedMeanwhileError extends Error {
  override name = 'CollectedMeanwhileError';

  constructor(hash: BlobHash) {
    super(`blob ${hash} was collected while it was being used; the next try stores it again`);
  }
}

/** Runs a read of a tree; a blob error that it ends with says the place. */
export async function readingAt<T>(place: BlobPlace, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof BlobError ? error.at(place) : error;
  }
}

/** The database of a store cannot be used as it is; the message says what to do. */
export class StoreDamagedError extends KintsugiError {
  override name = 'StoreDamagedError';

  constructor(message: string) {
    super(message, EXIT.infrastructure);
  }
}
