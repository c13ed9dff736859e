import { APIConnectionError, APIError, APIConnectionTimeoutError, APIUserAbortError } from 'openai';
import { redact } from '../domain/redact';
import {
  ModelError,
  type CallFacts,
  type ModelFailure,
  CallTimeoutError,
  CutReplyError,
  NotACompletionError,
  type Concern,
  type ModelFailureType,
} from './errors';

/** Facts on a thrown error that the rows look at. */
interface ErrorFacts {
  error: unknown;
  aborted: boolean;
  /** True if the endpoint itself said it, by a status or in mid-stream. */
  provider: boolean;
  /** HTTP status, or the number that an error in mid-stream gives in its place; undefined where there was none. */
  status: number | undefined;
  /** The provider's error code, or the socket's. */
  code: string;
  /** All messages down the chain of causes. */
  text: string;
  /** First line of the provider's own words, without secrets, at most 200 characters. */
  said: string;
  /** The innermost cause in the same form. */
  cause: string;
}

interface ErrorRow {
  type: ModelFailureType;
  retryable: boolean;
  concerns: Concern;
  /** See `ModelFailure`. */
  lost?: boolean;
  endless?: boolean;
  when(facts: ErrorFacts): boolean;
  say(facts: ErrorFacts, call: CallFacts): string;
}

/** How OpenAI, Azure, vLLM, llama.cpp, Ollama, LM Studio, Gemini, Mistral and Anthropic say it. */
const CONTEXT_LENGTH =
  /context[_ ](length|window|size|limit)|maximum (context|model length)|max_model_len|too many (input )?tokens|token count .{0,80}exceeds|(prompt|input|request) (is )?too (long|large)|exceeds? the (available )?context/i;
const UNREACHABLE =
  /UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|getaddrinfo/;
const TLS = /CERT_|certificate|ERR_SSL|ERR_TLS|EPROTO|SSL routines/i;
const NO_MODEL = /model_not_found|DeploymentNotFound|model\b.{0,80}\b(does not exist|not found|not loaded)/i;
const FILTERED = /content_filter|content[_ ]management policy|content_policy/i;
const NO_QUOTA = /insufficient_quota|billing/;
/** Limits of a minute mention plan and billing, too; what tells them apart is that they pass. */
const SOON = /rate_limit_exceeded|(?:try again|retry) in \d/i;
const NO_TOOLS =
  /(does not|doesn't|not) support(ed)?\b.{0,40}\b(tools?|function)|(tools?|function call\w*|tool[_ ]choice|enable-auto-tool-choice)\b.{0,60}\bnot (support|enabled|available)|enable-auto-tool-choice/i;

const isStatus =
  (...statuses: number[]) =>
  ({ status }: ErrorFacts) =>
    status !== undefined && statuses.includes(status);

/** The failures of model calls, the first row that fits wins: the only place that knows the words of providers. */
const ROWS: readonly ErrorRow[] = [
  {
    type: 'ModelCancelled',
    retryable: false,
    concerns: 'request',
    lost: true,
    when: ({ error, aborted }) => aborted || error instanceof APIUserAbortError,
    say: () => 'The model call was cancelled.',
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'model',
    lost: true,
    when: ({ error }) => error instanceof CallTimeoutError || error instanceof APIConnectionTimeoutError,
    say: (_, { url, timeoutMs }) =>
      `The model at ${url} did not finish its answer within ${timeoutMs / 1000} s (KINTSUGI_MODEL_TIMEOUT_SECONDS).`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'model',
    lost: true,
    endless: true,
    when: ({ error }) => error instanceof CutReplyError,
    say: ({ said }, { url }) => `The model at ${url} broke off in the middle of its answer (${said}).`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'endpoint',
    when: ({ error }) => error instanceof NotACompletionError,
    say: ({ said }, { url }) =>
      `${url} does not answer like an OpenAI-compatible chat API (${said}); check KINTSUGI_MODEL_BASE_URL.`,
  },
  {
    type: 'ModelContextLength',
    retryable: false,
    concerns: 'model',
    when: ({ provider, status, code, text }) =>
      status === 413 ||
      code === 'context_length_exceeded' ||
      // A limit of the rate speaks of too many tokens as well, and a broken server of anything.
      (provider && (status === undefined || status === 400 || status === 422) && CONTEXT_LENGTH.test(text)),
    say: (_, { model }) => `The request is longer than the model ${model} can read.`,
  },
  {
    type: 'ModelRateLimited',
    retryable: false,
    concerns: 'model',
    when: ({ status, code, text }) =>
      status === 402 || (status === 429 && NO_QUOTA.test(`${code} ${text}`) && !SOON.test(`${code} ${text}`)),
    say: (_, { url }) =>
      `The account behind the model key has no quota left at ${url}: top it up or set another key.`,
  },
  {
    type: 'ModelRateLimited',
    retryable: true,
    concerns: 'model',
    when: ({ status, code }) => status === 429 || code === 'rate_limit_exceeded',
    say: (_, { url, model }) => `${url} limits the rate of calls to ${model}.`,
  },
  {
    type: 'ModelAuth',
    retryable: false,
    concerns: 'endpoint',
    when: isStatus(401),
    say: (_, { url }) => `${url} did not accept the key: check KINTSUGI_MODEL_API_KEY or OPENAI_API_KEY.`,
  },
  {
    type: 'ModelAuth',
    retryable: false,
    concerns: 'model',
    when: isStatus(403),
    say: ({ said }, { url, model, setting }) =>
      `The key may not use ${model} at ${url} (${said}): check ${setting} and the key's rights.`,
  },
  {
    type: 'ModelNotFound',
    retryable: false,
    concerns: 'model',
    when: ({ status, text }) => status === 404 || (status === 400 && NO_MODEL.test(text)),
    say: (_, { url, model, setting }) =>
      `There is no model ${model} at ${url}: check ${setting} and KINTSUGI_MODEL_BASE_URL (it usually ends in /v1).`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    concerns: 'model',
    when: ({ status, text }) => status === 400 && FILTERED.test(text),
    say: (_, { url, model }) =>
      `The content filter of ${model} at ${url} refuses the request: rephrase it, or set another model.`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    concerns: 'model',
    when: ({ status, text }) => status !== undefined && status < 500 && NO_TOOLS.test(text),
    say: ({ said }, { url, model, setting }) =>
      `The model ${model} at ${url} cannot call tools (${said}): set ${setting} to one that can.`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'model',
    when: ({ status }) =>
      status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425),
    say: ({ status }, { url }) => `The model at ${url} is not available just now (HTTP ${status}).`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    concerns: 'request',
    when: ({ status }) => status !== undefined,
    say: ({ status, said }, { url }) => `${url} refused the request (HTTP ${status}): ${said}`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'endpoint',
    when: ({ text }) => UNREACHABLE.test(text),
    say: ({ code }, { url }) =>
      `No model can be reached at ${url} (${code}): is it running, and is KINTSUGI_MODEL_BASE_URL right?`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'endpoint',
    when: ({ text }) => TLS.test(text),
    say: ({ cause }, { url }) =>
      `No secure connection to ${url} (${cause}): check that KINTSUGI_MODEL_BASE_URL begins rightly with http or https, or give Node the certificate by NODE_EXTRA_CA_CERTS.`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'model',
    lost: true,
    when: ({ provider }) => provider,
    say: ({ said }, { url }) => `${url} ended its answer with an error (${said}).`,
  },
  {
    type: 'ModelUnavailable',
    retryable: true,
    concerns: 'model',
    lost: true,
    when: ({ error, text }) =>
      error instanceof APIConnectionError || /terminated|ECONNRESET|socket|EPIPE|fetch failed/i.test(text),
    say: ({ cause }, { url }) => `The connection to the model at ${url} broke (${cause}).`,
  },
  {
    type: 'ModelBadRequest',
    retryable: false,
    concerns: 'request',
    when: () => true,
    say: ({ said }, { url }) => `The call to the model at ${url} failed: ${said}`,
  },
];

