import type { BigIntStats } from 'node:fs';
import type { BlobHash } from '../domain/ids';

/** Facts that tell a file of one machine from every other one, and from what it was before it was written to. */
export interface Identity {
  dev: bigint;
  ino: bigint;
  /** Nanoseconds since 1970. */
  mtimeNs: bigint;
  birthtimeNs: bigint;
}

const DIGITS = 16;

/**
 * Hash of a tree's entry of type `identity`: four numbers of 64 bits, big endian, as 64 hex digits. A rename keeps it.
 * No blob has it: a listing only keeps it where others keep the hash of a blob.
 */
export function identityOf({ dev, ino, mtimeNs, birthtimeNs }: Pick<BigIntStats, keyof Identity>): BlobHash {
  return (hex(dev) + hex(ino) + hex(mtimeNs) + hex(birthtimeNs)) as BlobHash;
}

/** The numbers in such a hash. */
export function readIdentity(hash: string): Identity {
  const field = (index: number): bigint => BigInt(`0x${hash.slice(index * DIGITS, (index + 1) * DIGITS)}`);
  return {
    dev: field(0),
    ino: field(1),
    mtimeNs: BigInt.asIntN(64, field(2)),
    birthtimeNs: BigInt.asIntN(64, field(3)),
  };
}

/** Modification time in an identity's hash, whole µs since 1970. */
export function identityTimeUs(hash: string): number {
  return Number(readIdentity(hash).mtimeNs / 1_000n);
}

function hex(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(DIGITS, '0');
}
