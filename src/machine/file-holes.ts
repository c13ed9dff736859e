import { fstatSync, ftruncateSync, readSync, writeSync, type Stats } from 'node:fs';
import { Pace } from './pace';

const BLOCK = 512;
const CHUNK = 1024 * 1024;
const ZEROS = Buffer.alloc(CHUNK);

/** True if a file takes less room than it has bytes. */
export function hasHoles({ blocks, size }: Pick<Stats, 'blocks' | 'size'>): boolean {
  return blocks * BLOCK < size;
}

/** Bytes of an open file in chunks, up to its present size. */
export function* readChunks(fd: number): Generator<Buffer, void> {
  const { size } = fstatSync(fd);
  for (let at = 0; at < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
    const filled = readSync(fd, chunk, 0, chunk.length, at);
    // It has become shorter meanwhile.
    if (filled === 0) return;
    yield chunk.subarray(0, filled);
    at += filled;
  }
}

/** Copies an open file into a new one. */
export function copyChunks(from: number, to: number): Promise<void> {
  return writeChunks(readChunks(from), to);
}

/** Writes an open and empty file: what holds nothing but zeros is a hole there, and takes no room. */
export async function writeChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  fd: number,
): Promise<void> {
  const pace = new Pace();
  let at = 0;
  for await (const chunk of chunks) {
    for (let done = 0; done < chunk.length;) {
      const piece = chunk.subarray(done, done + CHUNK);
      done += isHole(piece) ? piece.length : writeSync(fd, piece, 0, piece.length, at + done);
    }
    at += chunk.length;
    if (pace.due) await pace.rest();
  }
  // A hole at the end has no bytes that would make the file as long as it is.
  ftruncateSync(fd, at);
}

function isHole(chunk: Uint8Array): boolean {
  return ZEROS.compare(chunk, 0, chunk.length, 0, chunk.length) === 0;
}
