import { ApplicationFailure } from '@temporalio/activity';
import { NO_MODEL, USER_ERROR_TYPES, LIMIT_RESETS } from '../domain/error-types';
import { firstLine } from '../domain/text';
import { BlobCorruptError, BlobMissingError, StoreFullError } from '../store';
import { isDiskFull } from '../machine/system-errors';
import { SharedStoreError } from '../store/s3';
import { EXIT, KintsugiError, NoModelError } from '../domain/kintsugi-error';
import { ModelError, type ModelFailure } from '../model';
import { DirectoryError, DiskFullError } from '../workspace';

/** Directories name themselves; all else that is written is the store's. */
const STORE = "Kintsugi's data (KINTSUGI_HOME)";

/** Pause before an effect that met a full disk is tried again, ms: people make room in minutes. */
const MAKE_ROOM_MS = 20_000;

/** The typed failure of an error: what Temporal should retry, when, and what it should give up on. `attempt`: try of the activity, from 1. */
export function toFailure(given: unknown, attempt = 1): ApplicationFailure {
  const error = isDiskFull(given)
    ? new DiskFullError(STORE, given)
    : given instanceof Error
      ? given
      : undefined;
  const message = error?.message ?? String(given);
  const cause = error && presentable(error);
  const type = error && typeOf(error);
  if (error instanceof ModelError) return modelFailure(error.failure, attempt);
  if (type === 'DiskFull')
    return ApplicationFailure.create({ message, type, nextRetryDelay: MAKE_ROOM_MS, cause });
  if (type !== undefined) {
    // The run waits for a model, in sight and without using up tries.
    const nonRetryable = type === NO_MODEL || (USER_ERROR_TYPES as readonly string[]).includes(type);
    return ApplicationFailure.create({ message, type, nonRetryable, cause });
  }
  return ApplicationFailure.create({ message: firstLine(message), type: 'Infrastructure', cause });
}

function typeOf(error: Error): string | undefined {
  if (error instanceof DirectoryError) return 'BadInput';
  if (error instanceof KintsugiError && error.exitCode === EXIT.usage) return 'BadInput';
  if (error instanceof SharedStoreError) return 'SharedStore';
  if (error instanceof DiskFullError) return 'DiskFull';
  // Somebody can make room while the activity is tried again.
  if (error instanceof StoreFullError) return 'StoreFull';
  if (error instanceof BlobMissingError) return 'BlobMissing';
  if (error instanceof BlobCorruptError) return 'BlobCorrupt';
  if (error instanceof ModelError) return error.failure.type;
  if (error instanceof NoModelError) return NO_MODEL;
  return undefined;
}

/** An error with its stack, and without what else it holds. */
function presentable({ name, message, stack }: Error): Error {
  const cause = new Error(message);
  cause.name = name;
  cause.stack = stack;
  return cause;
}

/** Pauses of the retry policy of model calls, ms: an endpoint that asks for less gets these all the same. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 60_000;

/** A longer pause than this is the run's to wait for: in sight, and without using up tries. */
const LONG_PAUSE_MS = 60_000;

/** Tries of a call whose limit names no time, until the run waits for it: they take some 6 s. */
const LIMITED_ATTEMPTS = 6;

/** The typed failure of a model call. `attempt`: try of the activity, from 1. */
function modelFailure(failure: ModelFailure, attempt: number): ApplicationFailure {
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
