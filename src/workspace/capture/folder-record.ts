/**
 * Record of one folder in the stat cache: its names as the file system lists them, a stat of each, and the captured
 * entries. It is one buffer, so that an unchanged folder is recognised without decoding it row by row.
 */
import type { Stats } from 'node:fs';
import { hashAt } from '../../store';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { isPlainName } from '../../machine/file-names';
import type { FileStat } from '../io/read-file';

/** `h`: a heavy folder, `s`: a socket, device or FIFO; neither is captured. */
export type RowKind = 'f' | 'd' | 'l' | 'h' | 's';

export interface Row {
  name: string;
  kind: RowKind;
  stat: StatNumbers;
  /** Of the bytes, the link's target or the sub-folder's listing; none for what is not captured. */
  hash: BlobHash | undefined;
  /** Of the sub-folder's times. */
  times: BlobHash | undefined;
}

/** Size, modification and change time (ms), inode and mode, as a stat without BigInts gives them. */
export type StatNumbers = readonly [
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
  mode: number,
];

export interface FolderRecord {
  /** The store's removals when it was captured: see `StatCache.epoch`. */
  epoch: number;
  tree: TreeHash;
  times: BlobHash;
  /** The folder's own stat from before its names were listed: as long as it is the same, so are they. */
  own: StatNumbers;
  rows: readonly Row[];
}

const VERSION = 4;
const NUMBERS = 5;
const HASH_BYTES = 32;
const OWN_AT = 1 + 8 + 2 * HASH_BYTES;
const HEAD_BYTES = OWN_AT + NUMBERS * 8 + 4 + 4;

/** As Node computes milliseconds from the kernel's seconds and nanoseconds. */
function milliseconds(ns: bigint): number {
  return Number(ns / NS_PER_S) * 1_000 + Number(ns % NS_PER_S) / 1_000_000;
}

const NS_PER_S = 1_000_000_000n;

/** Of a stat with BigInts, equal to those of one without. */
export function statNumbers(stat: FileStat): StatNumbers {
  const { size, mtimeNs, ctimeNs, ino, mode } = stat;
  return [Number(size), milliseconds(mtimeNs), milliseconds(ctimeNs), Number(ino), Number(mode)];
}

function plainNumbers({ size, mtimeMs, ctimeMs, ino, mode }: Stats): StatNumbers {
  return [size, mtimeMs, ctimeMs, ino, mode];
}

function writeNumbers(bytes: Buffer, at: number, numbers: StatNumbers): void {
  numbers.forEach((value, column) => bytes.writeDoubleLE(value, at + column * 8));
}

/** Stands for a stat that must not be believed later: it equals none. */
export const UNSETTLED: StatNumbers = [NaN, NaN, NaN, NaN, NaN];

/** Undefined where a name can't be kept as text. */
export function encodeRecord({ epoch, tree, times, own, rows }: FolderRecord): Buffer | undefined {
  if (!rows.every((row) => isPlainName(row.name))) return undefined;
  const names = Buffer.from(rows.map((row) => row.name).join('\0'), 'utf8');
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION, 0);
  head.writeDoubleLE(epoch, 1);
  head.write(tree, 9, 'hex');
  head.write(times, 9 + HASH_BYTES, 'hex');
  writeNumbers(head, OWN_AT, own);
  head.writeUInt32LE(rows.length, HEAD_BYTES - 8);
  head.writeUInt32LE(names.length, HEAD_BYTES - 4);
  const kinds = Buffer.from(rows.map((row) => row.kind).join(''), 'latin1');
  const numbers = Buffer.alloc(rows.length * NUMBERS * 8);
  const hashes = Buffer.alloc(rows.length * 2 * HASH_BYTES);
  rows.forEach((row, index) => {
    writeNumbers(numbers, index * NUMBERS * 8, row.stat);
    hashes.write(row.hash ?? '', index * HASH_BYTES, 'hex');
    hashes.write(row.times ?? '', (rows.length + index) * HASH_BYTES, 'hex');
  });
  return Buffer.concat([head, names, kinds, numbers, hashes]);
}

/** A record as it lies in the cache; its parts are read when they are asked for. */
export class StoredFolder {
  readonly count: number;
  private readonly namesEnd: number;
  private readonly numbers: Float64Array;
  private readonly hashesAt: number;
  private indexes: ReadonlyMap<string, number> | undefined;

