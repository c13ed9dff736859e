import { read, readSync } from 'node:fs';
import { AlignedMemory, BLOCK, CHUNK } from './aligned-memory';

/** A piece of a pack in memory, or on its way there. */
export class PackWindow {
  private readonly memory = AlignedMemory.take();
  private readonly loaded: Promise<Buffer>;
  private bytes: Buffer | undefined;
  private users = 0;

  /** Begins to read `CHUNK` bytes at `at`, less at the end of the file. `direct` is used where it can be. */
  constructor(fds: { plain: number; direct: number | undefined }, at: number) {
    const { plain, direct } = fds;
    const isDirect =
      direct !== undefined &&
      this.memory.isAligned((block) => void readSync(direct, block, 0, BLOCK, 0));
    this.loaded = load(isDirect ? direct : plain, this.memory.bytes, at);
    this.loaded.then(
      (bytes) => (this.bytes = bytes),
      // Whoever waits for it is told.
      () => undefined,
    );
  }

  /** A copy of a range, if it is in memory already. */
  copyOf(from: number, end: number): Buffer | undefined {
    const { bytes } = this;
    if (!bytes || from < 0 || end > bytes.length) return undefined;
    const copy = Buffer.allocUnsafe(end - from);
    bytes.copy(copy, 0, from, end);
    return copy;
  }

  /** Copies what there is of a range into `to`; resolves to how many bytes that were. */
  async copy(to: Buffer, at: number, from: number, end: number): Promise<number> {
    this.users += 1;
    try {
      return (await this.loaded).copy(to, at, from, end);
    } finally {
      this.users -= 1;
    }
  }

  /** Resolves when the file is not being read for it any more. */
  async settle(): Promise<void> {
    await this.loaded.catch(() => undefined);
  }

  /** To be called when it is needed no longer by others than those who wait for it. */
  release(): void {
    if (this.bytes && this.users === 0) this.memory.release();
  }
}

async function load(fd: number, into: Buffer, at: number): Promise<Buffer> {
  for (let filled = 0; ; ) {
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
