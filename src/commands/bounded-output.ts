import { stripVTControlCharacters } from 'node:util';
import { statfs } from 'node:fs/promises';
import type { CommandLimits } from './limits';
import type { Usage } from './process-group';

/** Resource of which a command took too much. */
export type Excess = 'memory' | 'processes' | 'disk';

/** The disk is looked at every so many looks at processes. */
const DISK_EVERY = 5;

interface WatchRequest {
  limits: CommandLimits;
  /** A folder on the disk that the command writes to. */
  folder: string;
  /** Time between two looks, ms. */
  everyMs: number;
  usage(): Usage | undefined;
  exceeded(excess: Excess): void;
}

/**
 * Watches the resources of a command until it is stopped, and reports the first excess. Disk use counts all writers of
 * the machine, so its limit has to be generous.
 */
export class LimitWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly freeAtFirst: Promise<number | undefined>;
  private looks = 0;

  constructor(private readonly request: WatchRequest) {
    this.freeAtFirst = freeBytes(request.folder);
    this.timer = setInterval(() => this.look(), request.everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    this.looks += 1;
    const { limits, usage } = this.request;
    const found = usage();
    if (found && found.memoryBytes > limits.memoryBytes) this.end('memory');
    else if (found && found.processes > limits.processes) this.end('processes');
    else if (this.looks % DISK_EVERY === 0) void this.lookAtDisk();
  }

  private async lookAtDisk(): Promise<void> {
    const [before, now] = await Promise.all([this.freeAtFirst, freeBytes(this.request.folder)]);
    if (before !== undefined && now !== undefined && before - now > this.request.limits.diskBytes)
      this.end('disk');
  }

  private end(excess: Excess): void {
    this.stop();
    this.request.exceeded(excess);
  }
}

/** Keeps the beginning and the end of a stream, whatever its length. */
export class BoundedOutput {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private total = 0;
  private readonly half: number;

  /** `limit` in bytes, for beginning and end together. */
  constructor(limit: number) {
    this.half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    const toHead = chunk.subarray(0, this.half - this.headBytes);
    if (toHead.length > 0) {
      this.head.push(Buffer.from(toHead));
      this.headBytes += toHead.length;
    }
    const rest = chunk.subarray(toHead.length);
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest));
    this.tailBytes += rest.length;
    // Joined only now and then, so that many small chunks cost little.
    if (this.tailBytes > 4 * this.half + 65_536) this.trim();
  }

  private trim(): void {
    const kept = Buffer.concat(this.tail).subarray(-this.half);
    this.tail = [Buffer.from(kept)];
    this.tailBytes = kept.length;
  }

  /** The text, with a line that says how much was left out. Control sequences for colours are removed. */
  text(): string {
    if (this.tailBytes > this.half) this.trim();
    const left = this.total - this.headBytes - this.tailBytes;
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail);
    if (left === 0) return clean(Buffer.concat([head, tail]).toString('utf8'));
    const note = `\n… ${left} bytes left out …\n`;
    // A character that was cut in two shows as at most three U+FFFD on either side.
    return clean(
      head.toString('utf8').replace(/\ufffd{1,3}$/, '') +
        note +
        tail.toString('utf8').replace(/^\ufffd{1,3}/, ''),
    );
  }
}

function clean(text: string): string {
  return stripVTControlCharacters(text);
}

/** Undefined where the folder is gone: a command may remove the one it runs in. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
