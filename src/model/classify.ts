import { APIConnectionError, APIError } from 'openai';
import { redact } from '../domain/redact';
import { ROWS, type ErrorFacts } from './error-rows';
import { ModelError, type CallFacts, type ModelFailure } from './errors';

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
