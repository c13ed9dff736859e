import type { BlobHash } from '../../domain/ids';
import { BlobCorruptError, BlobError } from '../errors';
import { hashAt } from '../hash';
import type { LocalParts } from './parts';

/** A copy of a blob that was read and hashed. */
export interface AuditedBlob {
  hash: BlobHash;
  isWhole: boolean;
  size: number;
}

/** Reads and hashes all copies of blobs. A damaged one is set aside, so that the next put mends it. */
export async function* auditBlobs({
  smallKeys,
  small,
  files,
  blobs,
}: LocalParts): AsyncGenerator<AuditedBlob> {
  for await (const key of smallKeys()) {
    const [hash, size] = [hashAt(key, 0), small.size(key)];
    if (size !== undefined) yield { hash, isWhole: await isWhole(blobs.get(hash)), size };
  }
  for await (const { hash, size } of files.list())
    yield { hash, isWhole: await isWhole(drain(blobs.getStream(hash))), size };
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
