import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CHUNK } from './aligned-memory';
import { openDirectSync } from './direct-file';
import { PackWindow } from './pack-window';

/** Reads that are no further apart follow each other: a checkout wants all of a folder, in another order than it was put. */
const NEAR = 256 * 1024;
/** So many in a row, and the pack is read in large pieces. */
const STREAK = 4;

/** A pack's file, open for reading. */
export class OpenPack {
  private readonly plain: number;
  private readonly direct: number | undefined;
  private readonly size: number;
  private readonly windows = new Map<number, PackWindow>();
  private lastEnd = 0;
  private streak = 0;

  constructor(path: string) {
    this.plain = openSync(path, 'r');
    this.size = fstatSync(this.plain).size;
    this.direct = openDirectSync(path);
  }

  /** The bytes; undefined where the file ends before them. */
  readSync(offset: number, length: number): Buffer | undefined {
    if (offset + length > this.size) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const read = readSync(this.plain, bytes, filled, length - filled, offset + filled);
      if (read === 0) return undefined;
      filled += read;
    }
    return bytes;
  }

  /** The same, if it is in memory already. */
  near(offset: number, length: number): Buffer | undefined {
    const index = Math.floor(offset / CHUNK);
    const at = offset - index * CHUNK;
    const found = this.windows.get(index)?.copyOf(at, at + length);
    if (found) this.lastEnd = offset + length;
    return found;
  }

  /** The same; where reads follow each other, what comes next is read meanwhile. */
  async read(offset: number, length: number): Promise<Buffer | undefined> {
    const end = offset + length;
    this.streak = Math.abs(offset - this.lastEnd) <= NEAR ? this.streak + 1 : 0;
    this.lastEnd = end;
    if (this.streak < STREAK || end > this.size) return this.readSync(offset, length);
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const at = offset + filled;
      const index = Math.floor(at / CHUNK);
      const copied = await this.window(index).copy(bytes, filled, at - index * CHUNK, end - index * CHUNK);
      if (copied === 0) return undefined;
      filled += copied;
    }
    return bytes;
  }

  /** Files are closed when nothing reads them any more. */
  async close(): Promise<void> {
    const windows = [...this.windows.values()];
    this.windows.clear();
    await Promise.all(windows.map((window) => window.settle()));
    for (const window of windows) window.release();
    closeSync(this.plain);
    if (this.direct !== undefined) closeSync(this.direct);
  }

  /** The piece that is asked for; the next one is begun, and those that lie further back are dropped. */
  private window(index: number): PackWindow {
    const found = this.begin(index);
    if ((index + 1) * CHUNK < this.size) this.begin(index + 1);
    for (const [other, window] of this.windows) {
      if (Math.abs(other - index) <= 1) continue;
      this.windows.delete(other);
      window.release();
    }
    return found;
  }

  private begin(index: number): PackWindow {
    const known = this.windows.get(index);
    if (known) return known;
    const window = new PackWindow({ plain: this.plain, direct: this.direct }, index * CHUNK);
    this.windows.set(index, window);
    return window;
  }
}
