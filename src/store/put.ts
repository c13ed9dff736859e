import type { BlobHash } from '../domain/ids';
import { HashedBlob } from './hash';
import type { BlobStore } from './types';

/** `put` of a store, by how it keeps blobs whose hash is known, and a stream. */
export function putWith(
  keep: (blobs: readonly HashedBlob[]) => Promise<void>,
  keepStream: (chunks: AsyncIterable<Uint8Array>) => Promise<BlobHash>,
): BlobStore['put'] {
  const keepAll = async (given: readonly (Uint8Array | HashedBlob)[]): Promise<BlobHash[]> => {
    const blobs = given.map((each) => (each instanceof HashedBlob ? each : new HashedBlob(each)));
    await keep(blobs);
    return blobs.map(({ hash }) => hash);
  };
  const put = async (
    given: Uint8Array | AsyncIterable<Uint8Array> | readonly (Uint8Array | HashedBlob)[],
  ): Promise<BlobHash | BlobHash[] | undefined> => {
    if (given instanceof Uint8Array) return (await keepAll([given]))[0];
    return Symbol.asyncIterator in given ? keepStream(given) : keepAll(given);
  };
  return put as BlobStore['put'];
}
