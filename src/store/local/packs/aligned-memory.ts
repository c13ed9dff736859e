import { errorCode } from '../../../machine/system-errors';

/** Bytes of one piece of memory. */
export const CHUNK = 1024 * 1024;
/** Alignment of direct reads and writes in the file and in memory, bytes: the largest block of common disks. */
export const BLOCK = 4096;
/** Memory that Node gives out begins at multiples of this. */
const STRIDE = 16;
/** Pieces that are kept for the next use: as many as three packs need that are written at the same time. */
const KEPT = 27;
/** How long they are kept. */
const KEPT_MS = 5_000;

let free: AlignedMemory[] = [];
let forgetting: NodeJS.Timeout | undefined;

/** A piece of memory for direct reads and writes. Where in it they may begin, only trying one can tell. */
export class AlignedMemory {
  private readonly memory = Buffer.allocUnsafeSlow(CHUNK + BLOCK);
  private base: number | undefined;

  private constructor() {}

  /** One that is free. */
  static take(): AlignedMemory {
    return free.pop() ?? new AlignedMemory();
  }

  /** To be called when nothing reads it or writes it any more. */
  release(): void {
    if (free.length < KEPT) free.push(this);
    forgetting = forgetting?.refresh() ?? setTimeout(() => (free = []), KEPT_MS).unref();
  }

  /** Tries to read or write one block; false where no place in it will do. */
  isAligned(attempt: (block: Buffer) => void): boolean {
    for (let base = 0; base < BLOCK && this.base === undefined; base += STRIDE) {
      try {
        attempt(this.memory.subarray(base, base + BLOCK));
        this.base = base;
      } catch (error) {
        if (errorCode(error) !== 'EINVAL') throw error;
      }
    }
    return this.base !== undefined;
  }

  /** Its bytes, `CHUNK` of them. */
  get bytes(): Buffer {
    const base = this.base ?? 0;
    return this.memory.subarray(base, base + CHUNK);
  }
}
