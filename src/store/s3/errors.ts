import { EXIT, KintsugiError } from '../../domain/kintsugi-error';
import { firstLine } from '../../domain/text';
import { errorCode } from '../../machine/system-errors';
import { placeOf, serverOf, type S3Settings } from './settings';

/** The shared tier cannot be used; the message is one sentence with the endpoint, the bucket and the way out. */
export class SharedStoreError extends KintsugiError {
  override name = 'SharedStoreError';

  constructor(
    message: string,
    /** True if another try may help with nobody changing anything. */
    readonly passing: boolean,
    options?: ErrorOptions,
  ) {
    super(message, EXIT.infrastructure, options);
  }
}

/** Names of errors whose status does not tell that the keys are wrong: 400, or none. */
const KEY_ERRORS = /^(ExpiredToken|InvalidToken|AuthorizationHeaderMalformed|CredentialsProviderError)$/;
const SETTING_ERRORS = /^(InvalidBucketName|InvalidRegion|IllegalLocationConstraintException)$/;
/** Statuses besides 500 and above that the same request may not get again. */
const BUSY = new Set([408, 409, 429]);

/** One sentence for each way in which a request fails. */
export function explainS3(error: unknown, settings: S3Settings): SharedStoreError {
  const [text, passing] = explain(factsOf(error), error, settings);
  return new SharedStoreError(text, passing, { cause: error });
}

function explain({ name, message, status }: Facts, error: unknown, settings: S3Settings): [string, boolean] {
  const place = placeOf(settings);
  const say = (text: string, passing = false): [string, boolean] => [`${capital(place)} ${text}`, passing];
  if (name === 'NoSuchBucket') {
    const { bucket } = settings;
    return [
      `There is no bucket "${bucket}" at ${serverOf(settings)}: make it, or correct KINTSUGI_S3_BUCKET.`,
      false,
    ];
  }
  // The SDK has learnt the server's time from the answer, so the next try may succeed.
  if (name === 'RequestTimeTooSkewed')
    return [`The clocks of this machine and of ${place} differ too much: correct this machine's.`, true];
  if (/region is missing/i.test(message))
    return [`The region of ${place} is not known: set KINTSUGI_S3_REGION.`, false];
  if (KEY_ERRORS.test(name) || status === 401 || status === 403 || /access key/i.test(message))
    return say(
      `refuses this machine's keys (${name}): correct KINTSUGI_S3_ACCESS_KEY_ID and KINTSUGI_S3_SECRET_ACCESS_KEY, or the permissions of the bucket.`,
    );
  if (SETTING_ERRORS.test(name) || status === 301)
    return say(
      `cannot be used (${name}): correct KINTSUGI_S3_BUCKET, KINTSUGI_S3_ENDPOINT or KINTSUGI_S3_REGION.`,
    );
  if (status === undefined)
    return say(`does not answer (${wordFor(error)}): start it, or correct KINTSUGI_S3_ENDPOINT.`, true);
  return say(`refuses a request (${status} ${name}): ${message}`, status >= 500 || BUSY.has(status));
}

interface Facts {
  name: string;
  message: string;
  status?: number;
}

function factsOf(error: unknown): Facts {
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
