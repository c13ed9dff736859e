import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { hashBytes, HashedBlob } from '../hash';
import { Pace } from '../../machine/pace';
import {
  asPage,
  DamageError,
  HEAD,
  IN_PAGES,
  leafNode,
  nodePlaces,
  type LeafNode,
  type Page,
} from './lmdb-file';

/** Piece that a damaged database still holds: a blob, or a reference with its key. */
export type Found =
  { blob: HashedBlob; ref?: undefined } | { ref: { key: Buffer; value: string }; blob?: undefined };

/** A database has the pages of its machine. */
const PAGE_SIZES = [4096, 16_384, 65_536];
/** Pages that are looked at to find out which. */
const TRIED = 64;
const HASH_BYTES = 32;
/** The largest value that is kept in the database. */
const MOST_BYTES = 64 * 1024;
/** Characters that no key and no value of a reference holds. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/**
 * Finds blobs and references in a file that is no whole database any more, page by page, whatever leads to them. A blob is
 * known by its hash. A reference is a text under a run and an effect; of those that were removed lately, some come back.
 */
export async function* salvage(path: string): AsyncGenerator<Found> {
  const file = new LooseFile(path);
  const pace = new Pace();
  try {
    for (let number = 2; number < file.pageCount; number += 1) {
      if (pace.due) await pace.rest();
      const page = file.page(number);
      if (page?.kind === 'leaf') for (const node of nodesIn(page)) yield* recognised(node, file);
    }
  } finally {
    file.close();
  }
}

/** The records of a page that are in it; none of one that holds something else. */
function nodesIn(page: Page): LeafNode[] {
  return orNone(() => nodePlaces(page), []).flatMap((at) => orNone(() => [leafNode(page, at)], []));
}

function orNone<T>(read: () => T, none: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamageError) return none;
    throw error;
  }
}

function* recognised(node: LeafNode, file: LooseFile): Generator<Found> {
  if (node.size > MOST_BYTES) return;
  const value = node.flags & IN_PAGES ? file.large(node) : node.data;
  if (!value) return;
  if (node.key.length === HASH_BYTES && hashBytes(value) === node.key.toString('hex'))
    yield { blob: new HashedBlob(Buffer.from(value)) };
  else if (isRefKey(node.key) && isText(value))
    yield { ref: { key: Buffer.from(node.key), value: value.toString('utf8') } };
}

/** A run, NUL, and an effect. */
function isRefKey(key: Buffer): boolean {
  const end = key.indexOf(0);
  return end > 0 && end < key.length - 1 && isText(key.subarray(0, end)) && isText(key.subarray(end + 1));
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !CONTROL.test(bytes.toString('utf8'));
}

/** A file of pages of which any may be gone or something else. */
class LooseFile {
  private readonly fd: number;
  private readonly size: number;
  private readonly pageSize: number;

  constructor(path: string) {
    this.fd = openSync(path, 'r');
    this.size = fstatSync(this.fd).size;
    const counts = PAGE_SIZES.map((size) => this.countPages(size));
    this.pageSize = PAGE_SIZES[counts.indexOf(Math.max(...counts))] ?? 4096;
  }

  get pageCount(): number {
    return Math.floor(this.size / this.pageSize);
  }

  page(number: number): Page | undefined {
    const bytes = this.read(number * this.pageSize, this.pageSize);
    return bytes && asPage(bytes, number);
  }

  large({ data, size }: LeafNode): Buffer | undefined {
    const number = Number(data.readBigUInt64LE(0));
    const page = number < this.pageCount ? this.page(number) : undefined;
    return page?.kind === 'overflow' ? this.read(number * this.pageSize + HEAD, size) : undefined;
  }

  close(): void {
    closeSync(this.fd);
  }

  /** How many of the last pages know their number, if they are of this size. */
  private countPages(size: number): number {
    const last = Math.floor(this.size / size);
    const numbers = Array.from({ length: Math.min(TRIED, last) }, (_, index) => last - 1 - index);
    return numbers.filter((number) => {
      const bytes = this.read(number * size, HEAD);
      return bytes && asPage(bytes, number);
    }).length;
  }

  private read(at: number, length: number): Buffer | undefined {
    if (at + length > this.size) return undefined;
    const bytes = Buffer.alloc(length);
    return readSync(this.fd, bytes, 0, length, at) === length ? bytes : undefined;
  }
}
