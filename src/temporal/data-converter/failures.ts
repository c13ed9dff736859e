import type { ProtoFailure } from '@temporalio/common';
import type { Redact } from '../../domain/redact';

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
