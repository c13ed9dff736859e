import { DefaultFailureConverter, type PayloadConverter, type ProtoFailure } from '@temporalio/common';
import { redactor, type Redact } from '../../domain/redact';

const redact = redactor();

/** Workflows know no secret by its value, and see none: their failures lose what has a secret's shape. */
class RedactingFailureConverter extends DefaultFailureConverter {
  override errorToFailure(error: unknown, payloadConverter: PayloadConverter): ProtoFailure {
    return redactedFailure(super.errorToFailure(error, payloadConverter), redact);
  }
}

/** Loaded by Temporal, in workers and in workflows. */
export const failureConverter = new RedactingFailureConverter();

/** A failure without secrets in its messages, stacks and types, and in those of its causes. Details go through the codec. */
export function redactedFailure(failure: ProtoFailure, redact: Redact): ProtoFailure {
  const { message, stackTrace, cause, applicationFailureInfo: info } = failure;
  return {
    ...failure,
    message: message && redact(message),
    stackTrace: stackTrace && redact(stackTrace),
    cause: cause && redactedFailure(cause, redact),
    applicationFailureInfo: info && { ...info, type: info.type && redact(info.type) },
  };
}
