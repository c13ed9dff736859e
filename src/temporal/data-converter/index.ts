import type { DataConverter } from '@temporalio/common';
import { redactor } from '../../domain/redact';
import { forRepeats } from '../../domain/redact/repeats';
import { redactingCodec } from './codec';
export { readPayload } from './codec';
export { failureConverter } from './failure-converter';
export { redactedFailure } from './failures';

/** How workers and clients write history: without these secrets, and without anything of a secret's shape. */
export function dataConverter(secrets: readonly string[]): DataConverter {
  return {
    failureConverterPath: require.resolve('./failure-converter'),
    payloadCodecs: [redactingCodec(forRepeats(redactor(secrets)))],
  };
}
