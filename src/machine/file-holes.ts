import { fstatSync, ftruncateSync, readSync, writeSync, type BigIntStats } from 'node:fs';
import type * as Koffi from 'koffi';
import { Pace } from './pace';

/** Bytes of a file that are stored, `end` excluded; what lies between two of them is a hole. */
export interface DataRange {
  start: number;
  end: number;
}

/** How to `lseek` on this system; undefined where nothing tells holes from data. */
interface Seeker {
  seek(fd: number, offset: number, whence: number): number;
  errno(): number;
}

const SEEK_DATA = 3;
const SEEK_HOLE = 4;
/** No data from there on. */
const ENXIO = 6;

let known: Seeker | 'none' | undefined;

/**
 * Stored ranges of an open file, from its beginning; undefined where the system or the file system can't tell, so that all of it
 * counts as stored. Moves the position of the descriptor. Throws where the file can't be read.
 */
export function dataRanges(fd: number, size: number): Generator<DataRange, void> | undefined {
  known ??= process.platform === 'linux' ? (loadSeeker() ?? 'none') : 'none';
  if (known === 'none' || known.seek(fd, 0, SEEK_HOLE) < 0) return undefined;
  return rangesBy(known, fd, size);
}

function* rangesBy(seeker: Seeker, fd: number, size: number): Generator<DataRange, void> {
  for (let at = 0; at < size;) {
    const start = seeker.seek(fd, at, SEEK_DATA);
    if (start < 0) {
      const code = seeker.errno();
      if (code === ENXIO) return;
      throw new Error(`the data of the file cannot be found: system error ${code}`);
    }
    const end = seeker.seek(fd, start, SEEK_HOLE);
    if (end <= start) throw new Error(`the data of the file cannot be found: system error ${seeker.errno()}`);
    yield { start, end: Math.min(end, size) };
    at = end;
  }
}

function loadSeeker(): Seeker | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded only by who copies a file with holes
    const koffi = require('koffi') as typeof Koffi;
    const lseek = koffi.load(null).func('int64_t lseek(int fd, int64_t offset, int whence)');
    return {
      seek: (fd, offset, whence) => Number(lseek(fd, offset, whence)),
      errno: () => koffi.errno(),
    };
  } catch {
    return undefined;
  }
}

const BLOCK = 512n;
const CHUNK = 1024 * 1024;
const ZEROS = Buffer.alloc(CHUNK);

/** True if a file takes less room than it has bytes. */
export function hasHoles({ blocks, size }: Pick<BigIntStats, 'blocks' | 'size'>): boolean {
  return blocks * BLOCK < size;
}

/** Bytes of an open file in chunks, up to its present size. Holes are not read, which would fill the memory with zeros. */
export function* readChunks(fd: number): Generator<Buffer, void> {
  const stat = fstatSync(fd, { bigint: true });
  const size = Number(stat.size);
  const ranges = (hasHoles(stat) ? dataRanges(fd, size) : undefined) ?? [{ start: 0, end: size }];
  let at = 0;
  for (const { start, end } of ranges) {
    yield* zeros(start - at);
    for (at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
      const filled = readSync(fd, chunk, 0, chunk.length, at);
      // It has become shorter meanwhile.
      if (filled === 0) return;
      yield chunk.subarray(0, filled);
      at += filled;
    }
  }
  yield* zeros(size - at);
}

/** Copies an open file into a new one: what is a hole, or might be one, takes no room there. */
export async function copyChunks(from: number, to: number): Promise<void> {
  const pace = new Pace();
  let at = 0;
  for (const chunk of readChunks(from)) {
    for (let done = isHole(chunk) ? chunk.length : 0; done < chunk.length;)
      done += writeSync(to, chunk, done, chunk.length - done, at + done);
    at += chunk.length;
    if (pace.due) await pace.rest();
  }
  // A hole at the end has no bytes that would make the file as long as it is.
  ftruncateSync(to, at);
}

/** True for a chunk of a hole, or one that may become one. */
export function isHole(chunk: Uint8Array): boolean {
  return chunk.length <= CHUNK && ZEROS.compare(chunk, 0, chunk.length, 0, chunk.length) === 0;
}

function* zeros(size: number): Generator<Buffer, void> {
  for (let left = size; left > 0; left -= CHUNK) yield ZEROS.subarray(0, Math.min(left, CHUNK));
}
