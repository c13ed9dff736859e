import type { Database, RootDatabase } from 'lmdb';
import type { BlobHash } from '../../domain/ids';
import { keyOf, sizeOf, type HashedBlob } from '../hash';
import { packGroups } from '../pack';
import type { PackFiles, Place } from './packs/pack-files';

/** From so many bytes on, blobs that are put together are written as packs. */
const PACK_FROM = 1024 * 1024;
/**
 * Smaller blobs are never packed: LMDB keeps several of them on a page, and they are mostly listings of folders, which
 * are read one by one.
 */
const PACKED_SIZE = 2048;
/** Most blobs that are read one by one. */
const PREFETCHED = 500;
const NAME_BYTES = 8;
const ROW_BYTES = NAME_BYTES + 4 + 4;

/** Row that LMDB keeps for a blob. `pack`: the pack that holds the bytes, if one does. */
interface Row {
  table: Database<Buffer, Buffer>;
  key: Buffer;
  value: Buffer;
  pack?: string;
}

export interface SmallBlobsParts {
  root: RootDatabase;
  /** Bytes of blobs by the bytes of their hashes. */
  inline: Database<Buffer, Buffer>;
  /** Places of blobs in packs, by the same. */
  places: Database<Buffer, Buffer>;
  packs: PackFiles;
}

/**
 * Blobs that are not large, by the bytes of their hashes: a few that are put at a time in LMDB itself, many in packs beside it, of
 * which LMDB keeps the places. LMDB copies values to pages of its own, rounds them up to 4 KiB, and writes them through
 * the page cache: that is most of the time of a first capture.
 */
export class SmallBlobs {
  constructor(private readonly parts: SmallBlobsParts) {}

  has(key: Buffer): boolean {
    return this.parts.inline.doesExist(key) || this.parts.places.doesExist(key);
  }

  /** True if all are there in a view of the database that begins now. */
  haveAll(keys: readonly Buffer[]): boolean {
    this.parts.root.resetReadTxn();
    return keys.every((key) => this.has(key));
  }

  /** Undefined where it is not there, and where its pack is not there whole. */
  get(key: Buffer): Buffer | undefined {
    const found = this.getOnce(key);
    if (found || !this.place(key)) return found;
    // It may have been moved since this turn's view of the database began.
    this.parts.root.resetReadTxn();
    return this.getOnce(key);
  }

  /** Bytes that are in memory already: use them at once, since the memory is used again. */
  loaded(key: Buffer): Buffer | undefined {
    const place = this.place(key);
    if (!place) return this.parts.inline.get(key);
    return this.parts.packs.loaded(place);
  }

  /** Loads a blob with those beside it, where many are read that were put together. */
  async load(key: Buffer): Promise<void> {
    const place = this.place(key);
    if (place) await this.parts.packs.load(place);
  }

  /** Has the system read what is wanted soon, where it is too little to be read in large pieces. */
  async prefetch(hashes: readonly BlobHash[]): Promise<void> {
    if (hashes.length > PREFETCHED) return;
    await this.parts.packs.prefetch(hashes.flatMap((hash) => this.place(keyOf(hash)) ?? []));
  }

  /** Bytes; undefined where it is not there. */
  size(key: Buffer): number | undefined {
    return this.place(key)?.length ?? this.parts.inline.get(key)?.length;
  }

  place(key: Buffer): Place | undefined {
    const row = this.parts.places.get(key);
    return row && decodePlace(row);
  }

  /** All keys, some perhaps twice. */
  *keys(): Generator<Buffer> {
    for (const key of this.parts.inline.getKeys()) yield Buffer.from(key);
    for (const { key } of this.packed()) yield key;
  }

  /** The keys of blobs in packs, with their places. */
  *packed(): Generator<{ key: Buffer; place: Place }> {
    for (const { key, value } of this.parts.places.getRange())
      yield { key: Buffer.from(key), place: decodePlace(value) };
  }

