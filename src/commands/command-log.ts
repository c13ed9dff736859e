import { writeSync } from 'node:fs';

/** The whole output of a command on its way into a file, up to a limit. A file that takes no more is a value. */
export class CommandLog {
  /** Bytes that came, written or not. */
  seen = 0;
  /** Reason why the file took no more, for example a full disk. */
  error?: string;

  /** `limit` in bytes. */
  constructor(
    private readonly fd: number,
    private readonly limit: number,
  ) {}

  /** False where the limit is passed or the file takes no more: the command is to be stopped. Never throws. */
  write(chunk: Buffer): boolean {
    const room = Math.max(0, this.limit - this.seen);
    this.seen += chunk.length;
    if (this.error === undefined) this.writeAll(chunk.subarray(0, room));
    return this.error === undefined && this.seen <= this.limit;
  }

  private writeAll(bytes: Buffer): void {
    try {
      // A disk that is nearly full takes a part.
      for (let at = 0; at < bytes.length;) at += writeSync(this.fd, bytes, at);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}
