import type { ImportedTree } from '../../domain/files/workspace';
import type { BlobHash, TreeHash } from '../../domain/ids';

/** How many paths a result lists. */
export const LISTED = 20;

export type Skipped = ImportedTree['skipped'];

/** A folder as it was captured, with what it holds. */
export interface Captured {
  tree: TreeHash;
  times: BlobHash;
  files: number;
  bytes: number;
  /** Sockets and the like; then heavy folders, which nobody wonders about. */
  special: Skipped;
  heavy: Skipped;
}

export type Totals = Omit<Captured, 'tree' | 'times'>;

export function noTotals(): Totals {
  return { files: 0, bytes: 0, special: [], heavy: [] };
}

export function add(totals: Totals, more: Totals): void {
  totals.files += more.files;
  totals.bytes += more.bytes;
  if (totals.special.length < LISTED) totals.special.push(...more.special);
  if (totals.heavy.length < LISTED) totals.heavy.push(...more.heavy);
}
