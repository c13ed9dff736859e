import type { BlobHash } from '../../domain/ids';
import { hashAt, type HashedBlob } from '../hash';

// magic, number of blobs, then for each its hash and its length; after these the blobs' bytes, in the same order.
const MAGIC = Buffer.from('kintsugi pack 1\n');
const HEAD = MAGIC.length + 4;
const ROW = 36;
const HASH_BYTES = 32;

/** Larger blobs are objects of their own. */
export const PACKED_LIMIT = 1024 * 1024;
/** Most bytes of blobs in one pack: it is read as a whole. */
const PACK_BYTES = 8 * 1024 * 1024;

export interface PackedBlob {
  hash: BlobHash;
  offset: number;
  length: number;
}

/** Bytes of the part of a pack that says what is in it. */
export function packIndexBytes(count: number): number {
  return HEAD + count * ROW;
}

/** One object of many blobs, each of which should be there once. */
export function encodePack(blobs: readonly HashedBlob[]): Buffer {
  const head = Buffer.alloc(packIndexBytes(blobs.length));
  MAGIC.copy(head);
  head.writeUInt32BE(blobs.length, MAGIC.length);
  for (const [index, { hash, bytes }] of blobs.entries()) {
    head.write(hash, HEAD + index * ROW, 'hex');
    head.writeUInt32BE(bytes.byteLength, HEAD + index * ROW + HASH_BYTES);
  }
  return Buffer.concat([head, ...blobs.map(({ bytes }) => bytes)]);
}

/** Blobs that a pack lists, from its first bytes; undefined if these do not begin a pack of `count` blobs. */
export function decodePackIndex(bytes: Buffer, count: number): PackedBlob[] | undefined {
  const size = packIndexBytes(count);
  if (bytes.length < size || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (bytes.readUInt32BE(MAGIC.length) !== count) return undefined;
  const blobs: PackedBlob[] = [];
  let offset = size;
  for (let row = HEAD; row < size; row += ROW) {
    const length = bytes.readUInt32BE(row + HASH_BYTES);
    blobs.push({ hash: hashAt(bytes, row), offset, length });
    offset += length;
  }
  return blobs;
}

export function packGroups(blobs: readonly HashedBlob[]): HashedBlob[][] {
  const groups: HashedBlob[][] = [];
  let room = 0;
  for (const blob of blobs) {
    if (groups.length === 0 || blob.bytes.byteLength > room) {
      groups.push([]);
      room = PACK_BYTES;
    }
    groups.at(-1)?.push(blob);
    room -= blob.bytes.byteLength;
  }
  return groups;
}
