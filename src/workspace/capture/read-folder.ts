import type { BlobHash } from '../../domain/ids';
import { errorCode } from '../../machine/system-errors';
import { hashBytes } from '../../store';
import { statNumbers, type StatNumbers } from './folder-record';
import { readSmall, type FileStat } from '../io/read-file';
import { SafeDir } from '../io/safe-dir';

/** Room in which few files would fit. */
const TOO_LITTLE = 4096;
/** A capture may have to wait for one folder for so long, which ends nothing but the folder's reading ahead. */
const MOST_MS = 50;

/** A folder that is to be read. */
export interface FolderTask {
  /** Path by a descriptor that is kept open meanwhile. */
  folder: string;
  /** Room for the bytes of its files. */
  bytes: ArrayBuffer;
}

/** A file that was read: the next `size` bytes of the answer are its own. */
export interface FileAnswer {
  name: string;
  size: number;
  hash: BlobHash;
  stat: FileStat;
  settled: boolean;
  readAtMs: number;
}

/** Contents of a folder. `names` is empty if it could not be listed; files without room are left out. */
export interface FolderAnswer {
  bytes: ArrayBuffer;
  /** Of the folder, before it was listed. */
  own: StatNumbers | undefined;
  listedAtMs: number;
  names: string[];
  /** Names of regular files. */
  files: ReadonlySet<string>;
  read: FileAnswer[];
}

/** Lists a folder and reads its regular files, as many as there is room for. What cannot be read is left to whoever asked. */
export function readFolder({ folder, bytes }: FolderTask): FolderAnswer {
  try {
    const dir = SafeDir.openRoot(folder);
    try {
      const own = dir.stat();
      const listed = { own: statNumbers(own), listedAtMs: Date.now(), ...dir.typedNames() };
      return { bytes, ...listed, read: readFiles(dir, listed, Buffer.from(bytes)) };
    } finally {
      dir.close();
    }
  } catch {
    return { bytes, own: undefined, listedAtMs: 0, names: [], files: new Set(), read: [] };
  }
}

function readFiles(
  dir: SafeDir,
  { names, files }: Pick<FolderAnswer, 'names' | 'files'>,
  room: Buffer,
): FileAnswer[] {
  const read: FileAnswer[] = [];
  let free = room;
  const endMs = performance.now() + MOST_MS;
  for (const name of names) {
    if (free.length < TOO_LITTLE || performance.now() > endMs) break;
    const file = files.has(name) ? readInto(dir, name, free) : undefined;
    if (!file) continue;
    free = free.subarray(file.size);
    read.push(file);
  }
  return read;
}

/** Undefined for a file for which there is no room, or that is not as simple as that. */
function readInto(dir: SafeDir, name: string, room: Buffer): FileAnswer | undefined {
  try {
    const readAtMs = Date.now();
    const found = readSmall(dir, name, () => room, room.length - 1);
    if (!found || found === 'large') return undefined;
    const { bytes, stat, settled } = found;
    // It has grown beyond the room meanwhile.
    if (bytes.buffer !== room.buffer) return undefined;
    const { size, mtimeNs, ctimeNs, ino, mode } = stat;
    return {
      name,
      size: bytes.length,
      hash: hashBytes(bytes),
      stat: { size, mtimeNs, ctimeNs, ino, mode },
      settled,
      readAtMs,
    };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