  /** Resolves when the blobs can be read; they are durable with `flushed`. */
  async put(blobs: readonly HashedBlob[]): Promise<void> {
    for (;;) {
      const rows = await this.rowsOf(blobs);
      await Promise.all(rows.map(({ table, key, value }) => table.put(key, value)));
      const packs = new Set(rows.flatMap(({ pack }) => pack ?? []));
      const gone = new Set([...packs].filter((pack) => !this.parts.packs.has(pack)));
      if (gone.size === 0) return;
      // This process stood still for so long in between that a collection took a pack for forgotten.
      const lost = rows.filter(({ pack }) => pack !== undefined && gone.has(pack));
      await Promise.all(lost.map(({ table, key }) => table.remove(key)));
    }
  }

  /** Keeps the places of what a pack holds. */
  async putPlaces(
    pack: string,
    held: readonly { hash: BlobHash; offset: number; length: number }[],
  ): Promise<void> {
    const { places } = this.parts;
    const put = ({ hash, offset, length }: (typeof held)[number]): Promise<boolean> =>
      places.put(keyOf(hash), encodePlace({ pack, offset, length }));
    await Promise.all(held.map(put));
  }

  /** Stores blobs of a pack elsewhere, durably; those that are not in it any more by then are left out. */
  async move(blobs: readonly HashedBlob[], pack: string): Promise<void> {
    const rows = await this.rowsOf(blobs);
    this.parts.root.transactionSync(() => {
      for (const { table, key, value } of rows) {
        if (this.place(key)?.pack !== pack) continue;
        this.parts.places.removeSync(key);
        table.putSync(key, value);
      }
    });
    await this.flushed;
  }

  /** Forgets a blob, within a transaction or as one of its own. */
  removeSync(key: Buffer): void {
    this.parts.inline.removeSync(key);
    this.parts.places.removeSync(key);
  }

  /** Forgets the copies of a blob that are not whole, within a transaction; false where there is none. */
  removeDamaged(key: Buffer, isWhole: (bytes: Buffer | undefined) => boolean): boolean {
    const { inline, places, packs } = this.parts;
    const place = this.place(key);
    const isBadPlace = place && !isWhole(packs.readSync(place));
    const isBadInline = inline.doesExist(key) && !isWhole(inline.get(key));
    if (isBadPlace) places.removeSync(key);
    if (isBadInline) inline.removeSync(key);
    return isBadPlace === true || isBadInline;
  }

  get flushed(): Promise<unknown> {
    return this.parts.inline.flushed;
  }

  private getOnce(key: Buffer): Buffer | undefined {
    const place = this.place(key);
    const packed = place && this.parts.packs.readSync(place);
    return packed ?? this.parts.inline.get(key);
  }

  /** Rows for LMDB: a few blobs themselves, or the places of many, once they are on disk in packs. */
  private async rowsOf(blobs: readonly HashedBlob[]): Promise<Row[]> {
    const { inline, places, packs } = this.parts;
    const packable = blobs.filter(({ bytes }) => bytes.byteLength >= PACKED_SIZE);
    const packed = new Set(sizeOf(packable) >= PACK_FROM ? packable : []);
    const rows = blobs
      .filter((blob) => !packed.has(blob))
      .map(({ hash, bytes }): Row => ({ table: inline, key: keyOf(hash), value: asBuffer(bytes) }));
    for (const group of packGroups([...packed])) {
      for (const { hash, place } of await packs.write(group))
        rows.push({ table: places, key: keyOf(hash), value: encodePlace(place), pack: place.pack });
    }
    return rows;
  }
}

function encodePlace({ pack, offset, length }: Place): Buffer {
  const row = Buffer.allocUnsafe(ROW_BYTES);
  row.write(pack, 0, 'hex');
  row.writeUInt32BE(offset, NAME_BYTES);
  row.writeUInt32BE(length, NAME_BYTES + 4);
  return row;
}

function decodePlace(row: Buffer): Place {
  return {
    pack: row.toString('hex', 0, NAME_BYTES),
    offset: row.readUInt32BE(NAME_BYTES),
    length: row.readUInt32BE(NAME_BYTES + 4),
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
