import type { BlobHash } from '../domain/ids';
import { hashAt, type HashedBlob } from './hash';

// magic, number of blobs, then for each its hash and its length; after these the blobs' bytes, in the same order.
const MAGIC = Buffer.from('kintsugi pack 1\n');
const HEAD = MAGIC.length + 4;
const ROW = 36;
const HASH_BYTES = 32;

/** Larger blobs are objects of their own. */
export const PACKED_LIMIT = 1024 * 1024;
/** Most bytes of blobs in one pack: it is read as a whole. */
const PACK_BYTES = 8 * 1024 * 1024;

/** A blob in a pack. */
export interface PackedBlob {
  hash: BlobHash;
  offset: number;
  length: number;
}

/** Bytes of the part of a pack that says what is in it. */
export function packIndexBytes(count: number): number {
  return HEAD + count * ROW;
}

/** The part of a pack that says what is in it. */
export function encodePackIndex(blobs: readonly HashedBlob[]): Buffer {
  const head = Buffer.alloc(packIndexBytes(blobs.length));
  MAGIC.copy(head);
  head.writeUInt32BE(blobs.length, MAGIC.length);
  for (const [index, { hash, bytes }] of blobs.entries()) {
    head.write(hash, HEAD + index * ROW, 'hex');
    head.writeUInt32BE(bytes.byteLength, HEAD + index * ROW + HASH_BYTES);
  }
  return head;
}

/** One object of many blobs, each of which should be there once. */
export function encodePack(blobs: readonly HashedBlob[]): Buffer {
  return Buffer.concat([encodePackIndex(blobs), ...blobs.map(({ bytes }) => bytes)]);
}

/** How many blobs a pack says that it holds, by its first bytes; undefined where they are no pack's. */
export function packedCount(head: Buffer): number | undefined {
  return head.subarray(0, MAGIC.length).equals(MAGIC) ? head.readUInt32BE(MAGIC.length) : undefined;
}

/** Blobs that a pack lists, from its first bytes; undefined if these do not begin a pack of `count` blobs. */
export function decodePackIndex(bytes: Buffer, count: number): PackedBlob[] | undefined {
  const size = packIndexBytes(count);
  if (bytes.length < size || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (bytes.readUInt32BE(MAGIC.length) !== count) return undefined;
  const blobs: Omit<PackedBlob, 'offset'>[] = [];
  for (let row = HEAD; row < size; row += ROW)
    blobs.push({
      hash: hashAt(bytes, row),
      length: bytes.readUInt32BE(row + HASH_BYTES),
    });
  return layOut(blobs);
}

/** Where all blobs of a pack are in it, by their lengths. */
export function layOut(blobs: readonly Omit<PackedBlob, 'offset'>[]): PackedBlob[] {
  let end = packIndexBytes(blobs.length);
  return blobs.map(({ hash, length }) => {
    const offset = end;
    end += length;
    return { hash, offset, length };
  });
}

/** Groups of blobs for one pack each. */
export function packGroups(blobs: readonly HashedBlob[]): HashedBlob[][] {
  const groups: HashedBlob[][] = [];
  let room = 0;
  for (const blob of blobs) {
    const group = groups.at(-1);
    if (group && blob.bytes.byteLength <= room) {
      group.push(blob);
      room -= blob.bytes.byteLength;
      continue;
    }
    groups.push([blob]);
    room = PACK_BYTES - blob.bytes.byteLength;
  }
  return groups;
}
