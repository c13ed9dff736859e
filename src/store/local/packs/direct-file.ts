import { closeSync, constants, fsync, openSync, writeSync, writev } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../../machine/atomic-file';
import { errorCode } from '../../../machine/system-errors';
import { AlignedMemory, BLOCK, CHUNK } from './aligned-memory';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Undefined where the system cannot pass its page cache by. */
const O_DIRECT = (constants as Partial<typeof constants>).O_DIRECT;

/** Errors of file systems that cannot read and write directly, or not with this memory. */
const UNABLE = new Set(['EINVAL', 'EOPNOTSUPP', 'ENOTSUP']);

const sync = promisify(fsync);
const writeMany = promisify(writev);

/**
 * Writes a new file, mode 0600, and waits until its bytes are on disk. It is written past the page cache where the
 * file system can: what is written once and read much later, if ever, takes a quarter of the time then, and pushes
 * nothing out. Zeros fill up the last block. All of it is handed to the system at once, since the event loop may not
 * turn for a while. Its name is durable then too.
 */
export async function writeDirect(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const memory = Array.from({ length: Math.ceil(size / CHUNK) }, () => AlignedMemory.take());
  try {
    const direct = openDirect(path, memory);
    if (direct !== undefined && (await isWritten(direct, path, memory, parts))) return;
    // Some file systems make the file before they find that they cannot.
    await writeTo(openSync(path, O_WRONLY | O_CREAT, 0o600), path, memory, parts);
  } finally {
    for (const piece of memory) piece.release();
  }
}

/** False where direct writes are not to be had after all. */
async function isWritten(...to: Parameters<typeof writeTo>): Promise<boolean> {
  try {
    await writeTo(...to);
    return true;
  } catch (error) {
    if (!isUnable(error)) throw error;
    return false;
  }
}

async function writeTo(
  fd: number,
  path: string,
  memory: readonly AlignedMemory[],
  parts: readonly Uint8Array[],
): Promise<void> {
  try {
    await writeAll(fd, fill(memory, parts));
    // At the same time, since file systems write down both at once.
    await Promise.all([sync(fd), syncFolder(dirname(path))]);
  } finally {
    closeSync(fd);
  }
}

/** Opens a file to be read past the page cache; undefined where the file system cannot, or the file is gone. */
export function openDirectSync(path: string): number | undefined {
  if (O_DIRECT === undefined) return undefined;
  try {
    return openSync(path, O_RDONLY | O_DIRECT);
  } catch {
    return undefined;
  }
}

/** Undefined where the file system has no direct writes, or not from this memory. */
function openDirect(path: string, memory: readonly AlignedMemory[]): number | undefined {
  if (O_DIRECT === undefined) return undefined;
  let fd: number | undefined;
  try {
    const direct = (fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_DIRECT, 0o600));
    const attempt = (block: Buffer): void => void writeSync(direct, block, 0, BLOCK, 0);
    if (memory.every((piece) => piece.isAligned(attempt))) return direct;
  } catch (error) {
    if (!isUnable(error)) {
      if (fd !== undefined) closeSync(fd);
      throw error;
    }
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

function isUnable(error: unknown): boolean {
  return UNABLE.has(errorCode(error) ?? '');
}

/** Copies the parts into the pieces, one after the other; zeros up to the end of the last block. */
function fill(memory: readonly AlignedMemory[], parts: readonly Uint8Array[]): Buffer[] {
  const rooms = memory.map(({ bytes }) => bytes);
  let at = 0;
  for (const part of parts) {
    for (let from = 0; from < part.byteLength;) {
      const filled = at % CHUNK;
      const some = part.subarray(from, from + CHUNK - filled);
      rooms[Math.floor(at / CHUNK)]?.set(some, filled);
      at += some.byteLength;
      from += some.byteLength;
    }
  }
  const last = rooms.pop();
  const used = at - rooms.length * CHUNK;
  const end = Math.ceil(used / BLOCK) * BLOCK;
  return last ? [...rooms, last.fill(0, used, end).subarray(0, end)] : [];
}

async function writeAll(fd: number, bytes: readonly Buffer[]): Promise<void> {
  let at = 0;
  for (let left = bytes; left.length > 0;) {
    const { bytesWritten } = await writeMany(fd, left, at);
    at += bytesWritten;
    left = without(left, bytesWritten);
  }
}

/** Pieces that remain after their first bytes are dropped. */
function without(pieces: readonly Buffer[], bytes: number): Buffer[] {
  const left: Buffer[] = [];
  let gone = bytes;
  for (const piece of pieces) {
    if (gone < piece.length) left.push(piece.subarray(gone));
    gone = Math.max(0, gone - piece.length);
  }
  return left;
}
