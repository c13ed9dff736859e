import { randomBytes } from 'node:crypto';
import { existsSync, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobHash } from '../../../domain/ids';
import { errorCode } from '../../../machine/system-errors';
import type { HashedBlob } from '../../hash';
import {
  decodePackIndex,
  encodePackIndex,
  layOut,
  packedCount,
  packIndexBytes,
  type PackedBlob,
} from '../../pack';
import { writeDirect } from './direct-file';
import { OpenPack } from './open-pack';

const NAME = /^[0-9a-f]{16}$/;
/** Packs that are kept open. */
const OPEN_AT_ONCE = 16;
/** Packs of which pieces are kept in memory: reads of much come in about the order of the packs. */
const IN_MEMORY = 3;
/** After so long without a read they are closed. */
const IDLE_MS = 5_000;

/** Where a blob is. */
export interface Place {
  pack: string;
  offset: number;
  length: number;
}

/** A pack as a file. */
export interface PackFile {
  name: string;
  size: number;
  mtimeMs: number;
}

/** Packs as files of a folder, each named at random and never changed. One that was not finished is one that nobody names. */
export class PackFiles {
  /** The one that was read last comes last. */
  private readonly opened = new Map<string, OpenPack>();
  private idle: NodeJS.Timeout | undefined;

  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<PackFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new PackFiles(folder);
  }

  /** Writes a pack; resolves to where each blob is. */
  async write(blobs: readonly HashedBlob[]): Promise<{ hash: BlobHash; place: Place }[]> {
    const pack = randomBytes(8).toString('hex');
    try {
      await writeDirect(this.path(pack), [encodePackIndex(blobs), ...blobs.map(({ bytes }) => bytes)]);
    } catch (error) {
      this.remove(pack);
      throw error;
    }
    const laid = layOut(blobs.map(({ hash, bytes }) => ({ hash, length: bytes.byteLength })));
    return laid.map(({ hash, offset, length }) => ({ hash, place: { pack, offset, length } }));
  }

  /** Blobs that a pack lists; undefined if the pack is gone or its head damaged. */
  contents(name: string): PackedBlob[] | undefined {
    const head = this.readSync({ pack: name, offset: 0, length: packIndexBytes(0) });
    const count = head && packedCount(head);
    if (count === undefined) return undefined;
    const index = this.readSync({ pack: name, offset: 0, length: packIndexBytes(count) });
    return index && decodePackIndex(index, count);
  }

  /** Bytes of a pack; undefined where it is gone or ends before them. */
  readSync({ pack, offset, length }: Place): Buffer | undefined {
    return this.reader(pack)?.readSync(offset, length);
  }

  /** The same, if it is in memory already: to be used at once. */
  loaded({ pack, offset, length }: Place): Buffer | undefined {
    return this.opened.get(pack)?.loaded(offset, length);
  }

  /** Loads bytes, where much of a pack is read. */
  async load({ pack, offset, length }: Place): Promise<void> {
    await this.reader(pack)?.load(offset, length);
  }

  /** Has the system read bytes at the same time; what cannot be read shows when it is wanted. */
  async prefetch(places: readonly Place[]): Promise<void> {
    for (const pack of new Set(places.map((place) => place.pack))) {
      const file = await open(this.path(pack)).catch(() => undefined);
      if (!file) continue;
      const read = ({ offset, length }: Place): Promise<unknown> =>
        file.read(Buffer.allocUnsafe(length), 0, length, offset);
      await Promise.allSettled(places.filter((place) => place.pack === pack).map(read));
      await file.close();
    }
  }

  /** All packs, in no order. */
  async list(): Promise<PackFile[]> {
    const files: PackFile[] = [];
    for (const name of await readdir(this.folder)) {
      if (!NAME.test(name)) continue;
      const found = await stat(this.path(name)).catch(undefinedIfGone);
      if (found) files.push({ name, size: found.size, mtimeMs: found.mtimeMs });
    }
    return files;
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  remove(name: string): void {
    this.shut(name);
    try {
      unlinkSync(this.path(name));
    } catch (error) {
      undefinedIfGone(error);
    }
  }

  close(): void {
    clearTimeout(this.idle);
    this.idle = undefined;
    for (const name of [...this.opened.keys()]) this.shut(name);
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  private reader(name: string): OpenPack | undefined {
    this.idle = this.idle?.refresh() ?? setTimeout(() => this.close(), IDLE_MS).unref();
    const known = this.opened.get(name) ?? this.openPack(name);
    if (!known) return undefined;
    this.opened.delete(name);
    this.opened.set(name, known);
    [...this.opened.values()].at(-IN_MEMORY - 1)?.forget();
    const [oldest] = this.opened.keys();
    if (this.opened.size > OPEN_AT_ONCE && oldest !== undefined) this.shut(oldest);
    return known;
  }

  private openPack(name: string): OpenPack | undefined {
    try {
      return new OpenPack(this.path(name));
    } catch (error) {
      return undefinedIfGone(error);
    }
  }

  private shut(name: string): void {
    void this.opened.get(name)?.close();
    this.opened.delete(name);
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
