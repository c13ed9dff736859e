import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A record of a leaf page. */
export interface LeafNode {
  flags: number;
  key: Buffer;
  /** The value itself, the place of one that has pages of its own, or the record of an inner table. */
  data: Buffer;
  /** Bytes of the value. */
  size: number;
}

/** A table, as its record says it is. */
export interface TableRecord {
  depth: number;
  branchPages: number;
  leafPages: number;
  entries: number;
  /** Undefined for an empty one. */
  root: number | undefined;
}

/** One of the two pages that say where everything begins; the newer one counts. */
export interface MetaPage {
  pageSize: number;
  transaction: number;
  lastPage: number;
  free: TableRecord;
  main: TableRecord;
}

/** A page by its number. */
export interface Page {
  number: number;
  kind: 'branch' | 'leaf' | 'overflow' | 'other';
  bytes: Buffer;
}

export const IN_PAGES = 1;
export const IS_TABLE = 2;

const MAGIC = 0xbeefc0de;
const VERSION = 2;
export const HEAD = 24;
const NODE_HEAD = 8;
const TABLE_BYTES = 48;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const KINDS = new Map<number, Page['kind']>([
  [1, 'branch'],
  [2, 'leaf'],
  [4, 'overflow'],
]);

/** Damage in a database's file; the message is the end of a sentence. */
export class DamageError extends Error {
  override name = 'DamageError';
}

/**
 * LMDB's file, read without mapping it: of a mapped file that is shorter than it says a read ends the process. The
 * format is that of the version that package.json pins, on 64-bit machines with little-endian numbers.
 */
export class LmdbFile {
  private readonly fd: number;
  readonly size: number;
  readonly meta: MetaPage;

  /** Throws `DamageError` for a file that does not begin as one of LMDB's. */
  constructor(path: string) {
    this.fd = openSync(path, 'r');
    try {
      this.size = fstatSync(this.fd).size;
      this.meta = this.newestMeta();
    } catch (error) {
      closeSync(this.fd);
      throw error;
    }
  }

  close(): void {
    closeSync(this.fd);
  }

  get pageSize(): number {
    return this.meta.pageSize;
  }

  get pageCount(): number {
    return Math.floor(this.size / this.pageSize);
  }

  /** A page that says that it has this number; throws `DamageError` for another one, or one beyond the end. */
  page(number: number): Page {
    const bytes = this.read(number * this.pageSize, this.pageSize);
    const page = asPage(bytes, number);
    if (!page) throw new DamageError(`page ${number} holds something else`);
    return page;
  }

  /** The value of a record that has pages of its own. */
  large(node: LeafNode): Buffer {
    return this.read(this.largeHead(node) * this.pageSize + HEAD, node.size);
  }

  /** The first of those pages; throws `DamageError` where they cannot hold the value. */
  largeHead({ data, size }: LeafNode): number {
    const number = numberAt(data, 0);
    const { kind, bytes } = this.page(number);
    const pages = bytes.readUInt32LE(20);
    const isWhole =
      kind === 'overflow' && HEAD + size <= pages * this.pageSize && number + pages <= this.pageCount;
    if (!isWhole) throw new DamageError(`page ${number} is not the large value that it should be`);
    return number;
  }

  private newestMeta(): MetaPage {
    const first = decodeMeta(this.read(0, HEAD + 160));
    const second = decodeMeta(this.read(first.pageSize, HEAD + 160));
    if (second.pageSize !== first.pageSize) throw new DamageError('its two heads differ');
    return first.transaction > second.transaction ? first : second;
  }

  private read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (at + length > this.size)
      throw new DamageError(`it ends after ${this.size} bytes, before what it should hold`);
    for (let filled = 0; filled < length;) {
      const read = readSync(this.fd, bytes, filled, length - filled, at + filled);
      if (read === 0) throw new DamageError('it became shorter while it was read');
      filled += read;
    }
    return bytes;
  }
}

/** Undefined for bytes that are not the page of this number. */
export function asPage(bytes: Buffer, number: number): Page | undefined {
  if (bytes.readBigUInt64LE(0) !== BigInt(number)) return undefined;
  return { number, kind: KINDS.get(bytes.readUInt16LE(18) & 0xf) ?? 'other', bytes };
}

/** Places of the records of a page; throws `DamageError` where they cannot be. */
export function nodePlaces({ number, bytes }: Page): number[] {
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  if (lower % 2 !== 0 || lower > upper || HEAD + upper > bytes.length)
    throw new DamageError(`page ${number} has impossible bounds`);
  return Array.from({ length: lower / 2 }, (_, index) => HEAD + bytes.readUInt16LE(HEAD + 2 * index));
}

/** A record of a leaf page; throws `DamageError` where it does not fit in its page. */
export function leafNode({ number, bytes }: Page, at: number): LeafNode {
  const end = at + NODE_HEAD;
  if (end > bytes.length) throw new DamageError(`page ${number} has a record outside of it`);
  const [size, flags, keySize] = [
    bytes.readUInt32LE(at),
    bytes.readUInt16LE(at + 4),
    bytes.readUInt16LE(at + 6),
  ];
  const dataSize = flags & IN_PAGES ? HEAD : size;
  if (end + keySize + dataSize > bytes.length)
    throw new DamageError(`page ${number} has a record outside of it`);
  const key = bytes.subarray(end, end + keySize);
  return { flags, key, data: bytes.subarray(end + keySize, end + keySize + dataSize), size };
}

/** The page that a record of a branch page leads to, and its first key. */
export function branchNode({ number, bytes }: Page, at: number): { child: number; key: Buffer } {
  const end = at + NODE_HEAD;
  if (end > bytes.length) throw new DamageError(`page ${number} has a record outside of it`);
  const child = bytes.readUInt32LE(at) + bytes.readUInt16LE(at + 4) * 2 ** 32;
  const keySize = bytes.readUInt16LE(at + 6);
  if (end + keySize > bytes.length) throw new DamageError(`page ${number} has a record outside of it`);
  return { child, key: bytes.subarray(end, end + keySize) };
}

/** The record of a table. */
export function tableRecord(bytes: Buffer): TableRecord {
  if (bytes.length !== TABLE_BYTES) throw new DamageError('the record of a table has another size');
  const root = bytes.readBigUInt64LE(40);
  return {
    depth: bytes.readUInt16LE(6),
    branchPages: numberAt(bytes, 8),
    leafPages: numberAt(bytes, 16),
    entries: numberAt(bytes, 32),
    root: root === NO_PAGE ? undefined : Number(root),
  };
}

function decodeMeta(page: Buffer): MetaPage {
  const meta = page.subarray(HEAD);
  const pageSize = meta.readUInt32LE(24);
  const isOne = meta.readUInt32LE(0) === MAGIC && (meta.readUInt32LE(4) & 0xffff) === VERSION;
  const isPower = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  if (!isOne || !isPower) throw new DamageError('it does not begin as a database');
  return {
    pageSize,
    free: tableRecord(meta.subarray(24, 24 + TABLE_BYTES)),
    main: tableRecord(meta.subarray(24 + TABLE_BYTES, 24 + 2 * TABLE_BYTES)),
    lastPage: numberAt(meta, 24 + 2 * TABLE_BYTES),
    transaction: numberAt(meta, 32 + 2 * TABLE_BYTES),
  };
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