/** Maps any thrown error to one typed failure. */
export function classifyModelError(error: unknown, call: CallFacts): ModelFailure {
  if (error instanceof ModelError) return error.failure;
  const facts = factsOf(error, call.secrets);
  const row = ROWS.find(({ when }) => when(facts));
  if (!row) throw new Error('The last row takes everything.', { cause: error });
  const retryAfterMs = row.retryable ? retryAfter(error) : undefined;
  return {
    type: row.type,
    message: redact(row.say(facts, call), call.secrets),
    retryable: row.retryable,
    concerns: row.concerns,
    ...(row.lost ? { lost: true } : {}),
    ...(row.endless ? { endless: true } : {}),
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

function factsOf(error: unknown, secrets: readonly string[] | undefined): ErrorFacts {
  const messages: string[] = [];
  const codes: string[] = [];
  // A secret that is cut in half is not recognised any more.
  const sayable = (text: string) => (redact(text, secrets).split('\n')[0] ?? '').slice(0, 200);
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
    status: statusOf(error),
    code: codes.at(-1) ?? /\bE[A-Z_]{4,}\b/.exec(text)?.[0] ?? 'no answer',
    text: [text, ...codes, error instanceof APIError ? (error.type ?? '') : ''].join('\n'),
    said: sayable(text),
    cause: sayable(messages.at(-1) ?? text),
  };
}

/** A router that has begun to stream gives the status that it got itself as the code of its error. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  if (typeof error.status === 'number') return error.status;
  const code = Number((error as { code?: unknown }).code ?? Number.NaN);
  return code >= 400 && code < 600 ? code : undefined;
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date. */
function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const headers = error.headers as Headers | undefined;
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return wait(ms);
  const after = headers?.get('retry-after');
  if (after == null || after === '') return saidWait(error.message);
  const seconds = Number(after);
  return wait(Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now());
}

/** `Please try again in 20s`, `Please retry in 1h2m30.5s`: some say it in words only. */
function saidWait(message: string): number | undefined {
  const [, hours = 0, minutes = 0, amount = 0, unit] =
    /(?:try again|retry) in (?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s))?/i.exec(message) ?? [];
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60;
  return wait(seconds * 1_000 + Number(amount) * (unit === 'ms' ? 1 : 1_000));
}

function wait(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.round(ms) : undefined;
}
