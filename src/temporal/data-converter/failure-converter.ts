import { DefaultFailureConverter, type PayloadConverter, type ProtoFailure } from '@temporalio/common';
import { redactor } from '../../domain/redact';
import { redactedFailure } from './failures';

const redact = redactor();

/** Workflows know no secret by its value, and see none: their failures lose what has a secret's shape. */
class RedactingFailureConverter extends DefaultFailureConverter {
  override errorToFailure(error: unknown, payloadConverter: PayloadConverter): ProtoFailure {
    return redactedFailure(super.errorToFailure(error, payloadConverter), redact);
  }
}

/** Loaded by Temporal, in workers and in workflows. */
export const failureConverter = new RedactingFailureConverter();
