/** The digests that there are, by the names that OpenSSL knows them by. */
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { CHash, Hash } from '@noble/hashes/utils.js';

export type Digest = CHash;
export type Running = Hash<Hash<never>>;

/** A digest whose output may have any length. */
export interface Extendable {
  create(options: { dkLen: number }): Running;
}

const DIGESTS = new Map<string, Digest>([
  ['blake2b512', blake2b],
  ['blake2s256', blake2s],
  ['md5', md5],
  ['ripemd160', ripemd160],
  ['sha1', sha1],
  ['sha224', sha224],
  ['sha256', sha256],
  ['sha3-224', sha3_224],
  ['sha3-256', sha3_256],
  ['sha3-384', sha3_384],
  ['sha3-512', sha3_512],
  ['sha384', sha384],
  ['sha512', sha512],
  ['sha512-224', sha512_224],
  ['sha512-256', sha512_256],
]);

const EXTENDABLE = new Map<string, { digest: Extendable; length: number }>([
  ['shake128', { digest: shake128 as unknown as Extendable, length: 16 }],
  ['shake256', { digest: shake256 as unknown as Extendable, length: 32 }],
]);

export const DIGEST_NAMES: readonly string[] = [...DIGESTS.keys(), ...EXTENDABLE.keys()].sort();

const ALIASES: Readonly<Record<string, string>> = {
  ripemd: 'ripemd160',
  rmd160: 'ripemd160',
  'ripemd-160': 'ripemd160',
  'ssl3-md5': 'md5',
  'ssl3-sha1': 'sha1',
  'blake2b-512': 'blake2b512',
  'blake2s-256': 'blake2s256',
  'shake-128': 'shake128',
  'shake-256': 'shake256',
};

/** `RSA-SHA256`, `sha-256` and `sha2-256` all mean `sha256`. */
function plainName(name: string): string {
  const lower = name
    .toLowerCase()
    // A slash stands only in names with a prefix or a dash.
    .replace(/^sha512\//, 'no ')
    .replace(/^rsa-/, '')
    .replace(/withrsa(?:encryption)?$/, '')
    .replace(/^sha2?-?(1|224|256|384|512)(?:[/-](224|256))?$/, (_, size: string, cut?: string) =>
      cut === undefined ? `sha${size}` : `sha${size}-${cut}`,
    );
  return ALIASES[lower] ?? lower;
}

export function digestOf(name: string): Digest | undefined {
  return DIGESTS.get(plainName(name));
}

/** A digest that is under way; undefined for a name of none, or a length that it can't have. */
export function startDigest(name: string, outputLength?: number): Running | undefined {
  const plain = plainName(name);
  const extendable = EXTENDABLE.get(plain);
  if (extendable) return extendable.digest.create({ dkLen: outputLength ?? extendable.length });
  const digest = DIGESTS.get(plain);
  if (!digest || (outputLength !== undefined && outputLength !== digest.outputLen)) return undefined;
  return digest.create();
}
