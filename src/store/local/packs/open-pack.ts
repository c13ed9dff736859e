import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../../../machine/system-errors';
import { CHUNK } from './aligned-memory';
import { openDirectSync } from './direct-file';
import { PackWindow } from './pack-window';

/** Reads that are no further apart follow each other: a checkout wants all of a folder, in another order than it was put. */
const NEAR = 256 * 1024;
/** So many in a row, and the pack is read in large pieces. */
const STREAK = 4;
/** Pieces that are read before they are asked for. That they have come shows only when the event loop turns. */
const AHEAD = 3;

/** A pack's file, open for reading. */
export class OpenPack {
  private readonly plain: number;
  private direct: number | undefined;
  private isDirectTried = false;
  private readonly size: number;
  /** By their place in the file, in units of their size. */
  private readonly windows = new Map<number, PackWindow>();
  private readonly loading = new Set<Promise<void>>();
  private lastEnd = 0;
  private streak = 0;

  constructor(private readonly path: string) {
    this.plain = openSync(path, 'r');
    this.size = fstatSync(this.plain).size;
  }

  /** The bytes; undefined where the file ends before them, or the disk cannot read them any more. */
  readSync(offset: number, length: number): Buffer | undefined {
    if (offset + length > this.size) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const read = this.readSome(bytes, filled, offset + filled);
      if (read === 0) return undefined;
      filled += read;
    }
    return bytes;
  }

  private readSome(into: Buffer, filled: number, at: number): number {
    try {
      return readSync(this.plain, into, filled, into.length - filled, at);
    } catch (error) {
      if (errorCode(error) !== 'EIO') throw error;
      return 0;
    }
  }

  /** The bytes, if they are in memory already: to be used at once, since the memory is used again. */
  loaded(offset: number, length: number): Buffer | undefined {
    const [first, last] = [windowAt(offset), windowAt(offset + length - 1)];
    const parts: Buffer[] = [];
    for (let index = first; index <= last; index++) {
      const bytes = this.windows.get(index)?.bytes;
      if (!bytes) return undefined;
      const from = Math.max(0, offset - index * CHUNK);
      parts.push(bytes.subarray(from, offset + length - index * CHUNK));
    }
    const found = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    if (found?.length !== length) return undefined;
    this.lastEnd = offset + length;
    if (!this.windows.has(last + 1)) this.begin(last);
    return found;
  }

  /** Where reads follow each other, waits until the bytes are loaded, and begins to read what comes next. */
  async load(offset: number, length: number): Promise<void> {
    const end = offset + length;
    this.streak = Math.abs(offset - this.lastEnd) <= NEAR ? this.streak + 1 : 0;
    this.lastEnd = end;
    if (this.streak < STREAK || end > this.size) return;
    this.begin(windowAt(offset));
    for (let index = windowAt(offset); index <= windowAt(end); index++) await this.windows.get(index)?.loaded;
  }

  /** Files are closed when nothing reads them any more. */
  async close(): Promise<void> {
    this.forget();
    await Promise.all(this.loading);
    closeSync(this.plain);
    if (this.direct !== undefined) closeSync(this.direct);
  }

  /** Keeps nothing in memory. */
  forget(): void {
    for (const window of this.windows.values()) window.release();
    this.windows.clear();
  }

  /** Begins to read a piece and the next ones; drops those that lie further back. */
  private begin(first: number): void {
    for (let index = first; index <= first + AHEAD && index * CHUNK < this.size; index++)
      if (!this.windows.has(index)) this.windows.set(index, this.loadWindow(index));
    for (const [index, window] of this.windows) {
      if (index >= first - 1 && index <= first + AHEAD) continue;
      this.windows.delete(index);
      window.release();
    }
  }

  private loadWindow(index: number): PackWindow {
    const window = new PackWindow(this.fds, index * CHUNK);
    this.loading.add(window.loaded);
    void window.loaded.then(() => this.loading.delete(window.loaded));
    return window;
  }

  private get fds(): { plain: number; direct: number | undefined } {
    if (!this.isDirectTried) this.direct = openDirectSync(this.path);
    this.isDirectTried = true;
    return { plain: this.plain, direct: this.direct };
  }
}

function windowAt(offset: number): number {
  return Math.floor(offset / CHUNK);
}
