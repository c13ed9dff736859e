import type { BucketLocationConstraint } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { shortHash } from '../../machine/hash';
import type { LocalTier } from '../local';
import { Bucket } from './bucket';
import { attempt, connect } from './client';
import { capital, SharedStoreError, statusOf } from './errors';
import { freshName, PROBES } from './names';
import type { S3Settings } from './settings';
import { SharedBlobs } from './shared-blobs';
import { SharedIndex } from './shared-index';
import { SharedLeases } from './shared-leases';
import { z } from 'zod';
import type { EffectKey } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import { byEffect, checkRef, refFolder, refObject, REFS, refRun, refEffect } from '../ref-names';
import type { SeenRun, SweptRefs } from '../types';

/** Names in the bucket may be cut, so an object says itself what it is. */
const StoredRef = z.object({ version: z.literal(1), run: z.string(), effect: z.string(), value: z.string() });
type StoredRef = z.infer<typeof StoredRef>;
type KnownRef = Omit<StoredRef, 'version'>;

const READS_AT_ONCE = 16;
const NEWS_AT_ONCE = 256;

/**
 * References in the bucket, which all machines agree on, and copies in the local tier of those that this machine
 * wrote. A reference never changes, so a copy is as good.
 */
class SharedRefs implements SweptRefs {
  constructor(
    private readonly bucket: Bucket,
    private readonly local: SweptRefs,
  ) {}

  async get(key: EffectKey): Promise<string | undefined> {
    const known = await this.local.get(key);
    if (known !== undefined) return known;
    return (await this.read(refObject(key)))?.value;
  }

  async putOnce(key: EffectKey, value: string): Promise<string> {
    currentSignal()?.throwIfAborted();
    checkRef(key, value);
    const stored: StoredRef = { version: 1, ...key, value };
    for (;;) {
      if (await this.bucket.putNew(refObject(key), Buffer.from(JSON.stringify(stored)))) break;
      const standing = await this.read(refObject(key));
      // Undefined where its run was collected between the two requests.
      if (standing) return this.local.putOnce(key, standing.value);
    }
    return this.local.putOnce(key, value);
  }

  async list(run: string): Promise<{ effect: string; value: string }[]> {
    const rows = await this.readAll(await this.keysOf(run));
    return rows.map(({ effect, value }) => ({ effect, value })).sort(byEffect);
  }

  async runs(): Promise<SeenRun[]> {
    const seen = new Map<string, { key: string; seenMs: number }>();
    for await (const { key, modifiedMs } of this.bucket.list(REFS)) {
      const folder = key.slice(0, key.lastIndexOf('/'));
      const before = seen.get(folder)?.seenMs ?? 0;
      seen.set(folder, { key, seenMs: Math.max(before, modifiedMs) });
    }
    const found: SeenRun[] = [];
    for (const { key, seenMs } of seen.values()) {
      const run = refRun(key) ?? (await this.read(key))?.run;
      if (run !== undefined) found.push({ run, seenMs });
    }
    return found;
  }

  async removeRun(run: string): Promise<void> {
    await this.bucket.remove(await this.keysOf(run));
    await this.local.removeRun(run);
  }

  private async keysOf(run: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list(refFolder(run))) keys.push(key);
    return keys;
  }

  async *news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    const fresh: string[] = [];
    for await (const { key } of this.bucket.list(REFS))
      if (!known.has(key) && !leaveOut.has(refRun(key) ?? '')) fresh.push(key);
    for (let at = 0; at < fresh.length; at += NEWS_AT_ONCE) {
      const keys = fresh.slice(at, at + NEWS_AT_ONCE);
      for (const key of keys) known.add(key);
      for (const { run, value } of await this.readAll(keys)) if (!leaveOut.has(run)) yield value;
    }
  }

  private async readAll(keys: readonly string[]): Promise<KnownRef[]> {
    const rows: KnownRef[] = [];
    await forEachOf(keys, READS_AT_ONCE, async (key) => {
      const row = (await this.cached(key)) ?? (await this.read(key));
      if (row) rows.push(row);
    });
    return rows;
  }

  /** From the local tier, where the object's name tells which reference it is. */
  private async cached(key: string): Promise<KnownRef | undefined> {
    const [run, effect] = [refRun(key), refEffect(key)];
    if (run === undefined || effect === undefined) return undefined;
    const value = await this.local.get({ run, effect });
    return value === undefined ? undefined : { run, effect, value };
  }

  private async read(key: string): Promise<StoredRef | undefined> {
    const bytes = await this.bucket.get(key);
    return bytes && StoredRef.parse(JSON.parse(bytes.toString('utf8')));
  }
}

