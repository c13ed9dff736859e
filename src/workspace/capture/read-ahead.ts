import { takeThread, WORTH_A_THREAD, type ThreadLink } from '../checkout/file-thread-link';
import type { FolderAnswer, FolderTask } from './read-folder';

const PIECE_BYTES = 256 * 1024;
/** Folders that the thread has before it: one that it reads, and the next ones. */
const AT_WORK = 3;
/** Pieces of memory, each for one folder that is being read or was read and is not captured yet. */
const PIECES = 10;

/** Has another thread read folders that a capture is about to come to. */
export class ReadAhead {
  private thread: ThreadLink<FolderTask, FolderAnswer> | undefined;
  private isTried = false;
  private pieces = 0;
  private readonly free: ArrayBuffer[] = [];
  /** Paths of folders that are being read, in the order of their answers. */
  private readonly sent: string[] = [];
  private readonly answers = new Map<string, FolderAnswer>();
  /** Tells a wait that something has come. */
  private wake: () => void = () => undefined;

  /** True if a folder can be handed over now. `files`: how many were read so far. */
  hasRoom(files: number): boolean {
    if (!this.isTried && files >= WORTH_A_THREAD) this.start();
    return (
      this.thread !== undefined &&
      this.sent.length < AT_WORK &&
      (this.free.length > 0 || this.pieces < PIECES)
    );
  }

  private start(): void {
    this.isTried = true;
    this.thread = takeThread<FolderTask, FolderAnswer>({
      answered: (answer) => {
        const path = this.sent.shift();
        if (path !== undefined) this.answers.set(path, answer);
        this.wake();
      },
      died: () => {
        this.thread = undefined;
        this.sent.length = 0;
        this.wake();
      },
    });
  }

  /** Has a folder read; `folder` is its path by a descriptor that stays open until it is taken. */
  begin(path: string, folder: string): void {
    const known = this.free.pop();
    if (!known) this.pieces += 1;
    this.sent.push(path);
    this.thread?.post({ folder, bytes: known ?? new ArrayBuffer(PIECE_BYTES) });
  }

  /** True if a folder that was handed over need not be waited for any longer. */
  isDone(path: string): boolean {
    return !this.sent.includes(path);
  }

  /** Takes the answers that are there. */
  hear(): void {
    this.thread?.hear();
  }

  /** Waits for an answer, or for the thread's end. */
  async next(): Promise<void> {
    this.hear();
    if (this.sent.length > 0) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Takes what was read of a folder; undefined if nobody asked for it. Release it once the folder is captured. */
  take(path: string): FolderAnswer | undefined {
    const answer = this.answers.get(path);
    this.answers.delete(path);
    return answer;
  }

  release(answer: FolderAnswer | undefined): void {
    if (answer) this.free.push(answer.bytes);
  }

  /** Resolves when nothing is being read. */
  async quiet(): Promise<void> {
    while (this.sent.length > 0) await this.next();
  }

  /** Call it in any case: nothing is read afterwards. */
  async close(): Promise<void> {
    await this.quiet();
    this.thread?.release();
    this.thread = undefined;
  }
}