  private constructor(readonly bytes: Buffer) {
    this.count = bytes.readUInt32LE(HEAD_BYTES - 8);
    this.namesEnd = HEAD_BYTES + bytes.readUInt32LE(HEAD_BYTES - 4);
    const numbersAt = this.namesEnd + this.count;
    this.hashesAt = numbersAt + this.count * NUMBERS * 8;
    // A copy, since doubles must lie at multiples of eight.
    this.numbers = new Float64Array(
      bytes.buffer.slice(bytes.byteOffset + numbersAt, bytes.byteOffset + this.hashesAt),
    );
  }

  /** Undefined for records of another version. */
  static read(bytes: Buffer | undefined): StoredFolder | undefined {
    return bytes && bytes.length >= HEAD_BYTES && bytes[0] === VERSION ? new StoredFolder(bytes) : undefined;
  }

  get epoch(): number {
    return this.bytes.readDoubleLE(1);
  }

  get tree(): TreeHash {
    return hashAt(this.bytes, 9) as TreeHash;
  }

  get times(): BlobHash {
    return hashAt(this.bytes, 9 + HASH_BYTES);
  }

  /** True if a stat is that of the folder itself, whose names are then those of the record. */
  isOwn(stat: Stats): boolean {
    return plainNumbers(stat).every(
      (value, column) => this.bytes.readDoubleLE(OWN_AT + column * 8) === value,
    );
  }

  /** This record with another stat of the folder itself. */
  withOwn(stat: Stats): Buffer {
    const bytes = Buffer.from(this.bytes);
    writeNumbers(bytes, OWN_AT, plainNumbers(stat));
    return bytes;
  }

  /** All names, separated by NUL. */
  get joinedNames(): string {
    return this.bytes.toString('utf8', HEAD_BYTES, this.namesEnd);
  }

  names(): string[] {
    return this.count === 0 ? [] : this.joinedNames.split('\0');
  }

  /** Place of a name; undefined where the folder did not have it. */
  indexOf(name: string): number | undefined {
    this.indexes ??= new Map(this.names().map((one, index) => [one, index]));
    return this.indexes.get(name);
  }

  kind(index: number): RowKind {
    return String.fromCharCode(this.bytes[this.namesEnd + index] ?? 0) as RowKind;
  }

  size(index: number): number {
    return this.numbers[index * NUMBERS] ?? 0;
  }

  /** True if a stat is that of the row. What is not captured only has to be of its kind still. */
  matches(index: number, stat: Stats): boolean {
    const at = index * NUMBERS;
    const { numbers } = this;
    if (numbers[at + 4] !== stat.mode || numbers[at + 3] !== stat.ino) return false;
    if (this.kind(index) === 'h') return true;
    return numbers[at + 1] === stat.mtimeMs && numbers[at + 2] === stat.ctimeMs && numbers[at] === stat.size;
  }

  /** True if the row is of a file with these numbers. */
  isFile(index: number, stat: StatNumbers): boolean {
    return (
      this.kind(index) === 'f' &&
      stat.every((value, column) => this.numbers[index * NUMBERS + column] === value)
    );
  }

  /** True if hash and times of a sub-folder are those of the row. */
  holds(index: number, hash: BlobHash, times: BlobHash): boolean {
    return this.hashOf(index) === hash && this.timesOf(index) === times;
  }

  /** Hashes of the folder's own blobs: its listing, its times, and what is captured in it, sub-folders' listings too. */
  named(): Buffer {
    const parts = [this.bytes.subarray(9, 9 + 2 * HASH_BYTES)];
    let from = 0;
    for (let index = 0; index <= this.count; index++) {
      const kind = index < this.count ? this.kind(index) : undefined;
      if (kind === 'f' || kind === 'l' || kind === 'd') continue;
      parts.push(this.bytes.subarray(this.hashesAt + from * HASH_BYTES, this.hashesAt + index * HASH_BYTES));
      from = index + 1;
    }
    return Buffer.concat(parts);
  }

  hashOf(index: number): BlobHash {
    const at = this.hashesAt + index * HASH_BYTES;
    return hashAt(this.bytes, at);
  }

  timesOf(index: number): BlobHash {
    const at = this.hashesAt + (this.count + index) * HASH_BYTES;
    return hashAt(this.bytes, at);
  }
}
