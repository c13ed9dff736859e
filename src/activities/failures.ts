import { ApplicationFailure } from '@temporalio/activity';
import { NO_MODEL, USER_ERROR_TYPES } from '../domain/error-types';
import { firstLine } from '../domain/text';
import { BlobCorruptError, BlobMissingError, StoreFullError } from '../store';
import { isDiskFull } from '../machine/system-errors';
import { SharedStoreError } from '../store/s3';
import { EXIT, KintsugiError, NoModelError } from '../domain/kintsugi-error';
import { ModelError } from '../model';
import { modelFailure } from './model-failure';
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
