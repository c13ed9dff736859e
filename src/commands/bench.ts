import { realpath } from 'node:fs/promises';
import type { TreeHash } from '../domain/ids';
import { REPORT_FILE } from '../domain/verification/reporting';
import type { CheckReport, CommandCheck } from '../domain/verification/verification';
import type { BuildCache } from './build-caches';
import type { CheckOptions } from './check-runner';
import type { Checkout } from './checkout';
import type { Slots } from './slots';

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

/** Parts that a bench is made of. */
export interface BenchParts {
  slots: Slots;
  prepare(tree: TreeHash, signal: AbortSignal): Promise<Checkout>;
  /** Its build caches, which live as long as it does. */
  cachesOf(checkout: Checkout): Promise<BuildCache[]>;
  /** Runs one command in the checkout. */
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
