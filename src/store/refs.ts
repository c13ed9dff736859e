import type { EffectKey } from '../domain/ids';
import { RefError } from './errors';

/** Most bytes of a reference's value. */
const REF_VALUE_LIMIT = 64 * 1024;
/** Run and step together; LMDB takes keys of up to 1978 bytes. */
const REF_KEY_LIMIT = 1_900;

/** Key of a reference: run, NUL, step, so that the steps of a run stand together. Throws `RefError`. */
export function refKey(key: EffectKey): Buffer {
  if (key.run.includes('\0') || key.step.includes('\0'))
    throw new RefError('a reference key cannot hold NUL');
  const bytes = Buffer.from(`${key.run}\0${key.step}`);
  if (bytes.length > REF_KEY_LIMIT) {
    throw new RefError(`the reference key ${key.step.slice(0, 80)}… is longer than ${REF_KEY_LIMIT} bytes`);
  }
  return bytes;
}

/** Refuses what cannot be kept: throws `RefError`. */
export function checkRef(key: EffectKey, value: string): void {
  refKey(key);
  const bytes = Buffer.byteLength(value);
  if (bytes > REF_VALUE_LIMIT) {
    throw new RefError(
      `the value of ${key.step} has ${bytes} bytes; at most ${REF_VALUE_LIMIT} fit, keep it as a blob`,
    );
  }
}