/** Store that several machines share: blobs and references in a bucket. Nothing is sent before it is needed. */
export class SharedTier {
  /** The same for all machines that use the same part of the same bucket. */
  readonly id: string;
  readonly bucket: Bucket;
  readonly index: SharedIndex;
  readonly leases: SharedLeases;
  /** Keeps the packs that it reads in the local tier. */
  readonly blobs: SharedBlobs;
  readonly refs: SharedRefs;

  constructor(local: LocalTier, settings: S3Settings, freshMs?: number) {
    this.id = tierId(settings);
    this.bucket = new Bucket(settings);
    this.index = new SharedIndex(local.database);
    this.leases = new SharedLeases(this.bucket, this.index);
    this.blobs = new SharedBlobs(this.bucket, this.index, this.leases, freshMs, (whole) =>
      local.blobs.put(whole),
    );
    this.refs = new SharedRefs(this.bucket, local.refs);
  }

  /** The blobs, without keeping anything in the local tier: a collection would fill it with all that there is. */
  reader(): SharedBlobs {
    return new SharedBlobs(this.bucket, this.index, this.leases);
  }
}

/** Id of the part of a bucket that settings name. */
export function tierId({ endpoint, bucket, prefix }: S3Settings): string {
  return shortHash(JSON.stringify([endpoint ?? 'aws', bucket, prefix]));
}

/**
 * Writes, reads, lists and removes a small object. Rejects with `SharedStoreError`, also where the server does not
 * refuse a second writer of one name: references depend on that.
 */
export async function probeBucket(settings: S3Settings): Promise<void> {
  const bucket = new Bucket(settings);
  const key = PROBES + freshName();
  const bytes = randomBytes(64);
  const fail = (what: string): never => {
    throw new SharedStoreError(`${capital(bucket.place)} ${what}: use another server.`, false);
  };
  try {
    await bucket.put(key, bytes);
    if (!(await bucket.get(key))?.equals(bytes)) fail('does not give back what was written');
    if (await bucket.putNew(key, bytes)) fail('does not honour If-None-Match');
    let listed = false;
    for await (const found of bucket.list(PROBES)) listed ||= found.key === key;
    if (!listed) fail('does not list what was written');
    await bucket.remove([key]);
    if (await bucket.get(key)) fail('does not remove what it is told to');
  } finally {
    bucket.close();
  }
}

/**
 * Makes the bucket of the settings unless it is there. Resolves to true if it was made. Rejects with
 * `SharedStoreError`.
 */
export async function ensureBucket(settings: S3Settings): Promise<boolean> {
  const { sdk, client } = await connect(settings);
  const { bucket: Bucket } = settings;
  const input = { Bucket, CreateBucketConfiguration: placement(settings) };
  try {
    return await attempt(settings, 0, async (options) => {
      const isThere = await client.send(new sdk.HeadBucketCommand({ Bucket }), options).then(
        () => true,
        (error: unknown) => {
          // Any other answer than a 404: a bucket that may not be looked at is there, and its permissions are to be mended.
          if (statusOf(error) !== 404) throw error;
          return false;
        },
      );
      if (isThere) return false;
      return client.send(new sdk.CreateBucketCommand(input), options).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.name === 'BucketAlreadyOwnedByYou') return false;
          throw error;
        },
      );
    });
  } finally {
    client.destroy();
  }
}

/** Only AWS has regions to choose from, and it refuses to be told its first one. */
function placement({
  endpoint,
  region,
}: S3Settings): { LocationConstraint: BucketLocationConstraint } | undefined {
  if (endpoint !== undefined || region === undefined || region === 'us-east-1') return undefined;
  return { LocationConstraint: region as BucketLocationConstraint };
}
