import { realpath } from 'node:fs/promises';
import type { TreeHash } from '../domain/ids';
import { REPORT_FILE } from '../domain/verification/reporting';
import type { CheckReport, CommandCheck } from '../domain/verification/verification';
import type { BuildCache } from './build-caches';
import type { Checkout } from './checkout';

/** Lets so many pieces of work run at a time; the others wait in the order they came. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Runs `work` when it is its turn. Rejects with the signal's reason if that aborts first. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(turn);
    });
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

/** Runs one command of the project on a tree; its failure is a report. Rejects only on abort or for infrastructure. */
export type CheckRunner = (
  tree: TreeHash,
  check: CommandCheck,
  signal: AbortSignal,
  options?: CheckOptions,
) => Promise<CheckReport>;

/** The command's own view of its folders. */
interface FolderSeen {
  /** Its temporary folder, where it is out here. */
  tmp: string;
  /** Paths by which it may have named its folder. */
  roots: readonly string[];
}

export interface CheckOptions {
  progress?: (detail: unknown) => void;
  /** Reports which files of the tree the command opened, where the file system of the checkouts tells. */
  observe?: boolean;
  /** Looks at the folder as the command left it, before the folder is removed. Nothing of the command runs any more. */
  afterwards?(folder: string, report: CheckReport, seen: FolderSeen): Promise<void>;
}

/** A checkout that lives for many commands, one after another: what they leave there the next ones find. */
export interface Bench {
  /** Private temporary folder, out here; commands find it as `$TMPDIR`. */
  readonly tmp: string;
  /** Runs a command in it, as a check runner does. */
  run(check: CommandCheck, signal: AbortSignal, options?: CheckOptions): Promise<CheckReport>;
  /** Removes it. Never rejects. */
  dispose(): Promise<void>;
}

/** Opens a bench on a tree; a string says why commands cannot run. */
export type OpenBench = (tree: TreeHash, signal: AbortSignal) => Promise<Bench | string>;

export interface BenchParts {
  slots: Slots;
  prepare(tree: TreeHash, signal: AbortSignal): Promise<Checkout>;
  /** Its build caches, which live as long as it does. */
  cachesOf(checkout: Checkout): Promise<BuildCache[]>;
  runIn(
    checkout: Checkout,
    caches: readonly BuildCache[],
    check: CommandCheck,
    signal: AbortSignal,
    options: CheckOptions,
  ): Promise<CheckReport>;
  original?: string;
}

export async function openBench(parts: BenchParts, tree: TreeHash, signal: AbortSignal): Promise<Bench> {
  const checkout = await parts.prepare(tree, signal);
  const caches = await parts.cachesOf(checkout);
  const roots = [checkout.work, parts.original, await realpath(checkout.work).catch(() => undefined)];
  const seen = { tmp: checkout.tmp, roots: [...new Set(roots.filter((root) => root !== undefined))] };
  return {
    tmp: checkout.tmp,
    dispose: () => checkout.dispose(),
    run: (check, stop, options = {}) =>
      parts.slots.run(stop, async () => {
        // A report of the command before would be read in place of one that this command fails to write.
        const command = `rm -rf "$TMPDIR/${REPORT_FILE}"; ${check.command}`;
        const report = await parts.runIn(checkout, caches, { ...check, command }, stop, options);
        const named = { ...report, name: check.command };
        if (report.end !== 'not-run') await options.afterwards?.(checkout.work, named, seen);
        return named;
      }),
  };
}
