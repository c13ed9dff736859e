/** Reasons why an entry of a folder is not captured. */
import type { BigIntStats } from 'node:fs';
import type { Skipped } from './captured';

export const NO_ACCESS = 'it cannot be read: permission denied';

/** True if an error says that something was deleted or replaced meanwhile. */
export function isGone(code: string | undefined): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
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
