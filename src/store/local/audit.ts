import type { BlobHash } from '../../domain/ids';
import { BlobCorruptError, BlobError } from '../errors';
import { hashAt, hashBytes } from '../hash';
import type { LocalParts } from './parts';

/** A copy of a blob that was read and hashed. */
export interface AuditedBlob {
  hash: BlobHash;
  /** Hash of the bytes that are there; undefined where they cannot be read or have another. */
  found: BlobHash | undefined;
  size: number;
}

type Audited = Pick<LocalParts, 'small' | 'files' | 'blobs'>;

/** Reads and hashes all copies of blobs. A damaged one is set aside, so that the next put mends it. */
export async function* auditBlobs({ small, files, blobs }: Audited): AsyncGenerator<AuditedBlob> {
  for (const key of small.keys()) {
    const hash = hashAt(key, 0);
    const bytes = small.get(key);
    if (!bytes && !small.has(key)) continue;
    const found = bytes && hashBytes(bytes);
    if (found !== hash) await isWhole(blobs.get(hash));
    yield { hash, found, size: bytes?.length ?? 0 };
  }
  for await (const { hash, size } of files.list())
    yield { hash, found: (await isWhole(drain(blobs.getStream(hash)))) ? hash : undefined, size };
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) void chunk;
}

/** True if a read found the blob whole; one that finds it damaged has set it aside. */
async function isWhole(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (error instanceof BlobError) return !(error instanceof BlobCorruptError);
    throw error;
  }
}
