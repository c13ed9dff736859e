import { constants, openSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../errors';
import { AlignedMemory, BLOCK, CHUNK } from './aligned-memory';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Undefined where the system cannot pass its page cache by. */
const O_DIRECT = (constants as Partial<typeof constants>).O_DIRECT;

/**
 * Writes a new file, mode 0600, and waits until its bytes are on disk. It is written past the page cache where the
 * file system can: what is written once and read much later, if ever, takes a quarter of the time then, and pushes
 * nothing out. Zeros fill up the last block.
 */
export async function writeDirect(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const memory = AlignedMemory.take();
  const file = await openNew(path, memory);
  try {
    await writeParts(file, memory.bytes, parts);
    await file.sync();
  } finally {
    await file.close();
    memory.release();
  }
}

/** Opens a file to be read past the page cache; undefined where the file system cannot. */
export function openDirectSync(path: string): number | undefined {
  if (O_DIRECT === undefined) return undefined;
  try {
    return openSync(path, O_RDONLY | O_DIRECT);
  } catch (error) {
    return undefinedIfUnable(error);
  }
}

async function openNew(path: string, memory: AlignedMemory): Promise<FileHandle> {
  const flags = O_WRONLY | O_CREAT;
  if (O_DIRECT === undefined) return open(path, flags | O_EXCL, 0o600);
  const direct = await open(path, flags | O_EXCL | O_DIRECT, 0o600).catch(undefinedIfUnable);
  if (direct && memory.isAligned((block) => void writeSync(direct.fd, block, 0, BLOCK, 0))) return direct;
  await direct?.close();
  // Some file systems make the file before they find that they cannot.
  return open(path, flags, 0o600);
}

function undefinedIfUnable(error: unknown): undefined {
  if (errorCode(error) !== 'EINVAL') throw error;
  return undefined;
}

async function writeParts(file: FileHandle, room: Buffer, parts: readonly Uint8Array[]): Promise<void> {
  let filled = 0;
  let at = 0;
  for (const part of parts) {
    for (let from = 0; from < part.byteLength;) {
      const some = part.subarray(from, from + CHUNK - filled);
      room.set(some, filled);
      filled += some.byteLength;
      from += some.byteLength;
      if (filled < CHUNK) continue;
      await writeAll(file, room, at);
      at += CHUNK;
      filled = 0;
    }
  }
  const end = Math.ceil(filled / BLOCK) * BLOCK;
  room.fill(0, filled, end);
  await writeAll(file, room.subarray(0, end), at);
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
