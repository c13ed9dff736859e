/** The library of node:crypto and of the global `crypto`. */
import { bytesOf, DATA, encode } from '../crypto/bytes';
import { DIGEST_NAMES, startDigest } from '../crypto/digests';
import { Hash, Hmac } from '../crypto/hash';
import * as random from '../crypto/random';
import { Crypto, CryptoKey, SubtleCrypto, webcrypto } from '../crypto/web';
import { absentModule } from '../node/absent';
import { validateString } from '../node/validate';

function hash(algorithm: unknown, data: unknown, encoding: unknown = 'hex'): unknown {
  validateString(algorithm, 'algorithm');
  const bytes = bytesOf(data, 'input', DATA);
  const running = startDigest(algorithm);
  if (!running) throw new Error(`Digest method ${algorithm} is not supported`);
  return encode(running.update(bytes).digest(), encoding);
}

const crypto = absentModule('crypto', NODE_FACTS_crypto, {
  createHash: (algorithm: unknown, options?: { outputLength?: number }) => new Hash(algorithm, options),
  createHmac: (algorithm: unknown, key: unknown) => new Hmac(algorithm, key),
  getHashes: () => [...DIGEST_NAMES],
  getCiphers: () => [],
  getCurves: () => [],
  getFips: () => 0,
  hash,
  ...random,
  Hash,
  Hmac,
  constants: Object.freeze({}),
  webcrypto,
  subtle: webcrypto.subtle,
});

const modules: Record<string, unknown> = {
  crypto,
  globals: { crypto: webcrypto, Crypto, CryptoKey, SubtleCrypto },
};

export const load = (name: string): unknown => modules[name];
