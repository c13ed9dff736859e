import { fstatSync, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobHash } from '../../domain/ids';
import { sweepTemps, syncFolder, tempName, writeDurable } from '../../machine/atomic-file';
import { readChunks, writeChunks } from '../../machine/file-holes';
import { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { BlobMissingError } from '../errors';
import { HashingStream, type HashedBlob } from '../hash';

/** Large blobs as files `ab/cdef…`, mode 0600. A file has its name only when its bytes are on disk. */
export class BlobFiles {
  /** Stamps of files that were written or found whole by this process. */
  private readonly whole = new Map<BlobHash, string>();

  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<BlobFiles> {
    await mkdir(join(folder, 'new'), { recursive: true, mode: 0o700 });
    await sweepTemps(join(folder, 'new'));
    return new BlobFiles(folder);
  }

  async put({ hash, bytes }: HashedBlob): Promise<void> {
    if ((await this.size(hash)) === bytes.byteLength) return syncFolder(dirname(this.path(hash)));
    const temp = this.newTemp();
    try {
      await writeDurable(temp, bytes);
      await this.adopt(temp, hash);
    } finally {
      await rm(temp, { force: true });
    }
  }

  /**
   * Writes a stream into a file of its own; `bytes` are handed back where they are at most `smallest`. `beforeNamed`
   * is told what the file is going to be before it gets its name.
   */
  async putStream(
    chunks: AsyncIterable<Uint8Array>,
    smallest: number,
    beforeNamed: (hash: BlobHash, size: number) => Promise<void>,
  ): Promise<{ hash: BlobHash; size: number; bytes?: Buffer }> {
    const temp = this.newTemp();
    const hashing = new HashingStream();
    const file = await open(temp, 'wx+', 0o600);
    try {
      await writeChunks(hashing.over(chunks), file.fd);
      const { size } = hashing;
      const hash = hashing.digest();
      if (size <= smallest) return { hash, size, bytes: await readFile(temp) };
      await file.sync();
      await beforeNamed(hash, size);
      await this.adopt(temp, hash);
      this.whole.set(hash, stampOf(file.fd));
      return { hash, size };
    } finally {
      await file.close();
      await rm(temp, { force: true });
    }
  }

  private async adopt(temp: string, hash: BlobHash): Promise<void> {
    const path = this.path(hash);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temp, path);
    await syncFolder(dirname(path));
    if (made !== undefined) await syncFolder(this.folder);
  }

  /** Undefined where there is no such file. */
  async get(hash: BlobHash): Promise<Buffer | undefined> {
    return orUndefined(readFile(this.path(hash)));
  }

  /**
   * The bytes of a blob; returns false after them where it is damaged. What is known to be whole is not hashed again as long
   * as nobody writes to it: hashing is most of what it takes to copy a large one.
   */
  async *stream(hash: BlobHash): AsyncGenerator<Buffer, boolean> {
    const file = await orUndefined(open(this.path(hash), 'r'));
    if (!file) throw new BlobMissingError(hash);
    try {
      const stamp = stampOf(file.fd);
      const isKnown = this.whole.get(hash) === stamp;
      const hashing = new HashingStream();
      const pace = new Pace();
      for (const chunk of readChunks(file.fd)) {
        if (!isKnown) hashing.update(chunk);
        yield chunk;
        if (pace.due) await pace.rest();
      }
      if (!isKnown && hashing.digest() !== hash) return false;
      this.whole.set(hash, stamp);
      return true;
    } finally {
      await file.close();
    }
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    return (await orUndefined(stat(this.path(hash))))?.size;
  }

  /** Takes a damaged blob out of the way, into `damaged`, so that the next put of its bytes writes them anew. */
  async setAside(hash: BlobHash): Promise<void> {
    await mkdir(join(this.folder, 'damaged'), { recursive: true, mode: 0o700 });
    await orUndefined(rename(this.path(hash), join(this.folder, 'damaged', hash)));
  }

  /** All blobs, in no order. */
  async *list(): AsyncGenerator<{ hash: BlobHash; size: number }> {
    for (const start of await readdir(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(start)) continue;
      for (const rest of await readdir(join(this.folder, start))) {
        const hash = (start + rest) as BlobHash;
        const size = /^[0-9a-f]{64}$/.test(hash) ? await this.size(hash) : undefined;
        if (size !== undefined) yield { hash, size };
      }
    }
  }

  /** Removes a blob at once; false where it is not there. */
  removeSync(hash: BlobHash): boolean {
    try {
      unlinkSync(this.path(hash));
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  private path(hash: BlobHash): string {
    return join(this.folder, hash.slice(0, 2), hash.slice(2));
  }

  private newTemp(): string {
    return tempName(join(this.folder, 'new', 'blob'));
  }
}

/** Tells an open file from what it was before somebody wrote to it. */
function stampOf(fd: number): string {
  const { ino, size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
