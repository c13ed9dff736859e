import type { DataConverter } from '@temporalio/common';
import { redactor } from '../../domain/redact';
import { forRepeats } from '../../domain/redact/repeats';
import { redactingCodec, type Signer } from './codec';
export { readPayload, readSigned } from './codec';
export { failureConverter, redactedFailure } from './failure-converter';

/** How workers and clients write history: without these secrets or anything of a secret's shape, and signed. */
export function dataConverter(secrets: readonly string[], signer: Signer): DataConverter {
  return {
    failureConverterPath: require.resolve('./failure-converter'),
    payloadConverterPath: require.resolve('./payload-converter'),
    payloadCodecs: [redactingCodec(forRepeats(redactor(secrets)), signer)],
  };
}
