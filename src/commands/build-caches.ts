import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { shortHash } from '../machine/hash';
import { removeTree } from './remove-tree';

/** A folder in which a build tool keeps what it has built, from one command to the next. */
export interface BuildCache {
  /** Variable by which the tool finds it. */
  variable: string;
  /** Where it is kept, and where a command finds it in its own home. */
  source: string;
  inHome: string;
}

interface Row {
  variable: string;
  name: string;
  inHome: string;
  /** The tool tells entries apart by all that goes into them, so that projects and commands share one folder, as they do anywhere. */
  isShared?: true;
}

/**
 * Cargo goes by modification times: a checkout is written anew for each command, and no two commands that run at a time
 * share a folder.
 */
const ROWS: readonly Row[] = [
  { variable: 'GOCACHE', name: 'go-build', inHome: '.cache/go-build', isShared: true },
  { variable: 'CARGO_TARGET_DIR', name: 'cargo-target', inHome: '.cache/cargo-target' },
];

/** Caches of projects that nobody built for so long are removed, ms. */
const UNUSED_MS = 14 * 24 * 3_600_000;

/** The caches for a command on a project's files, by its path. `slot` is one of those that run at a time. */
export async function openBuildCaches(
  checkouts: string,
  project: string | undefined,
  slot: number,
): Promise<BuildCache[]> {
  const now = new Date();
  const kept = ROWS.filter(({ isShared }) => isShared === true || project !== undefined);
  return Promise.all(
    kept.map(async ({ variable, name, inHome, isShared }) => {
      const own = isShared ? name : `${name}-${shortHash(project ?? '')}-${slot}`;
      const source = join(folderOf(checkouts), own);
      await mkdir(source, { recursive: true, mode: 0o700 });
      await utimes(source, now, now);
      return { variable, source, inHome };
    }),
  );
}

/** Removes the caches that nobody used for long. */
export async function sweepBuildCaches(checkouts: string, nowMs = Date.now()): Promise<void> {
  const folder = folderOf(checkouts);
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && nowMs - found.mtimeMs > UNUSED_MS) await removeTree(join(folder, name));
  }
}

function folderOf(checkouts: string): string {
  return join(checkouts, 'caches');
}
