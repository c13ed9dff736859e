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
import { SharedRefs } from './shared-refs';

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
