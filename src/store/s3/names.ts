import { randomBytes } from 'node:crypto';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { hashBytes } from '../hash';

// Everything in the bucket is written once and never again, under a name of its own:
//   packs/<time>-<random>-<count>     many small blobs
//   blobs/<hash>/<time>-<random>      one blob
//   refs/<run>/<step>                 a reference
//   leases/<time>-<random>            blobs that were used without being put again
//   gc/<time>-<random>                what a collection is about to remove

export const PACKS = 'packs/';
export const BLOBS = 'blobs/';
export const REFS = 'refs/';
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
  return /^blobs\/([0-9a-f]{64})\//.exec(key)?.[1];
}

/** Longest part of a name that stands as it is: servers over a file system allow 255 bytes. */
const LONGEST_PART = 180;

export function refFolder(run: string): string {
  return `${REFS}${namePart(run)}/`;
}

export function refObject({ run, step }: EffectKey): string {
  return refFolder(run) + namePart(step);
}

/** The run that a reference's object is of; undefined where only the object itself tells. */
export function refRun(key: string): string | undefined {
  const [, part = ''] = key.split('/');
  return textOfPart(part);
}

/** The step of a reference's object; undefined where only the object itself tells. */
export function refStep(key: string): string | undefined {
  return textOfPart(key.split('/')[2] ?? '');
}

/** One part of a name, without slashes: a server over a file system takes those for folders. Long ones are cut. */
function namePart(text: string): string {
  const plain = [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(char) ? char : `=${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  if (plain.length <= LONGEST_PART) return plain;
  return `${plain.slice(0, LONGEST_PART - 70)}~${hashBytes(Buffer.from(text))}`;
}

function textOfPart(part: string): string | undefined {
  if (part.includes('~')) return undefined;
  const bytes = part.replace(/=([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
