import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';
import { noteWriter, WRITER } from '../../domain/proof';

/** Loaded by Temporal, in workers and in workflows: notes of each value who wrote it. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload<T>(payload: Payload): T {
    const value = defaultPayloadConverter.fromPayload<T>(payload);
    const writer = payload.metadata?.[WRITER];
    // Letters alone: workflows have no Buffer.
    const name = writer && String.fromCharCode(...writer);
    if (name === 'client' || name === 'worker') noteWriter(value, name);
    return value;
  },
};
