import { firstLine } from '../../domain/text';
import { errorCode } from '../../machine/system-errors';
import { placeOf, serverOf, type S3Settings } from './settings';

/** Why the shared tier cannot be used. `unreachable` and `busy` may pass by themselves; the others are to be mended. */
export type SharedStoreReason = 'unreachable' | 'busy' | 'keys' | 'no-bucket' | 'settings' | 'refused';

/** The shared tier cannot be used; the message is one sentence with the endpoint, the bucket and the way out. */
export class SharedStoreError extends Error {
  override name = 'SharedStoreError';

  constructor(
    message: string,
    readonly reason: SharedStoreReason,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True if another try may help with nobody changing anything. */
  get passing(): boolean {
    return this.reason === 'unreachable' || this.reason === 'busy';
  }
}

const KEY_ERRORS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'ExpiredToken',
  'InvalidToken',
  'AuthorizationHeaderMalformed',
  'CredentialsProviderError',
];
const SETTING_ERRORS = [
  'InvalidBucketName',
  'PermanentRedirect',
  'InvalidRegion',
  'IllegalLocationConstraintException',
];
const CLOCK_ERROR = 'RequestTimeTooSkewed';

/** One sentence for each way in which a request fails. */
export function explainS3(error: unknown, settings: S3Settings): SharedStoreError {
  const place = placeOf(settings);
  const { name, message, status } = factsOf(error);
  const say = (text: string, reason: SharedStoreReason) =>
    new SharedStoreError(text, reason, { cause: error });
  if (name === 'NoSuchBucket')
    return say(
      `There is no bucket "${settings.bucket}" at ${serverOf(settings)}: make it, or correct KINTSUGI_S3_BUCKET.`,
      'no-bucket',
    );
  // The SDK has learnt the server's time from the answer, so the next try may succeed.
  if (name === CLOCK_ERROR)
    return say(`The clocks of this machine and of ${place} differ too much: correct this machine's.`, 'busy');
  if (/region is missing/i.test(message))
    return say(`The region of ${place} is not known: set KINTSUGI_S3_REGION.`, 'settings');
  if (KEY_ERRORS.includes(name) || status === 401 || status === 403 || /access key/i.test(message))
    return say(
      `${capital(place)} refuses this machine's keys (${name}): correct KINTSUGI_S3_ACCESS_KEY_ID and KINTSUGI_S3_SECRET_ACCESS_KEY, or the permissions of the bucket.`,
      'keys',
    );
  if (SETTING_ERRORS.includes(name) || status === 301)
    return say(
      `${capital(place)} cannot be used (${name}): correct KINTSUGI_S3_BUCKET, KINTSUGI_S3_ENDPOINT or KINTSUGI_S3_REGION.`,
      'settings',
    );
  if (status === undefined)
    return say(
      `${capital(place)} does not answer (${wordFor(error)}): start it, or correct KINTSUGI_S3_ENDPOINT.`,
      'unreachable',
    );
  const reason = status >= 500 || status === 429 || status === 408 || status === 409 ? 'busy' : 'refused';
  return say(`${capital(place)} refuses a request (${status} ${name}): ${message}`, reason);
}

function factsOf(error: unknown): { name: string; message: string; status?: number } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = (error as { Code?: string }).Code;
  return { name: code ?? error.name, message: error.message, status: statusOf(error) };
}

/** HTTP status of the server's answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** True if the error is the server's word that there is no such object; any other 404 says something else. */
export function isNoObject(error: unknown): boolean {
  return factsOf(error).name === 'NoSuchKey';
}

/** True if a write that asked for a free name found it taken. */
export function isTaken(error: unknown): boolean {
  const { name, status } = factsOf(error);
  return name === 'PreconditionFailed' || status === 412;
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no way to it',
};

function wordFor(error: unknown): string {
  if (error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name)) return 'it is silent';
  const text = firstLine(error instanceof Error ? error.message : String(error));
  // The SDK wraps errors that it did not expect.
  const code = errorCode(error) ?? /\bE[A-Z_]{4,}\b/.exec(text)?.[0] ?? '';
  return WORDS[code] ?? text;
}

/** A text that begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
