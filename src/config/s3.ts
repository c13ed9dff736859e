/** Checks of shared-store settings that depend on each other. */
import { ConfigError } from './config-error';
import type { Values } from './option';
import type { SERVICE_OPTIONS } from './service-options';

type Given = Values<typeof SERVICE_OPTIONS.s3>;

/** Settings of the tier of the store that several machines share. Without keys the standard chain of the AWS SDK finds them. */
export type S3Config = Omit<Given, 'keys' | 'bucket'> & {
  bucket: string;
  keys?: { accessKeyId: string; secretAccessKey: string };
};

/** Undefined where no bucket is configured. Throws `ConfigError` where something is missing. */
export function completeS3({ bucket, keys: given, ...rest }: Given): S3Config | undefined {
  const { accessKeyId, secretAccessKey } = given;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError(
      'KINTSUGI_S3_ACCESS_KEY_ID and KINTSUGI_S3_SECRET_ACCESS_KEY belong together: set both, or neither for the standard AWS credentials.',
    );
  }
  if (bucket === undefined && (rest.endpoint ?? accessKeyId) !== undefined) {
    throw new ConfigError(
      'KINTSUGI_S3_ENDPOINT or a key is set, but there is no bucket: set KINTSUGI_S3_BUCKET, or unset them.',
    );
  }
  if (bucket === undefined) return undefined;
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { bucket, ...rest, keys };
}
