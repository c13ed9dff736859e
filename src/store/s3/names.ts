import { randomBytes } from 'node:crypto';
import type { BlobHash } from '../../domain/ids';

// Everything in the bucket is written once and never again, under a name of its own:
//   packs/<time>-<random>-<count>     many small blobs
//   blobs/<hash>/<time>-<random>      one blob
//   refs/<run>/<effect>                 a reference, see ref-names.ts
//   leases/<time>-<random>            blobs that were used without being put again
//   gc/<time>-<random>                what a collection is about to remove

export const PACKS = 'packs/';
export const BLOBS = 'blobs/';
export const LEASES = 'leases/';
export const SWEEPS = 'gc/';
export const PROBES = 'probes/';

/** A new name that sorts by time. */
export function freshName(nowMs = Date.now()): string {
  return `${timeText(nowMs)}-${randomBytes(6).toString('hex')}`;
}

/** Names from this time on sort after it. */
export function timeText(ms: number): string {
  return Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
}

export function packKey(count: number): string {
  return `${PACKS}${freshName()}-${count.toString(36)}`;
}

/** How many blobs a pack holds; undefined for a name that is no pack's. */
export function packCount(key: string): number | undefined {
  const found = /^packs\/[0-9a-f]{12}-[0-9a-f]{12}-([0-9a-z]+)$/.exec(key);
  return found?.[1] === undefined ? undefined : Number.parseInt(found[1], 36);
}

export function looseFolder(hash: BlobHash): string {
  return `${BLOBS}${hash}/`;
}

/** The hash of a blob that is an object of its own; undefined for other names. */
export function looseHash(key: string): BlobHash | undefined {
  return /^blobs\/([0-9a-f]{64})\//.exec(key)?.[1] as BlobHash | undefined;
}
