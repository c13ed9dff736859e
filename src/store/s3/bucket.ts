import { buffer } from 'node:stream/consumers';
import { withSignal } from '../../machine/abort-scope';
import { attempt, connect, type Connected, type RequestOptions } from './client';
import { isNoObject, isTaken } from './errors';
import { placeOf, type S3Settings } from './settings';

/** An object as a listing shows it. */
export interface Listed {
  /** Without the settings' prefix. */
  key: string;
  size: number;
  /** By the server's clock, ms since 1970. */
  modifiedMs: number;
}

/** First byte and number of bytes. */
export interface ByteRange {
  from: number;
  length: number;
}

/** Objects up to this size are written and read in one request, larger ones in pieces. */
export const PIECE_BYTES = 8 * 1024 * 1024;
/** S3 takes at most 10,000 parts. */
const MOST_PARTS = 9_000;
/** Parts on their way at once: with their copies a bounded amount of memory, and enough to fill a line. */
const PARTS_AT_ONCE = 3;
/** Most names that one request can remove. */
const REMOVED_AT_ONCE = 1_000;

/**
 * The few requests that are made to a bucket; connects to nothing and loads nothing until the first one. Names are relative
 * to the prefix of the settings. All reject with `SharedStoreError`, and with the reason of the present signal once that is
 * aborted.
 */
export class Bucket {
  /** For messages. */
  readonly place: string;
  private connected: Promise<Connected> | undefined;
  private readonly before: string;

  constructor(private readonly settings: S3Settings) {
    this.place = placeOf(settings);
    this.before = settings.prefix === '' ? '' : `${settings.prefix}/`;
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > PIECE_BYTES) return this.putParts(key, bytes.byteLength, once(bytes));
    return this.write(key, bytes, {});
  }

  /** Writes the object unless there is one of that name already; whether it did. */
  async putNew(key: string, bytes: Uint8Array): Promise<boolean> {
    try {
      await this.write(key, bytes, { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      if (isTaken((error as Error).cause)) return false;
      throw error;
    }
  }

  /** Writes an object of any size; `chunks` are its bytes. Where that fails, what was uploaded is given up. */
  async putParts(key: string, size: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const object = this.object(key);
    const { UploadId } = await this.send(0, ({ sdk, client }, options) =>
      client.send(new sdk.CreateMultipartUploadCommand(object), options),
    );
    const upload = { ...object, UploadId };
    try {
      const Parts = await this.uploadParts(upload, size, chunks);
      const completed = { ...upload, MultipartUpload: { Parts } };
      await this.send(0, ({ sdk, client }, options) =>
        client.send(new sdk.CompleteMultipartUploadCommand(completed), options),
      );
    } catch (error) {
      // Also after an abort, whose signal would stop this request as well.
      const giveUp = withSignal(undefined, () =>
        this.send(0, ({ sdk, client }, options) =>
          client.send(new sdk.AbortMultipartUploadCommand(upload), options),
        ),
      );
      await giveUp.catch(() => undefined);
      throw error;
    }
  }

  /** Undefined where there is no such object. */
  async get(key: string, range?: ByteRange): Promise<Buffer | undefined> {
    const Range = range && `bytes=${range.from}-${range.from + range.length - 1}`;
    try {
      return await this.send('reading', async ({ sdk, client }, options) => {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...this.object(key), Range }), options);
        return buffer(Body as AsyncIterable<Buffer>);
      });
    } catch (error) {
      if (isNoObject((error as Error).cause)) return undefined;
      throw error;
    }
  }

  /** The bytes of an object of a known size; fewer where it is removed meanwhile. */
  async *stream(key: string, size: number): AsyncGenerator<Buffer> {
    for (let from = 0; from < size; from += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, size - from);
      const piece = await this.get(key, { from, length });
      if (!piece) return;
      yield piece;
    }
  }

  /** By name, in order; `after` leaves out names up to it. */
  async *list(prefix: string, after?: string): AsyncGenerator<Listed> {
    const { before } = this;
    const first = {
      Bucket: this.settings.bucket,
      Prefix: before + prefix,
      StartAfter: after && before + after,
    };
    for (let token: string | undefined; ;) {
      const input =
        token === undefined ? first : { ...first, StartAfter: undefined, ContinuationToken: token };
      const page = await this.send(0, ({ sdk, client }, options) =>
        client.send(new sdk.ListObjectsV2Command(input), options),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        yield { key: Key.slice(before.length), size: Size, modifiedMs: LastModified?.getTime() ?? 0 };
      token = page.NextContinuationToken;
      if (!page.IsTruncated || token === undefined) return;
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const { bucket: Bucket } = this.settings;
    for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
      const Objects = keys.slice(at, at + REMOVED_AT_ONCE).map((key) => ({ Key: this.before + key }));
      await this.send(0, async ({ sdk, client }, options) => {
        const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        const { Errors = [] } = await client.send(command, options);
        // Removed by somebody else meanwhile.
        const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
        if (!failed) return;
        const facts = { Code: failed.Code, $metadata: { httpStatusCode: 400 } };
        throw Object.assign(new Error(failed.Message ?? 'not removed'), facts);
      });
    }
  }

  close(): void {
    this.connected?.then(({ client }) => client.destroy()).catch(() => undefined);
  }

  /** Sends one request, with tries and a deadline that fits its number of bytes. */
  private send<T>(
    bytes: number | 'reading',
    run: (parts: Connected, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    return attempt(this.settings, bytes, async (options) =>
      run(await (this.connected ??= connect(this.settings)), options),
    );
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: this.before + key };
  }

  private async write(key: string, bytes: Uint8Array, condition: { IfNoneMatch?: '*' }): Promise<void> {
    await this.send(bytes.byteLength, ({ sdk, client }, options) =>
      client.send(new sdk.PutObjectCommand({ ...this.object(key), Body: bytes, ...condition }), options),
    );
  }

  private async uploadParts(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    size: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<{ PartNumber: number; ETag: string | undefined }[]> {
    const parts: Promise<{ PartNumber: number; ETag: string | undefined }>[] = [];
    for await (const bytes of piecesOf(chunks, Math.max(PIECE_BYTES, Math.ceil(size / MOST_PARTS)))) {
      const PartNumber = parts.length + 1;
      const part = this.send(bytes.length, ({ sdk, client }, options) =>
        client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes }), options),
      ).then(({ ETag }) => ({ PartNumber, ETag }));
      part.catch(() => undefined);
      parts.push(part);
      await parts.at(-PARTS_AT_ONCE);
    }
    return Promise.all(parts);
  }
}

/** The bytes of a stream in pieces of exactly one size, but for the last. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      const taken = Math.min(size - filled, chunk.byteLength - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      yield piece;
      piece = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
