import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lchownSync,
  lutimesSync,
  openSync,
  symlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { writeChunks } from '../../machine/file-holes';
import type { BlobStore, TreeEntry } from '../../store';
import { STREAM_LIMIT } from './read-file';
import { CREATE_FLAGS, type SafeDir } from './safe-dir';

export interface WriteOptions {
  /** Waits until the bytes are on disk. */
  durable?: boolean;
  /** Owner that the file should get, if this process may set it. */
  owner?: { uid: number; gid: number };
  /** Modification time, whole µs since 1970; now by default. */
  mtimeUs?: number;
}

/** Seconds for `utimes`: half a µs more, since what is below a µs is cut off on the way. */
export function utimesSeconds(mtimeUs: number): number {
  return (mtimeUs + 0.5) / 1_000_000;
}

/** Makes a file or a link of a tree under a name that is not taken (else EEXIST); resolves to what a durable file is then. */
export async function writeEntry(
  blobs: BlobStore,
  dir: SafeDir,
  name: string,
  entry: TreeEntry,
  options: WriteOptions = {},
): Promise<BigIntStats | undefined> {
  if (entry.type === 'identity')
    throw new Error(`${entry.name} is known by its identity only: its bytes are in no store.`);
  if (entry.type === 'link') {
    symlinkSync(await blobs.load(entry.hash), dir.at(name));
    if (options.owner && isRoot()) lchownSync(dir.at(name), options.owner.uid, options.owner.gid);
    if (options.mtimeUs !== undefined) setLinkTime(dir, name, options.mtimeUs);
    return undefined;
  }
  // Small ones are read before the file is made: a missing blob then leaves nothing behind.
  const bytes = entry.size <= STREAM_LIMIT ? await blobs.load(entry.hash) : undefined;
  const fd = openSync(dir.at(name), CREATE_FLAGS, options.durable ? 0o600 : entry.mode & 0o777);
  try {
    if (bytes) writeAll(fd, bytes);
    else await writeChunks(blobs.stream(entry.hash), fd);
    // The owner first: changing it clears set-user-id bits.
    if (options.owner && isRoot()) fchownSync(fd, options.owner.uid, options.owner.gid);
    if ((fstatSync(fd).mode & 0o7777) !== entry.mode) fchmodSync(fd, entry.mode);
    if (options.mtimeUs !== undefined) {
      const seconds = utimesSeconds(options.mtimeUs);
      futimesSync(fd, seconds, seconds);
    }
    if (!options.durable) return undefined;
    fsyncSync(fd);
    return fstatSync(fd, { bigint: true });
  } finally {
    closeSync(fd);
  }
}

/** Sets the time of a name itself, not of what it leads to. */
export function setLinkTime(dir: SafeDir, name: string, mtimeUs: number): void {
  const seconds = utimesSeconds(mtimeUs);
  lutimesSync(dir.at(name), seconds, seconds);
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}
