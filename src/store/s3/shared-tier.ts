import { randomBytes } from 'node:crypto';
import { shortHash } from '../../machine/hash';
import type { LocalTier } from '../local';
import { openBucket, type Bucket } from './bucket';
import { SharedStoreError } from './errors';
import { freshName, PROBES } from './names';
import type { S3Settings } from './settings';
import { SharedBlobs } from './shared-blobs';
import { SharedIndex } from './shared-index';
import { SharedLeases } from './shared-leases';
import { SharedRefs } from './shared-refs';

/** Store that several machines share: blobs and references in a bucket. */
export interface SharedTier {
  /** The same for all machines that use the same part of the same bucket. */
  id: string;
  bucket: Bucket;
  index: SharedIndex;
  blobs: SharedBlobs;
  leases: SharedLeases;
  refs: SharedRefs;
}

/** Opens the shared tier behind a local one. Nothing is sent before it is needed. */
export async function openSharedTier(
  local: LocalTier,
  settings: S3Settings,
  freshMs?: number,
): Promise<SharedTier> {
  const id = tierId(settings);
  const index = new SharedIndex(local.database);
  // What the local tier holds need not be in this bucket, so captures have to look at all files again.
  if (await index.belongTo(id)) await local.stats.nextEpoch();
  const bucket = openBucket(settings);
  const leases = new SharedLeases(bucket, index);
  const blobs = new SharedBlobs(bucket, index, leases, local.blobs, freshMs);
  return { id, bucket, index, blobs, leases, refs: new SharedRefs(bucket, local.refs) };
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
  const bucket = openBucket(settings);
  const key = PROBES + freshName();
  const bytes = randomBytes(64);
  const fail = (what: string): never => {
    throw new SharedStoreError(`${capital(bucket.place)} ${what}: use another server.`, 'refused');
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
