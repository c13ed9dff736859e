import { ApplicationFailure } from '@temporalio/activity';
import { LIMIT_RESETS } from '../domain/error-types';
import type { ModelFailure } from '../model';

/** Pauses of the retry policy of model calls, ms: an endpoint that asks for less gets these all the same. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 60_000;

/** A longer pause than this is the run's to wait for: in sight, and without using up tries. */
const LONG_PAUSE_MS = 60_000;

/** Tries of a call whose limit names no time, until the run waits for it: they take some 6 s. */
const LIMITED_ATTEMPTS = 6;

/** The typed failure of a model call. `attempt`: try of the activity, from 1. */
export function modelFailure(failure: ModelFailure, attempt: number): ApplicationFailure {
  const { type, message, retryable, retryAfterMs } = failure;
  if (isForRun(failure, attempt))
    return ApplicationFailure.create({
      type: LIMIT_RESETS,
      message,
      nonRetryable: true,
      details: [retryAfterMs ?? null],
    });
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: !retryable,
    nextRetryDelay: retryAfterMs === undefined ? undefined : Math.max(retryAfterMs, pauseAfter(attempt)),
  });
}

/** True if the run waits for the model, and not the activity. Where another model is asked soon, the activity tries again. */
function isForRun({ type, retryable, retryAfterMs, hasFallback }: ModelFailure, attempt: number): boolean {
  if (!retryable || hasFallback) return false;
  if (type !== 'ModelRateLimited') return (retryAfterMs ?? 0) > LONG_PAUSE_MS;
  return retryAfterMs !== undefined || attempt >= LIMITED_ATTEMPTS;
}

function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}
