import { closeSync, fchmodSync, openSync } from 'node:fs';
import { CREATE_FLAGS, type SafeDir } from '../io/safe-dir';
import { writeAll } from '../io/write-all';

/** Few enough that writing them keeps no event loop waiting for long. */
const BATCH_BYTES = 256 * 1024;
const BATCH_FILES = 64;
/** Each folder of a batch is a descriptor that stays open until it is written. */
const BATCH_FOLDERS = 32;

/** Files above this are not copied into a batch. */
export const BATCHED_SIZE = BATCH_BYTES / 4;

/** Small files to be made; their bytes lie one after the other. */
export interface WriteBatch {
  /** Paths by descriptors that whoever made the batch keeps open. */
  paths: (string | Uint8Array)[];
  modes: number[];
  sizes: number[];
  bytes: ArrayBuffer;
}

/** A batch that is being filled. */
export class Batch {
  private readonly paths: (string | Uint8Array)[] = [];
  private readonly modes: number[] = [];
  private readonly sizes: number[] = [];
  /** Folders by descriptors of the batch's own. */
  private readonly folders = new Map<SafeDir, SafeDir>();
  private filled = 0;

  /** `bytes`: memory of an earlier batch. */
  constructor(readonly bytes: ArrayBuffer = new ArrayBuffer(BATCH_BYTES)) {}

  hasRoomFor(dir: SafeDir, size: number): boolean {
    return (
      this.filled + size <= BATCH_BYTES &&
      this.paths.length < BATCH_FILES &&
      (this.folders.size < BATCH_FOLDERS || this.folders.has(dir))
    );
  }

  add(dir: SafeDir, name: string, mode: number, bytes: Uint8Array): void {
    const own = this.folders.get(dir) ?? dir.again();
    this.folders.set(dir, own);
    this.paths.push(own.at(name));
    this.modes.push(mode);
    this.sizes.push(bytes.length);
    new Uint8Array(this.bytes).set(bytes, this.filled);
    this.filled += bytes.length;
  }

  get message(): WriteBatch {
    const { paths, modes, sizes, bytes } = this;
    return { paths, modes, sizes, bytes };
  }

  write(): void {
    writeBatch(this.message);
  }

  close(): void {
    for (const folder of this.folders.values()) folder.close();
  }
}

/** Makes the files, none of which may be there (else EEXIST). */
export function writeBatch({ paths, modes, sizes, bytes }: WriteBatch): void {
  const all = Buffer.from(bytes);
  let start = 0;
  paths.forEach((path, index) => {
    const end = start + (sizes[index] ?? 0);
    writeFile(path, modes[index] ?? 0, all.subarray(start, end));
    start = end;
  });
}

function writeFile(path: string | Uint8Array, mode: number, bytes: Buffer): void {
  const fd = openSync(typeof path === 'string' ? path : Buffer.from(path), CREATE_FLAGS, 0o600);
  try {
    writeAll(fd, bytes);
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}
