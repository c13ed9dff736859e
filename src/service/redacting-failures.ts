import { defaultPayloadConverter, ensureApplicationFailure, TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { failureConverter, redactedFailure } from '../temporal/data-converter';
import { redactor, type Redact } from '../domain/redact';

/** Takes these secrets out of what activities throw: Temporal's failure converter does not know them. */
export function redactingFailures(secrets: readonly string[]): ActivityInterceptorsFactory {
  const redact = redactor(secrets);
  return () => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          throw redactedError(error, redact);
        }
      },
    },
  });
}

function redactedError(error: unknown, redact: Redact): Error {
  const failed = error instanceof TemporalFailure ? error : ensureApplicationFailure(error);
  const failure = failureConverter.errorToFailure(failed, defaultPayloadConverter);
  return failureConverter.failureToError(redactedFailure(failure, redact), defaultPayloadConverter);
}
