import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { redact } from '../../domain/redact';

export type ModelFailureType =
  | 'ModelRateLimited'
  | 'ModelUnavailable'
  | 'ModelAuth'
  | 'ModelBadRequest'
  | 'ModelNotFound'
  | 'ModelContextLength'
  | 'ModelCancelled';

/** Why a call failed. `message` is one sentence a person understands and can act on. */
export interface ModelFailure {
  type: ModelFailureType;
  message: string;
  retryable: boolean;
  /** What the endpoint asked us to wait. */
  retryAfterMs?: number;
}

/** A call that brought no reply. */
export class ModelError extends Error {
  override name = 'ModelError';

  constructor(
    readonly failure: ModelFailure,
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
  }

  get type(): ModelFailureType {
    return this.failure.type;
  }
}

/** The stream ended before the model was done. */
export class CutReplyError extends Error {
  override name = 'CutReplyError';
}

/** The endpoint answered 200 with something that is not a chat completion. */
export class NotACompletionError extends Error {
  override name = 'NotACompletionError';
}

/** The call took longer than it may. */
export class CallTimeoutError extends Error {
  override name = 'CallTimeoutError';
}

/** What a sentence about a failed call can name. */
export interface CallFacts {
  url: string;
  model: string;
  timeoutMs: number;
  secrets?: readonly string[];
}

/** What the rows look at, taken from whatever was thrown. */
interface ErrorFacts {
  error: unknown;
  aborted: boolean;
  /** Whether the endpoint itself said it, by a status or in mid-stream. */
  provider: boolean;
  /** HTTP status; undefined where there was no answer. */
  status: number | undefined;
  /** The provider's error code, or the socket's. */
  code: string;
  /** All messages down the chain of causes. */
  text: string;
  /** First line of the provider's own words, at most 200 characters. */
  said: string;
}

interface ErrorRow {
  type: ModelFailureType;
  retryable: boolean;
  when(facts: ErrorFacts): boolean;
  say(facts: ErrorFacts, call: CallFacts): string;
}

const CONTEXT_LENGTH =
  /context[_ ](length|window|size)|maximum context|too many (input )?tokens|(prompt|input|request) (is )?too (long|large)|exceeds? the (available )?context/i;
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|getaddrinfo|CERT_|certificate/;

const isStatus =
  (...statuses: number[]) =>
  ({ status }: ErrorFacts) =>
    status !== undefined && statuses.includes(status);

