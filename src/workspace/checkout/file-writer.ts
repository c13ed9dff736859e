import type { BatchAnswer } from './file-thread';
import { takeThread, WORTH_A_THREAD, type ThreadLink } from './file-thread-link';
import type { SafeDir } from '../io/safe-dir';
import { Batch, BATCHED_SIZE, type WriteBatch } from './write-batch';

/** Batches that wait for the thread or are being written by it; beyond them the main thread writes by itself. */
const MAX_AWAY = 4;

/**
 * Writes many small files with two threads: the main one gathers them, and writes those that the other has no time for.
 * Creating files is mostly the kernel's work, which it does for two threads at once.
 */
export class FileWriter {
  private batch: Batch | undefined;
  private readonly away: Batch[] = [];
  private readonly spare: ArrayBuffer[] = [];
  private readonly thread: ThreadLink<WriteBatch, BatchAnswer> | undefined;
  private failure: Error | undefined;
  private isDead = false;
  /** Tells a wait that something has come. */
  private wake: () => void = () => undefined;

  /** `files`: about how many there will be. */
  constructor(files: number) {
    if (files < WORTH_A_THREAD) return;
    this.thread = takeThread({
      answered: ({ bytes, failure }) => {
        this.away.shift()?.close();
        this.spare.push(bytes);
        if (failure) this.failure ??= Object.assign(new Error(failure.message), { code: failure.code });
        this.wake();
      },
      died: () => {
        this.isDead = true;
        if (this.away.length > 0) this.failure ??= new Error('The thread that writes files has ended.');
        this.wake();
      },
    });
  }

  /** Takes a file that is to be made soon; false for one that is too large. Throws what an earlier one failed with. */
  take(dir: SafeDir, name: string, mode: number, bytes: Uint8Array): boolean {
    if (bytes.length > BATCHED_SIZE) return false;
    if (this.batch && !this.batch.hasRoomFor(dir, bytes.length)) this.handOver();
    this.batch ??= new Batch(this.spare.pop());
    this.batch.add(dir, name, mode, bytes);
    return true;
  }

  private handOver(): void {
    const { batch } = this;
    this.batch = undefined;
    this.thread?.hear();
    if (!batch) return;
    if (this.thread && !this.failure && !this.isDead && this.away.length < MAX_AWAY) {
      this.thread.post(batch.message);
      this.away.push(batch);
      return;
    }
    try {
      if (this.failure) throw this.failure;
      batch.write();
    } finally {
      batch.close();
      this.spare.push(batch.bytes);
    }
  }

  /** Waits for what is under way, be it written or not. */
  private async quiet(): Promise<void> {
    this.thread?.hear();
    while (this.away.length > 0 && !this.isDead) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Resolves when all files are made. */
  async settle(): Promise<void> {
    this.handOver();
    await this.quiet();
    if (this.failure) throw this.failure;
  }

  /** Call it in any case: nothing is written afterwards, and no folder stays open. */
  async close(): Promise<void> {
    this.batch?.close();
    this.batch = undefined;
    await this.quiet();
    for (const batch of this.away.splice(0)) batch.close();
    this.thread?.release();
  }
}
