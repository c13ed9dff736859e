import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shortHash } from '../machine/hash';
import { openLayer } from './sandboxing';
import { removeTree } from './remove-tree';

/** A folder in which a build tool keeps what it has built. */
export interface BuildCache {
  /** Variable by which the tool finds it. */
  variable: string;
  /** Where a command writes it, and where it finds it in its own home. */
  source: string;
  inHome: string;
  /** Folder whose parts make up `source` as the command runs: the project's cache, and over it what this command writes. */
  layered?: string;
}

export interface CachesRequest {
  checkouts: string;
  /** Path of the project; absent: there is nothing to find again. */
  project: string | undefined;
  /** The commands run on the user's own files: what they build is kept for those that come. */
  keeps: boolean;
  /** Folder that goes when the command has ended, for all that is not kept. */
  own: string;
  /** This machine can show a folder with a private one over it. */
  canLayer: boolean;
  /** Called before the project's cache of Go is made; may make it. */
  begin(cache: string): Promise<void> | undefined;
}

export const GO_CACHE = { variable: 'GOCACHE', inHome: '.cache/go-build' };
const ROWS: readonly Pick<BuildCache, 'variable' | 'inHome'>[] = [
  GO_CACHE,
  { variable: 'CARGO_TARGET_DIR', inHome: '.cache/cargo-target' },
];

/** Caches of projects that nobody built for so long are removed, ms, and those of more projects than this. */
const UNUSED_MS = 14 * 24 * 3_600_000;
const MOST_PROJECTS = 20;

/**
 * The caches of a command. Nothing that code of less trust wrote is read by code of more: each project has its own, which
 * only its unchanged files write. A change sees them read-only below what it writes itself, which goes with it.
 */
export async function openBuildCaches(request: CachesRequest): Promise<BuildCache[]> {
  const { checkouts, project, keeps, own, canLayer, begin } = request;
  const now = new Date();
  const named = project === undefined ? undefined : await nameOf(project);
  return Promise.all(
    ROWS.map(async (row): Promise<BuildCache> => {
      const name = basename(row.inHome);
      const kept = named === undefined ? undefined : join(folderOf(checkouts), named, name);
      if (kept !== undefined) {
        if (row === GO_CACHE) await begin(kept);
        await mkdir(kept, { recursive: true, mode: 0o700 });
        await utimes(dirname(kept), now, now);
        if (keeps) return { ...row, source: kept };
      }
      const source = join(own, name);
      if (kept !== undefined && canLayer) return { ...row, source: openLayer(source, kept), layered: source };
      await mkdir(source, { recursive: true, mode: 0o700 });
      return { ...row, source };
    }),
  );
}

/** A folder that takes the place of another is another project. */
async function nameOf(project: string): Promise<string> {
  const found = await stat(project, { bigint: true }).catch(() => undefined);
  return shortHash([project, found?.ino, found?.birthtimeNs].join(' '));
}

/** Removes the caches that nobody used for long, and all but the newest. */
export async function sweepBuildCaches(checkouts: string, nowMs = Date.now()): Promise<void> {
  const folder = folderOf(checkouts);
  const names = await readdir(folder).catch(() => []);
  const used = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return { name, mtimeMs: found?.mtimeMs ?? 0 };
  });
  const newest = (await Promise.all(used)).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  for (const [place, { name, mtimeMs }] of newest.entries())
    if (place >= MOST_PROJECTS || nowMs - mtimeMs > UNUSED_MS) await removeTree(join(folder, name));
}

function folderOf(checkouts: string): string {
  return join(checkouts, 'caches');
}
