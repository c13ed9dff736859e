import { read, readSync } from 'node:fs';
import { AlignedMemory, BLOCK, CHUNK } from './aligned-memory';

/** A piece of a pack in memory, or on its way there. */
export class PackWindow {
  private readonly memory = AlignedMemory.take();
  /** Resolves when it is in memory, or cannot be had. */
  readonly loaded: Promise<void>;
  /** Bytes of the piece, once loaded. Use them at once: `release` gives their memory to others. */
  bytes: Buffer | undefined;

  /** Begins to read `CHUNK` bytes at `at`, less at the end of the file. `direct` is used where it can be. */
  constructor({ plain, direct }: { plain: number; direct: number | undefined }, at: number) {
    this.loaded = load(isDirect(direct, this.memory) ? direct : plain, this.memory.bytes, at).then(
      (bytes) => void (this.bytes = bytes),
      () => undefined,
    );
  }

  /** To be called once. What is still under way keeps its memory. */
  release(): void {
    if (!this.bytes) return;
    this.bytes = undefined;
    this.memory.release();
  }
}

function isDirect(fd: number | undefined, memory: AlignedMemory): fd is number {
  if (fd === undefined) return false;
  try {
    return memory.isAligned((block) => void readSync(fd, block, 0, BLOCK, 0));
  } catch {
    // Whether the file can be read at all shows when it is.
    return false;
  }
}

async function load(fd: number, into: Buffer, at: number): Promise<Buffer> {
  for (let filled = 0; ;) {
    const count = await readSome(fd, into, filled, at + filled);
    filled += count;
    // A direct read ends at a block's end, or with the file.
    if (count === 0 || filled === CHUNK || filled % BLOCK !== 0) return into.subarray(0, filled);
  }
}

function readSome(fd: number, into: Buffer, filled: number, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, filled, CHUNK - filled, at, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
