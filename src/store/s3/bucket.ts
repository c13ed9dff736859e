import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import { connect, type Connected } from './connect';
import { isNoObject, isTaken } from './errors';
import { putParts } from './multipart';
import { attempt, RequestFailed } from './retry';
import { placeOf, type S3Settings } from './settings';
import type { Send } from './send';

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

/**
 * The few requests that are made to a bucket. Names are relative to the prefix of the settings. All reject with
 * `SharedStoreError`, and with the reason of the present signal once that is aborted.
 */
export interface Bucket {
  /** For messages. */
  readonly place: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Writes the object unless there is one of that name already; whether it did. */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Writes an object in parts of bounded size; `read` gives its bytes. */
  putParts(key: string, size: number, read: () => AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined where there is no such object. */
  get(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Hands the object's bytes to `use` in chunks, from the start again at each try. Undefined where there is none. */
  stream<T>(key: string, use: (chunks: AsyncIterable<Buffer>) => Promise<T>): Promise<T | undefined>;
  /** By name, in order; `after` leaves out names up to it. */
  list(prefix: string, after?: string): AsyncGenerator<Listed>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** Connects to nothing and loads nothing until the first request. */
export function openBucket(settings: S3Settings): Bucket {
  let connected: Promise<Connected> | undefined;
  const Bucket = settings.bucket;
  const named = (key: string) => (settings.prefix === '' ? key : `${settings.prefix}/${key}`);

  const send: Send = (bytes, run) =>
    attempt(settings, bytes, async (abortSignal) => {
      const parts = await (connected ??= connect(settings));
      return run(parts, { abortSignal }).catch((error: unknown) => {
        throw error instanceof OwnError ? error.own : new RequestFailed(error);
      });
    });

  const put = (key: string, bytes: Uint8Array, condition: { IfNoneMatch?: '*' }) =>
    send(bytes.byteLength, ({ sdk, client }, options) =>
      client.send(new sdk.PutObjectCommand({ Bucket, Key: named(key), Body: bytes, ...condition }), options),
    );

  async function stream<T>(
    key: string,
    use: (chunks: AsyncIterable<Buffer>) => Promise<T>,
    range?: ByteRange,
  ): Promise<T | undefined> {
    const input: GetObjectCommandInput = { Bucket, Key: named(key) };
    if (range) input.Range = `bytes=${range.from}-${range.from + range.length - 1}`;
    try {
      return await send(range?.length ?? Infinity, async ({ sdk, client }, options) => {
        const { Body } = await client.send(new sdk.GetObjectCommand(input), options);
        return useBody(Body as AsyncIterable<Buffer>, use);
      });
    } catch (error) {
      if (isNoObject((error as Error).cause)) return undefined;
      throw error;
    }
  }

  return {
    place: placeOf(settings),
    put: async (key, bytes) => void (await put(key, bytes, {})),
    putNew: async (key, bytes) => {
      try {
        await put(key, bytes, { IfNoneMatch: '*' });
        return true;
      } catch (error) {
        if (isTaken((error as Error).cause)) return false;
        throw error;
      }
    },
    putParts: (key, size, read) => putParts(send, { Bucket, Key: named(key) }, size, read),
    get: (key, range) => stream(key, gather, range),
    stream: (key, use) => stream(key, use),
    list: (prefix, after) => list(send, settings, prefix, after),
    remove: (keys) => remove(send, Bucket, keys.map(named)),
    close: () => {
      connected?.then(({ client }) => client.destroy()).catch(() => undefined);
    },
  };
}

async function* list(
  send: Send,
  { bucket, prefix: common }: S3Settings,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<Listed> {
  const before = common === '' ? '' : `${common}/`;
  const first = { Bucket: bucket, Prefix: before + prefix, StartAfter: after && before + after };
  for (let token: string | undefined; ;) {
    const input = token === undefined ? first : { ...first, StartAfter: undefined, ContinuationToken: token };
    const page = await send(0, ({ sdk, client }, options) =>
      client.send(new sdk.ListObjectsV2Command(input), options),
    );
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      yield { key: Key.slice(before.length), size: Size, modifiedMs: LastModified?.getTime() ?? 0 };
    token = page.NextContinuationToken;
    if (!page.IsTruncated || token === undefined) return;
  }
}

/** Most names that one request can remove. */
const REMOVED_AT_ONCE = 1_000;

async function remove(send: Send, Bucket: string, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += REMOVED_AT_ONCE) {
    const Objects = names.slice(at, at + REMOVED_AT_ONCE).map((Key) => ({ Key }));
    await send(0, async ({ sdk, client }, options) => {
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await client.send(command, options);
      // Removed by somebody else meanwhile.
      const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
      if (failed)
        throw Object.assign(new Error(failed.Message ?? 'not removed'), {
          Code: failed.Code,
          $metadata: { httpStatusCode: 400 },
        });
    });
  }
}

/** An error of whoever uses a body, not of the request. */
class OwnError extends Error {
  constructor(readonly own: unknown) {
    super('own');
  }
}

async function useBody<T>(
  body: AsyncIterable<Buffer>,
  use: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  let broken: { error: unknown } | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  try {
    return await use(chunks());
  } catch (error) {
    if (broken) throw broken.error;
    throw new OwnError(error);
  }
}

async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
