import { statfs } from 'node:fs/promises';
import type { CommandLimits } from './limits';
import type { Usage } from './usage';

/** Resource of which a command took too much. */
export type Excess = 'memory' | 'processes' | 'disk';

/** The disk is looked at every so many looks at processes. */
const DISK_EVERY = 5;

export interface WatchRequest {
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

/** Undefined where the folder is gone: a command may remove the one it runs in. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
