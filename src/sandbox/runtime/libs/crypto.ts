/** The library of node:crypto and of the global `crypto`. */
import { bytesOf, DATA, encode } from '../crypto/bytes';
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from '../crypto/derive';
import { DIGEST_NAMES, startDigest } from '../crypto/digests';
import { Hash, Hmac } from '../crypto/hash';
import * as random from '../crypto/random';
import { Crypto, CryptoKey, SubtleCrypto, webcrypto } from '../crypto/web';
import { absentModule } from '../node/absent';
import { validateString } from '../node/validate';

/** Ciphers, signatures and keys. */
const ABSENT =
  'Certificate Cipheriv Decipheriv DiffieHellman DiffieHellmanGroup ECDH KeyObject Sign Verify X509Certificate argon2 ' +
  'argon2Sync checkPrime checkPrimeSync createCipheriv createDecipheriv createDiffieHellman createDiffieHellmanGroup ' +
  'createECDH createPrivateKey createPublicKey createSecretKey createSign createVerify diffieHellman generateKey ' +
  'generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync getCipherInfo getDiffieHellman ' +
  'privateDecrypt privateEncrypt publicDecrypt publicEncrypt sign verify';

function hash(algorithm: unknown, data: unknown, encoding: unknown = 'hex'): unknown {
  validateString(algorithm, 'algorithm');
  const bytes = bytesOf(data, 'input', DATA);
  const running = startDigest(algorithm);
  if (!running) throw new Error(`Digest method ${algorithm} is not supported`);
  return encode(running.update(bytes).digest(), encoding);
}

const crypto = absentModule('crypto', ABSENT, {
  createHash: (algorithm: unknown, options?: { outputLength?: number }) => new Hash(algorithm, options),
  createHmac: (algorithm: unknown, key: unknown) => new Hmac(algorithm, key),
  getHashes: () => [...DIGEST_NAMES],
  getCiphers: () => [],
  getCurves: () => [],
  getFips: () => 0,
  hash,
  hkdf,
  hkdfSync,
  pbkdf2,
  pbkdf2Sync,
  scrypt,
  scryptSync,
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
