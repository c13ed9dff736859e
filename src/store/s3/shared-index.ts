import { keyOf } from '../hash';
import type { Database, RootDatabase } from 'lmdb';
import type { BlobHash } from '../../domain/ids';
import { decodePackIndex, packIndexBytes, type PackedBlob } from '../pack';
import { looseHash, packCount } from './names';

const BINARY = { keyEncoding: 'binary', encoding: 'binary' } as const;
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
  private readonly copies: Database<Buffer, Buffer>;
  private readonly packs: Database<Buffer, string>;
  private readonly facts: Database<string | number, string>;

  constructor(root: RootDatabase) {
    this.copies = root.openDB<Buffer, Buffer>('shared-copies', BINARY);
    this.packs = root.openDB<Buffer, string>('shared-packs', { encoding: 'binary' });
    this.facts = root.openDB<string | number, string>('shared-facts', { encoding: 'msgpack' });
  }

  /** Makes the index that of one bucket; false where it was that already, else all that it knew is forgotten. */
  async belongTo(bucket: string): Promise<boolean> {
    if (this.facts.get('bucket') === bucket) return false;
    await Promise.all([this.copies.clearAsync(), this.packs.clearAsync(), this.facts.clearAsync()]);
    await this.facts.put('bucket', bucket);
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
    const found = this.facts.get(`condemned ${key}`) === undefined ? FOUND_MS : CONDEMNED_MS;
    const leasedMs = ours ? Date.now() : found;
    const writes: Promise<boolean>[] = [this.packs.put(key, Buffer.from(head))];
    for (const { hash } of blobsOf(key, head)) {
      const known = this.find(hash);
      if (!known || known.leasedMs <= leasedMs)
        writes.push(this.copies.put(keyOf(hash), copyOf(leasedMs, key)));
    }
    await Promise.all(writes);
  }

  /** Notes blobs' own objects of one hash. `ours`: one was just written by this machine. */
  async addLoose(hash: BlobHash, keys: readonly string[], ours: boolean): Promise<void> {
    const known = this.find(hash);
    const sure = keys.some((key) => this.facts.get(`condemned ${key}`) === undefined);
    const found = sure ? FOUND_MS : CONDEMNED_MS;
    const leasedMs = ours ? Date.now() : found;
    if (!known || known.leasedMs <= leasedMs) await this.copies.put(keyOf(hash), copyOf(leasedMs, ''));
  }

  /** Notes that copies are leased as of now. */
  async touch(hashes: readonly BlobHash[]): Promise<void> {
    const writes: Promise<boolean>[] = [];
    for (const hash of hashes) {
      const copy = this.findSure(hash);
      if (copy) writes.push(this.copies.put(keyOf(hash), copyOf(Date.now(), copy.pack ?? '')));
    }
    await Promise.all(writes);
  }

  hasPack(key: string): boolean {
    return this.packs.doesExist(key);
  }

  packKeys(): string[] {
    return [...this.packs.getKeys()];
  }

  blobsIn(key: string): PackedBlob[] {
    const head = this.packs.get(key);
    return head ? blobsOf(key, head) : [];
  }

  /** All packs that hold a blob; looks through every pack. */
  packsWith(hash: BlobHash): string[] {
    return this.packKeys().filter((key) => this.blobsIn(key).some((blob) => blob.hash === hash));
  }

  /** Forgets a pack that is gone. */
  async removePack(key: string): Promise<void> {
    const removals: Promise<boolean>[] = [this.packs.remove(key)];
    for (const { hash } of this.blobsIn(key))
      if (this.find(hash)?.pack === key) removals.push(this.copies.remove(keyOf(hash)));
    await Promise.all(removals);
  }

  /** Forgets a blob's own object. */
  async removeLoose(hash: BlobHash): Promise<void> {
    const copy = this.find(hash);
    if (copy && copy.pack === undefined) await this.copies.remove(keyOf(hash));
  }

  /** From now on these copies are good for reading only: a put makes another. */
  async condemn(packs: readonly string[], loose: readonly string[]): Promise<void> {
    const writes: Promise<boolean>[] = [];
    const condemnCopy = (hash: BlobHash, pack: string | undefined) => {
      const copy = this.find(hash);
      if (copy && copy.pack === pack)
        writes.push(this.copies.put(keyOf(hash), copyOf(CONDEMNED_MS, pack ?? '')));
    };
    for (const key of packs) {
      writes.push(this.facts.put(`condemned ${key}`, 1));
      for (const { hash } of this.blobsIn(key)) condemnCopy(hash, key);
    }
    for (const key of loose) {
      writes.push(this.facts.put(`condemned ${key}`, 1));
      const hash = looseHash(key);
      if (hash) condemnCopy(hash, undefined);
    }
    await Promise.all(writes);
  }

  /** The same for one blob, whose copy was found damaged. */
  async doubt(hash: BlobHash): Promise<void> {
    const copy = this.find(hash);
    if (copy) await this.copies.put(keyOf(hash), copyOf(CONDEMNED_MS, copy.pack ?? ''));
  }

  /** A number to be remembered; undefined where there is none. */
  fact(name: string): number | undefined {
    const value = this.facts.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  async setFact(name: string, value: number): Promise<void> {
    await this.facts.put(name, value);
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
