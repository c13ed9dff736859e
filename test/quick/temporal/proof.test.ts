import type { Payload } from '@temporalio/common';
import { WRITERS } from '../../../src/domain/proof';
import { provenPayload, withProof } from '../../../src/temporal/data-converter/codec';

const KEY = 'a key of the data folder';
const writerOf = (payload: Payload, key = KEY): string | undefined =>
  Object.values(provenPayload(payload, key).metadata ?? {})
    .map(String)
    .find((one) => WRITERS.some((writer) => writer === one));

describe('the proof of a payload', () => {
  it('is found without bytes, whatever an empty field is read as', () => {
    const signed = withProof({ metadata: { encoding: Buffer.from('binary/null') } }, KEY, 'worker');
    expect(writerOf(signed)).toBe('worker');
    // As protobufjs reads it.
    const read = { ...signed, data: [] as unknown as Uint8Array };
    expect(Object.values(provenPayload(read, KEY).metadata ?? {}).map(String)).toContain('worker');
    expect(writerOf(signed, 'another key')).toBeUndefined();
  });

  it('holds for the bytes that were signed alone', () => {
    const signed = withProof({ metadata: {}, data: Buffer.from('"a"') }, KEY, 'client');
    const forged = { ...signed, data: Buffer.from('"b"') };
    expect(Object.values(provenPayload(signed, KEY).metadata ?? {}).map(String)).toEqual(['client']);
    expect(Object.values(provenPayload(forged, KEY).metadata ?? {})).toEqual([]);
  });
});
