import type * as Sdk from '@aws-sdk/client-s3';
import { SILENCE_MS } from './retry';
import type { S3Settings } from './settings';

/** The SDK and a client of it. */
export interface Connected {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

const CONNECTIONS = 32;

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
    // Tries are counted here, under one deadline. Reads are verified by hash and writes by their signature, so the
    // SDK's further checksums, which some servers do not know, add nothing.
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
