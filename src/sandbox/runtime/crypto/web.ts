/** The web's `crypto`: chance and digests. */
import { brandClasses } from '../node/brand';
import { invalidArgType, notInSandbox } from '../node/errors';
import { globals } from '../libs/support';
import { viewBytes } from './bytes';
import { startDigest } from './digests';
import { getRandomValues, randomUUID } from './random';

const DIGESTS = new Map([
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

const ABSENT = [
  ...[
    'decrypt',
    'deriveBits',
    'deriveKey',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'unwrapKey',
  ],
  ...['verify', 'wrapKey'],
];

export class SubtleCrypto {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    const given =
      typeof algorithm === 'object' && algorithm !== null
        ? (algorithm as { name?: unknown }).name
        : algorithm;
    const name = DIGESTS.get(String(given).toUpperCase());
    if (name === undefined)
      throw new globals.DOMException('Unrecognized algorithm name', 'NotSupportedError');
    const bytes = viewBytes(data);
    if (!bytes) {
      const expected = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
      throw Object.assign(invalidArgType('data', expected, data), {
        message: `Failed to execute 'digest' on 'SubtleCrypto': 2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
      });
    }
    const digest = startDigest(name)?.update(bytes).digest() ?? new Uint8Array(0);
    return digest.slice().buffer;
  }
}

for (const name of ABSENT) {
  const call = (): Promise<never> => Promise.reject(notInSandbox(`crypto.subtle.${name}()`));
  Object.defineProperty(call, 'name', { value: name });
  Object.defineProperty(SubtleCrypto.prototype, name, { value: call, writable: true, configurable: true });
}

const subtle = new SubtleCrypto();

export class Crypto {
  get subtle(): SubtleCrypto {
    return subtle;
  }
  getRandomValues<T>(array: T): T {
    return getRandomValues(array);
  }
  randomUUID(options?: unknown): string {
    return randomUUID(options);
  }
}

/** Keys are for what is not there; the name is, so that `instanceof` can be asked. */
export class CryptoKey {
  constructor() {
    throw new TypeError('Illegal constructor');
  }
}

brandClasses({ Crypto, SubtleCrypto, CryptoKey });

export const webcrypto = new Crypto();
