import {
  defaultPayloadConverter,
  METADATA_ENCODING_KEY,
  type Payload,
  type PayloadCodec,
} from '@temporalio/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { UNSIGNED, WRITER, WRITERS, type Writer } from '../../domain/proof';
import { UNDECODABLE } from '../../domain/message';
import type { Redact } from '../../domain/redact';
import { redactJson } from '../../domain/redact/json';

/**
 * The one way into history: takes secrets out of all payloads that a worker or client writes. Payloads that are read
 * keep their data, since a replay has to see the same. A payload that can't be decoded is read as a mark, which schemas
 * refuse, so no message can fail a workflow task.
 */
export function redactingCodec(redact: Redact, { key, writer }: Signer): PayloadCodec {
  const sign = (payload: Payload): Payload => {
    const { [UNSIGNED]: isUnsigned, ...metadata } = payload.metadata ?? {};
    if (isUnsigned) return { ...payload, metadata };
    return key === undefined ? payload : withProof(payload, key, writer);
  };
  return {
    encode: async (payloads) => payloads.map((payload) => sign(redactedPayload(payload, redact))),
    decode: async (payloads) => payloads.map((payload) => readablePayload(provenPayload(payload, key))),
  };
}

/** Who writes, and the secret that proves it; without one nothing is proven. */
export interface Signer {
  key: string | undefined;
  writer: Writer;
}

/** The payload without secrets; the payload itself where it holds none. */
function redactedPayload(payload: Payload, redact: Redact): Payload {
  const text = textOf(payload.data);
  if (text === undefined) return payload;
  const clean = encodingOf(payload).startsWith('json/') ? redactJson(text, redact) : redact(text);
  return clean === text ? payload : { ...payload, data: Buffer.from(clean) };
}

/** Undefined for bytes that are no text. */
function textOf(data: Uint8Array | null | undefined): string | undefined {
  if (!data?.length) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

function encodingOf(payload: Payload): string {
  return String(Buffer.from(payload.metadata?.[METADATA_ENCODING_KEY] ?? []));
}

/** The payload, or the mark for one that the workflow's converter, which is the same, cannot read. */
export function readablePayload(payload: Payload): Payload {
  try {
    defaultPayloadConverter.fromPayload(payload);
    return payload;
  } catch {
    return defaultPayloadConverter.toPayload(UNDECODABLE);
  }
}

/** The value of a payload that was taken from the server as it is, with its writer, as far as that is proven. */
export function readSigned(payload: Payload, key: string): { value: unknown; writer?: string } {
  const { [WRITER]: writer } = provenPayload(payload, key).metadata ?? {};
  return { value: readPayload(payload), ...(writer && { writer: String(Buffer.from(writer)) }) };
}

/** The value of a payload that was taken from the server as it is; undefined for none. */
export function readPayload(payload: Payload | undefined): unknown {
  return payload && defaultPayloadConverter.fromPayload(readablePayload(payload));
}

/** The field of a payload in history that proves who wrote it. Short: every payload has it. */
const PROOF = 'proof';
const MARKS: Record<Writer, string> = { client: 'c', worker: 'w', person: 'p' };
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
  const writer = WRITERS.find((one) => MARKS[one] === String.fromCharCode(given?.[0] ?? 0));
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
