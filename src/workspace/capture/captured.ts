/** A folder as a capture takes it, and the paths that it leaves out. */
import type { BigIntStats } from 'node:fs';
import type { HeavyFolder } from '../../domain/files/heavy-folders';
import type { ImportedTree } from '../../domain/files/workspace';
import type { BlobHash, TreeHash } from '../../domain/ids';
import type { TreeEntry } from '../../store';

/** How many paths a result lists. */
export const LISTED = 20;

type Skipped = ImportedTree['skipped'];

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

/** Reason why a path is not captured, other than a rule for heavy folders. */
export type LeftKind = 'special' | 'unreadable' | 'long-path' | 'own-data' | 'unfinished';

/** Path that a capture leaves out. Folders that were not entered end in a slash. */
export type LeftOut =
  { path: string; kind: LeftKind; reason: string } | { path: string; kind: 'heavy'; rule: HeavyFolder };

/** Observer of a capture: hears of each path that is taken or left out. */
export interface CaptureObserver {
  /** A folder with all that is captured of it, by name; the root is the empty path. Comes after what is below it. */
  captured(path: string, entries: readonly TreeEntry[]): void;
  left(out: LeftOut): void;
}

export function heavyEntry(path: string, reason = 'a heavy folder'): Skipped[number] {
  return { path: `${path}/`, reason };
}

/** For what is neither a file, nor a folder, nor a link. */
export function specialReason(found: BigIntStats): string {
  if (found.isSocket()) return 'it is a socket';
  if (found.isFIFO()) return 'it is a FIFO';
  return 'it is a device';
}
