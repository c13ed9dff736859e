/** Keys from passwords and from other keys: pbkdf2, scrypt, hkdf. */
import { hkdf as deriveHkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 as derivePbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt as deriveScrypt } from '@noble/hashes/scrypt.js';
import { Buffer } from 'node:buffer';
import { nodeError } from '../node/errors';
import { validateFunction, validateInteger, validateObject, validateString } from '../node/validate';
import { bytesOf, KEY, SECRET } from './bytes';
import type { Digest } from './digests';
import { digestOf } from './digests';

type Callback = (error: Error | null, key?: unknown) => void;

const MAX = 2 ** 31 - 1;

function requireDigest(name: unknown): Digest {
  validateString(name, 'digest');
  const digest = digestOf(name);
  if (!digest) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  return digest;
}

/** Does the work in a macrotask of its own. */
function later<T>(work: () => T, callback: unknown): void {
  validateFunction(callback, 'callback');
  sandboxHost.defer(() => (callback as Callback)(null, work()));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function preparePbkdf2(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  length: unknown,
  name: unknown,
): () => Buffer {
  validateString(name, 'digest');
  const [secret, grain] = [bytesOf(password, 'password', SECRET), bytesOf(salt, 'salt', SECRET)];
  validateInteger(iterations, 'iterations', 1, MAX);
  validateInteger(length, 'keylen', 0, MAX);
  const digest = requireDigest(name);
  if (length === 0) throw new Error('Deriving bits failed');
  return () => asBuffer(derivePbkdf2(digest, secret, grain, { c: iterations, dkLen: length }));
}

export function pbkdf2Sync(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  length: unknown,
  digest: unknown,
): Buffer {
  return preparePbkdf2(password, salt, iterations, length, digest)();
}

export function pbkdf2(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  length: unknown,
  digest: unknown,
  callback?: unknown,
): void {
  validateFunction(typeof digest === 'function' ? digest : callback, 'callback');
  later(preparePbkdf2(password, salt, iterations, length, digest), callback);
}

interface ScryptOptions {
  N?: number;
  cost?: number;
  r?: number;
  blockSize?: number;
  p?: number;
  parallelization?: number;
  maxmem?: number;
}

const MAX_MEMORY = 32 * 1024 * 1024;

function invalidParams(details = ''): RangeError {
  return nodeError(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${details}`);
}

function prepareScrypt(password: unknown, salt: unknown, length: unknown, given: unknown): () => Buffer {
  const [secret, grain] = [bytesOf(password, 'password', SECRET), bytesOf(salt, 'salt', SECRET)];
  validateInteger(length, 'keylen', 0, MAX);
  if (given !== undefined) validateObject(given, 'options');
  const options = (given ?? {}) as ScryptOptions;
  const N = options.N ?? options.cost ?? 16_384;
  const r = options.r ?? options.blockSize ?? 8;
  const p = options.p ?? options.parallelization ?? 1;
  const maxmem = options.maxmem ?? MAX_MEMORY;
  for (const [name, value] of Object.entries({ N, r, p })) validateInteger(value, name, 1, 2 ** 32 - 1);
  if (N < 2 || (N & (N - 1)) !== 0) throw invalidParams();
  if (128 * N * r > maxmem)
    throw invalidParams(': error:030000AC:digital envelope routines::memory limit exceeded');
  if (length === 0) return () => Buffer.alloc(0);
  return () => asBuffer(deriveScrypt(secret, grain, { N, r, p, dkLen: length, maxmem: 2 ** 31 }));
}

export function scryptSync(password: unknown, salt: unknown, length: unknown, options?: unknown): Buffer {
  return prepareScrypt(password, salt, length, options)();
}

export function scrypt(
  password: unknown,
  salt: unknown,
  length: unknown,
  options: unknown,
  callback?: unknown,
): void {
  const [given, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
  validateFunction(done, 'callback');
  later(prepareScrypt(password, salt, length, given), done);
}

function prepareHkdf(
  name: unknown,
  key: unknown,
  salt: unknown,
  info: unknown,
  length: unknown,
): () => ArrayBuffer {
  validateString(name, 'digest');
  const secret = bytesOf(key, 'ikm', KEY);
  const [grain, purpose] = [bytesOf(salt, 'salt', SECRET), bytesOf(info, 'info', SECRET)];
  validateInteger(length, 'length', 0, MAX);
  const digest = requireDigest(name);
  if (length > 255 * digest.outputLen)
    throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  if (length === 0) throw new Error('Deriving bits failed');
  return () => deriveHkdf(digest, secret, grain, purpose, length).slice().buffer;
}

export function hkdfSync(
  digest: unknown,
  key: unknown,
  salt: unknown,
  info: unknown,
  length: unknown,
): ArrayBuffer {
  return prepareHkdf(digest, key, salt, info, length)();
}

export function hkdf(
  digest: unknown,
  key: unknown,
  salt: unknown,
  info: unknown,
  length: unknown,
  callback?: unknown,
): void {
  later(prepareHkdf(digest, key, salt, info, length), callback);
}
