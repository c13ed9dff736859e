import { closeSync, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { readChunks } from '../../machine/file-holes';
import { Pace } from '../../machine/pace';
import { HashingStream } from '../../store';
import { READ_FLAGS, type SafeDir } from './safe-dir';

/** Files above this are streamed, so that memory stays bounded. */
export const STREAM_LIMIT = 4 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/** Facts on a file or folder that a capture needs. */
export type FileStat = Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs' | 'ino' | 'mode'>;

/**
 * A file as it was read. The stat is from before the read: a later change shows by other times. `settled`: false if it
 * is known to have changed meanwhile.
 */
export interface ReadFile {
  stat: FileStat;
  settled: boolean;
}

/** Memory for one file's bytes. */
export type Allocate = (size: number) => Buffer;

/**
 * Reads a whole file of at most `limit` bytes. Undefined: it is no regular file. `large`: it has more. Throws ELOOP for
 * a link.
 */
export function readSmall(
  dir: SafeDir,
  name: string,
  allocate: Allocate = Buffer.allocUnsafe,
  limit = STREAM_LIMIT,
): (ReadFile & { bytes: Buffer }) | 'large' | undefined {
  const fd = openSync(dir.at(name), READ_FLAGS);
  try {
    const stat = fstatSync(fd, { bigint: true });
    if (!stat.isFile()) return undefined;
    if (stat.size > limit) return 'large';
    const bytes = readAll(fd, Number(stat.size), allocate);
    return { bytes, stat, settled: bytes.length === Number(stat.size) };
  } finally {
    closeSync(fd);
  }
}

/** Reads to the end, whatever the stated size: files of `/proc` say 0. */
function readAll(fd: number, expected: number, allocate: Allocate): Buffer {
  const first = allocate(expected + 1);
  let length = 0;
  const parts: Buffer[] = [];
  for (let into = first; ; into = Buffer.allocUnsafe(CHUNK)) {
    let filled = 0;
    let read = -1;
    while (filled < into.length && read !== 0) {
      read = readSync(fd, into, filled, into.length - filled, null);
      filled += read;
      // Fewer bytes than there was room for: the end of a regular file.
      if (expected > 0 && into === first && filled === expected) return first.subarray(0, filled);
    }
    parts.push(into.subarray(0, filled));
    length += filled;
    if (read === 0) return parts.length === 1 ? first.subarray(0, length) : Buffer.concat(parts, length);
  }
}

/** Gives a large file in chunks; `result` is known after the last one. */
export class LargeFile {
  result?: ReadFile;
  /** Bytes that were given. */
  size = 0;

  constructor(
    private readonly dir: SafeDir,
    private readonly name: string,
    private readonly signal?: AbortSignal,
  ) {}

  async *chunks(): AsyncGenerator<Buffer> {
    const fd = openSync(this.dir.at(this.name), READ_FLAGS);
    try {
      const stat = fstatSync(fd, { bigint: true });
      if (!stat.isFile()) return;
      const pace = new Pace(this.signal);
      for (const chunk of readChunks(fd)) {
        if (pace.due) await pace.rest();
        this.size += chunk.length;
        yield chunk;
      }
      this.result = { stat, settled: this.size === Number(stat.size) };
    } finally {
      closeSync(fd);
    }
  }
}

/** Hash of a file as it is now; undefined where it is no regular file. */
export async function hashFile(dir: SafeDir, name: string): Promise<string | undefined> {
  const file = new LargeFile(dir, name);
  const hashing = new HashingStream();
  for await (const chunk of file.chunks()) hashing.update(chunk);
  return file.result && hashing.digest();
}
