import { ApplicationFailure } from '@temporalio/activity';
import { firstLine } from '../domain/text';
import { BlobCorruptError, BlobMissingError } from '../store/errors';
import { StoreFullError } from '../store/quota';
import { SharedStoreError } from '../store/s3/errors';
import { ModelError } from './llm';
import { DirectoryError } from './workspace';

/** What the user has to mend; another try cannot. */
export class BadInputError extends Error {
  override name = 'BadInputError';
}

/** The typed failure of an error: what Temporal should retry, when, and what it should give up on. */
export function toFailure(error: unknown): ApplicationFailure {
  if (error instanceof BadInputError || error instanceof DirectoryError) {
    return final(error.message, 'BadInput', error);
  }
  if (error instanceof SharedStoreError) return passing(error, 'SharedStore');
  if (error instanceof StoreFullError) return passing(error, 'StoreFull');
  if (error instanceof BlobMissingError) return final(error.message, 'BlobMissing', error);
  if (error instanceof BlobCorruptError) return final(error.message, 'BlobCorrupt', error);
  if (error instanceof ModelError) {
    return ApplicationFailure.create({
      message: error.failure.message,
      type: error.failure.type,
      nonRetryable: !error.failure.retryable,
      nextRetryDelay: error.failure.retryAfterMs,
    });
  }
  const message = firstLine(error instanceof Error ? error.message : String(error));
  return ApplicationFailure.create({
    message,
    type: 'Infrastructure',
    cause: error instanceof Error ? error : undefined,
  });
}

/** Somebody can mend it while the activity is tried again. */
function passing(error: Error, type: string): ApplicationFailure {
  return ApplicationFailure.create({ message: error.message, type, cause: error });
}

function final(message: string, type: string, cause: Error): ApplicationFailure {
  return ApplicationFailure.create({ message, type, nonRetryable: true, cause });
}
