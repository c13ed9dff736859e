import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';
import { isForPeople, noteWriter, UNSIGNED, WRITER, WRITERS } from '../../domain/proof';

/** Loaded by Temporal, in workers and in workflows: notes of each value who wrote it, and of each payload for whom it is. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => {
    const payload = defaultPayloadConverter.toPayload(value);
    if (isForPeople(value)) payload.metadata = { ...payload.metadata, [UNSIGNED]: new Uint8Array() };
    return payload;
  },
  fromPayload<T>(payload: Payload): T {
    const value = defaultPayloadConverter.fromPayload<T>(payload);
    const writer = payload.metadata?.[WRITER];
    // Letters alone: workflows have no Buffer.
    const name = writer && String.fromCharCode(...writer);
    const known = WRITERS.find((one) => one === name);
    if (known) noteWriter(value, known);
    return value;
  },
};
