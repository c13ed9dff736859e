import { keyOf } from '../hash';
import type { BlobHash } from '../../domain/ids';
import { numberIn, numberOf, type StoreDatabase, type Table } from '../local';
import { decodePackIndex, packIndexBytes, type PackedBlob } from '../pack';
import { looseHash, packCount } from './names';

const TIME_BYTES = 8;
/** A collection has said that it may remove this copy: good for reading as long as it is there. */
const CONDEMNED_MS = 0;
/** A copy that somebody else made: its age by this machine's clock is not known. */
const FOUND_MS = 1;

/** Where a copy of a blob is in the bucket. */
export interface SharedCopy {
  /** The pack; absent where the blob is an object of its own. */
  pack?: string;
  /** When this machine last put or leased it; long ago where others did. */
  leasedMs: number;
}

/**
 * Index that this machine keeps of the bucket: the pack of each blob, and when this machine last put or leased it. Only
 * a cache: if it is missing, it is made anew from the bucket.
 */
export class SharedIndex {
  private readonly copies: Table;
  private readonly packs: Table;
  private readonly facts: Table;

  constructor(private readonly database: StoreDatabase) {
    this.copies = database.table('shared_copies');
    this.packs = database.table('shared_packs');
    this.facts = database.table('shared_facts');
  }

  /** Makes the index that of one bucket; false where it was that already, else all that it knew is forgotten. */
  async belongTo(bucket: string): Promise<boolean> {
    const name = Buffer.from('bucket');
    if (this.facts.get(name)?.toString() === bucket) return false;
    await this.database.transaction(() => {
      for (const table of [this.copies, this.packs, this.facts]) table.clear();
      this.facts.put(name, Buffer.from(bucket));
    });
    return true;
  }

  /** Any copy that may be there. */
  find(hash: BlobHash): SharedCopy | undefined {
    const value = this.copies.get(keyOf(hash));
    if (!value) return undefined;
    const pack = value.toString('utf8', TIME_BYTES);
    return { leasedMs: value.readDoubleBE(0), ...(pack === '' ? {} : { pack }) };
  }

  /** A copy that no collection is known to remove. */
  findSure(hash: BlobHash): SharedCopy | undefined {
    const copy = this.find(hash);
    return copy && copy.leasedMs > CONDEMNED_MS ? copy : undefined;
  }

  /** Notes a pack with the first bytes of it. `ours`: just written by this machine. */
  async addPack(key: string, head: Buffer, ours: boolean): Promise<void> {
    const found = this.isCondemned(key) ? CONDEMNED_MS : FOUND_MS;
    const leasedMs = ours ? Date.now() : found;
    await this.database.write([
      () => this.packs.put(Buffer.from(key), head),
      ...blobsOf(key, head).map(
        ({ hash }) =>
          () =>
            this.note(hash, leasedMs, key),
      ),
    ]);
  }

  /** Notes blobs' own objects of one hash. `ours`: one was just written by this machine. */
  async addLoose(hash: BlobHash, keys: readonly string[], ours: boolean): Promise<void> {
    const found = keys.every((key) => this.isCondemned(key)) ? CONDEMNED_MS : FOUND_MS;
    const leasedMs = ours ? Date.now() : found;
    await this.database.write([() => this.note(hash, leasedMs, '')]);
  }

  /** Keeps the newest copy, as a part of a write. */
  private note(hash: BlobHash, leasedMs: number, pack: string): void {
    const known = this.find(hash);
    if (!known || known.leasedMs <= leasedMs) this.copies.put(keyOf(hash), copyOf(leasedMs, pack));
  }

  private isCondemned(key: string): boolean {
    return this.facts.has(Buffer.from(`condemned ${key}`));
  }

  /** Notes that copies are leased as of now. */
  async touch(hashes: readonly BlobHash[]): Promise<void> {
    await this.database.write(
      hashes.map((hash) => () => {
        const copy = this.findSure(hash);
        if (copy) this.copies.put(keyOf(hash), copyOf(Date.now(), copy.pack ?? ''));
      }),
    );
  }

  hasPack(key: string): boolean {
    return this.packs.has(Buffer.from(key));
  }

  packKeys(): string[] {
    return this.packs.keys().map(String);
  }

  blobsIn(key: string): PackedBlob[] {
    const head = this.packs.get(Buffer.from(key));
    return head ? blobsOf(key, head) : [];
  }

  /** All packs that hold a blob; looks through every pack. */
  packsWith(hash: BlobHash): string[] {
    return this.packKeys().filter((key) => this.blobsIn(key).some((blob) => blob.hash === hash));
  }

  /** Forgets a pack that is gone. */
  async removePack(key: string): Promise<void> {
    await this.database.transaction(() => {
      for (const { hash } of this.blobsIn(key))
        if (this.find(hash)?.pack === key) this.copies.remove(keyOf(hash));
      this.packs.remove(Buffer.from(key));
    });
  }

  /** Forgets a blob's own object. */
  async removeLoose(hash: BlobHash): Promise<void> {
    await this.database.transaction(() => {
      const copy = this.find(hash);
      if (copy && copy.pack === undefined) this.copies.remove(keyOf(hash));
    });
  }

  /** From now on these copies are good for reading only: a put makes another. */
  async condemn(packs: readonly string[], loose: readonly string[]): Promise<void> {
    const condemnCopy = (hash: BlobHash, pack: string | undefined): void => {
      const copy = this.find(hash);
      if (copy && copy.pack === pack) this.copies.put(keyOf(hash), copyOf(CONDEMNED_MS, pack ?? ''));
    };
    await this.database.transaction(() => {
      for (const key of [...packs, ...loose]) this.facts.put(Buffer.from(`condemned ${key}`), numberOf(1));
      for (const key of packs) for (const { hash } of this.blobsIn(key)) condemnCopy(hash, key);
      for (const hash of loose.flatMap((key) => looseHash(key) ?? [])) condemnCopy(hash, undefined);
    });
  }

  /** The same for one blob, whose copy was found damaged. */
  async doubt(hash: BlobHash): Promise<void> {
    await this.database.transaction(() => {
      const copy = this.find(hash);
      if (copy) this.copies.put(keyOf(hash), copyOf(CONDEMNED_MS, copy.pack ?? ''));
    });
  }

  /** A number to be remembered; undefined where there is none. */
  fact(name: string): number | undefined {
    const value = this.facts.get(Buffer.from(name));
    return value && numberIn(value);
  }

  async setFact(name: string, value: number): Promise<void> {
    await this.database.write([() => this.facts.put(Buffer.from(name), numberOf(value))]);
  }
}

function blobsOf(key: string, head: Buffer): PackedBlob[] {
  return decodePackIndex(head, packCount(key) ?? -1) ?? [];
}

function copyOf(leasedMs: number, pack: string): Buffer {
  const value = Buffer.alloc(TIME_BYTES + pack.length);
  value.writeDoubleBE(leasedMs, 0);
  value.write(pack, TIME_BYTES);
  return value;
}

/** Bytes at the start of a pack that the index keeps. */
export function headBytes(key: string): number {
  return packIndexBytes(packCount(key) ?? 0);
}
