import type { BucketLocationConstraint } from '@aws-sdk/client-s3';
import { connect } from './connect';
import { attempt, RequestFailed } from './retry';
import type { S3Settings } from './settings';

/**
 * Makes the bucket of the settings unless it is there. Resolves to true if it was made. Rejects with
 * `SharedStoreError`.
 */
export async function ensureBucket(settings: S3Settings): Promise<boolean> {
  const { sdk, client } = await connect(settings);
  const { bucket: Bucket } = settings;
  const input = { Bucket, CreateBucketConfiguration: placement(settings) };
  try {
    return await attempt(settings, 0, async (abortSignal) => {
      try {
        if (await isThere(() => client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal })))
          return false;
        await client.send(new sdk.CreateBucketCommand(input), { abortSignal });
        return true;
      } catch (error) {
        if (error instanceof Error && error.name === 'BucketAlreadyOwnedByYou') return false;
        throw new RequestFailed(error);
      }
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

/** False for a 404 only: a bucket that may not be looked at is there, and its permissions are to be mended. */
async function isThere(head: () => Promise<unknown>): Promise<boolean> {
  try {
    await head();
    return true;
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode === 404) return false;
    throw error;
  }
}
