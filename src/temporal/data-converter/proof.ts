import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload } from '@temporalio/common';
import { WRITER, type Writer } from '../../domain/proof';

/** The field of a payload in history that proves who wrote it. Short: every payload has it. */
const PROOF = 'proof';
const MARKS: Record<Writer, string> = { client: 'c', worker: 'w' };
const PROOF_BYTES = 16;

/** The payload with the proof that this writer wrote it (HMAC-SHA-256 of its data, RFC 2104, the first half). */
export function withProof(payload: Payload, key: string, writer: Writer): Payload {
  const proof = Buffer.concat([Buffer.from(MARKS[writer]), proofOf(payload, key, writer)]);
  return { ...payload, metadata: { ...payload.metadata, [PROOF]: proof } };
}

/** The payload with its writer's name in place of the proof; with neither where the proof is missing or wrong. */
export function provenPayload(payload: Payload, key: string | undefined): Payload {
  const metadata = { ...payload.metadata };
  const given = metadata[PROOF];
  delete metadata[PROOF];
  delete metadata[WRITER];
  const writer = (['client', 'worker'] as const).find(
    (one) => MARKS[one] === String.fromCharCode(given?.[0] ?? 0),
  );
  const isProven =
    key !== undefined &&
    writer !== undefined &&
    given?.length === PROOF_BYTES + 1 &&
    timingSafeEqual(given.subarray(1), proofOf(payload, key, writer));
  return { ...payload, metadata: isProven ? { ...metadata, [WRITER]: Buffer.from(writer) } : metadata };
}

function proofOf({ data }: Payload, key: string, writer: Writer): Buffer {
  const hash = createHmac('sha256', key).update(MARKS[writer]);
  // protobufjs reads a field without bytes, such as that of `undefined`, as an empty array.
  if (data && data.length > 0) hash.update(data);
  return hash.digest().subarray(0, PROOF_BYTES);
}
