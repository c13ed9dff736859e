import type { CompletedPart } from '@aws-sdk/client-s3';
import { withSignal } from '../../machine/abort-scope';
import type { Send } from './send';

const PART = 8 * 1024 * 1024;
/** S3 takes at most 10,000 parts. */
const MOST_PARTS = 9_000;
/** Parts on their way at once: with their copies a bounded amount of memory, and enough to fill a line. */
const AT_ONCE = 3;

/** Uploads an object in parts. Where that fails, what was uploaded is given up. */
export async function putParts(
  send: Send,
  object: { Bucket: string; Key: string },
  size: number,
  read: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const { UploadId } = await send(0, ({ sdk, client }, options) =>
    client.send(new sdk.CreateMultipartUploadCommand(object), options),
  );
  try {
    const Parts = await uploadParts(send, { ...object, UploadId }, size, read());
    const MultipartUpload = { Parts };
    await send(0, ({ sdk, client }, options) =>
      client.send(new sdk.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }), options),
    );
  } catch (error) {
    // Also after an abort, whose signal would stop this request as well.
    await withSignal(undefined, () =>
      send(0, ({ sdk, client }, options) =>
        client.send(new sdk.AbortMultipartUploadCommand({ ...object, UploadId }), options),
      ),
    ).catch(() => undefined);
    throw error;
  }
}

async function uploadParts(
  send: Send,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<CompletedPart[]> {
  const done: CompletedPart[] = [];
  const open = new Set<Promise<void>>();
  const start = (bytes: Buffer, PartNumber: number): void => {
    const one = send(bytes.length, ({ sdk, client }, options) =>
      client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes }), options),
    ).then(({ ETag }) => {
      done[PartNumber - 1] = { PartNumber, ETag };
      open.delete(one);
    });
    one.catch(() => undefined);
    open.add(one);
  };
  let number = 0;
  for await (const part of partsOf(chunks, Math.max(PART, Math.ceil(size / MOST_PARTS)))) {
    start(part, (number += 1));
    if (open.size >= AT_ONCE) await Promise.race(open);
  }
  await Promise.all(open);
  return done;
}

/** The bytes of a stream in pieces of exactly one size, but for the last. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      const taken = Math.min(size - filled, chunk.byteLength - at);
      part.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      yield part;
      part = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
