import type * as Sdk from '@aws-sdk/client-s3';
import { setTimeout as delay } from 'node:timers/promises';
import { currentSignal } from '../../machine/abort-scope';
import { explainS3 } from './errors';
import type { S3Settings } from './settings';

const CONNECTIONS = 32;
const DEADLINE_MS = 30_000;
const SILENCE_MS = 10_000;
/** A slower line than this, in bytes a second, counts as broken. */
const SLOWEST = 100_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export interface Connected {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

export interface RequestOptions {
  abortSignal: AbortSignal;
}

/** Loads the SDK, which nobody without a shared tier pays for, and makes a client; nothing is sent yet. */
export async function connect(settings: S3Settings): Promise<Connected> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, keys, silenceMs = SILENCE_MS } = settings;
  const client = new sdk.S3Client({
    endpoint,
    // Servers other than AWS take any region, and the SDK refuses to sign without one.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    // The SDK writes to the object that it is given, and the settings are compared by their hash.
    credentials: keys && { ...keys },
    forcePathStyle: endpoint !== undefined,
    // Tries are counted here, under one deadline: the SDK tries a request again, but not the reading of its answer. Reads are
    // verified by hash and writes by their signature, so the SDK's further checksums, which some servers do not know, add nothing.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(silenceMs, 5_000),
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
  });
  return { sdk, client };
}

/**
 * Runs a request that sends so many bytes until it succeeds, fails for good or its deadline is over; the signal that it is
 * given ends it then, or with the present one. A `reading` has no deadline once its bytes flow. Rejects with `SharedStoreError`.
 */
export async function attempt<T>(
  settings: S3Settings,
  bytes: number | 'reading',
  run: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const outer = currentSignal();
  const allowedMs =
    (settings.deadlineMs ?? DEADLINE_MS) + (bytes === 'reading' ? 0 : (bytes / SLOWEST) * 1000);
  const deadline = performance.now() + allowedMs;
  const abortSignal = AbortSignal.any([
    ...(outer ? [outer] : []),
    ...(bytes === 'reading' ? [] : [AbortSignal.timeout(Math.ceil(allowedMs))]),
  ]);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    outer?.throwIfAborted();
    try {
      return await run({ abortSignal });
    } catch (error) {
      outer?.throwIfAborted();
      const failure = explainS3(error, settings);
      const pause = pauseMs * (0.5 + Math.random());
      if (!failure.passing || performance.now() + pause > deadline) throw failure;
      await delay(pause, undefined, { signal: outer }).catch(() => undefined);
    }
  }
}