/** First row that fits wins. */
const ROWS: readonly ErrorRow[] = [
  {
    type: 'ModelCancelled',
    retryable: false,
    when: ({ error, aborted }) => aborted || error instanceof APIUserAbortError,
    say: () => 'The model call was cancelled.',
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ error }) => error instanceof CallTimeoutError || error instanceof APIConnectionTimeoutError,
    say: (_, { url, timeoutMs }) =>
      `The model at ${url} did not finish its answer within ${timeoutMs / 1000} s (KINTSUGI_MODEL_TIMEOUT_SECONDS).`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ error }) => error instanceof CutReplyError,
    say: (_, { url }) => `The model at ${url} broke off in the middle of its answer.`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ error }) => error instanceof NotACompletionError,
    say: ({ said }, { url }) =>
      `${url} does not answer like an OpenAI-compatible chat API (${said}); check KINTSUGI_MODEL_BASE_URL.`,
  },
  {
    type: 'ModelContextLength',
    retryable: false,
    when: ({ provider, status, code, text }) =>
      status === 413 ||
      code === 'context_length_exceeded' ||
      (provider && (status ?? 400) < 500 && CONTEXT_LENGTH.test(text)),
    say: (_, { model }) => `The request is longer than the model ${model} can read.`,
  },
  {
    type: 'ModelRateLimited',
    retryable: false,
    when: ({ status, code, text }) =>
      status === 402 || (status === 429 && /insufficient_quota|billing/.test(`${code} ${text}`)),
    say: (_, { url }) =>
      `The account behind the model key has no quota left at ${url}: top it up or set another key.`,
  },
  {
    type: 'ModelRateLimited',
    retryable: true,
    when: ({ status, code }) => status === 429 || code === 'rate_limit_exceeded',
    say: (_, { url, model }) => `${url} limits the rate of calls to ${model}; the call is made again later.`,
  },
  {
    type: 'ModelAuth',
    retryable: false,
    when: isStatus(401),
    say: (_, { url }) => `${url} did not accept the key: check KINTSUGI_MODEL_API_KEY or OPENAI_API_KEY.`,
  },
  {
    type: 'ModelAuth',
    retryable: false,
    when: isStatus(403),
    say: ({ said }, { url, model }) =>
      `The key may not use ${model} at ${url} (${said}): check KINTSUGI_MODEL and the key's rights.`,
  },
  {
    type: 'ModelNotFound',
    retryable: false,
    when: isStatus(404),
    say: (_, { url, model }) =>
      `There is no model ${model} at ${url}: check KINTSUGI_MODEL and KINTSUGI_MODEL_BASE_URL (it usually ends in /v1).`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ status }) =>
      status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425),
    say: ({ status }, { url }) => `The model at ${url} is not available just now (HTTP ${status}).`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    when: ({ status }) => status !== undefined,
    say: ({ status, said }, { url }) => `${url} refused the request (HTTP ${status}): ${said}`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ text }) => UNREACHABLE.test(text),
    say: ({ code }, { url }) =>
      `No model can be reached at ${url} (${code}): is it running, and is KINTSUGI_MODEL_BASE_URL right?`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    when: ({ error, text }) =>
      error instanceof APIConnectionError ||
      error instanceof APIError ||
      /terminated|ECONNRESET|socket|EPIPE|fetch failed/i.test(text),
    say: ({ said }, { url }) => `The connection to the model at ${url} broke (${said}).`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    when: () => true,
    say: ({ said }, { url }) => `The call to the model at ${url} failed: ${said}`,
  },
];

/** Maps whatever a call threw to one typed failure. The only place that knows the provider's errors. */
export function classifyModelError(error: unknown, call: CallFacts): ModelFailure {
  if (error instanceof ModelError) return error.failure;
  const facts = factsOf(error);
  const row = ROWS.find(({ when }) => when(facts));
  if (!row) throw new Error('The last row takes everything.', { cause: error });
  const retryAfterMs = row.retryable ? retryAfter(error) : undefined;
  return {
    type: row.type,
    message: redact(row.say(facts, call), call.secrets),
    retryable: row.retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Errors of Node's own fetch come from another realm under some test runners, so they are known by their shape. */
function isErrorLike(
  value: unknown,
): value is { name?: unknown; message: string; code?: unknown; cause?: unknown; errors?: unknown } {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

function factsOf(error: unknown): ErrorFacts {
  const messages: string[] = [];
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && isErrorLike(current); depth += 1) {
    if (current.message) messages.push(current.message);
    if (typeof current.code === 'string') codes.push(current.code);
    // A name with several addresses fails with one error for each.
    current = current.cause ?? (Array.isArray(current.errors) ? current.errors[0] : undefined);
  }
  const text = messages.join('\n') || String(error);
  return {
    error,
    aborted: isErrorLike(error) && error.name === 'AbortError',
    provider: error instanceof APIError && !(error instanceof APIConnectionError),
    status: error instanceof APIError && typeof error.status === 'number' ? error.status : undefined,
    code: codes.at(-1) ?? /\bE[A-Z_]{4,}\b/.exec(text)?.[0] ?? 'no answer',
    text: [text, ...codes].join('\n'),
    said: (text.split('\n')[0] ?? '').slice(0, 200),
  };
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date; at most 10 minutes. */
function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const headers = error.headers as Headers | undefined;
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return clampWait(ms);
  const after = headers?.get('retry-after');
  if (after == null || after === '') return undefined;
  const seconds = Number(after);
  return clampWait(Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now());
}

function clampWait(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.min(Math.round(ms), 600_000) : undefined;
}
