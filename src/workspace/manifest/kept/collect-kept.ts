import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { encodeName } from '../../../machine/file-names';
import { Pace } from '../../../machine/pace';
import { errorCode } from '../../../machine/system-errors';
import { SafeDir } from '../../io/safe-dir';
import { ManifestJournals } from '../steps/journal';
import { KeptPlaces, namesIn, runFolder } from './kept-places';

/** Number of runs with files that were put aside, and what they take on disk. */
export interface KeptTotals {
  runs: number;
  files: number;
  bytes: number;
}

export interface CollectKeptRequest {
  /** Place in Kintsugi's own data, and the folder of the journals. */
  kept: string;
  journals: string;
  /** Runs whose data goes, and those whose data stays. */
  collected: readonly string[];
  known: readonly string[];
  /** Files that no run knows any more go if they were put aside before this, ms since 1970. */
  cutoffMs: number;
  dryRun: boolean;
  signal?: AbortSignal;
}

/**
 * Removes for good what publishes of collected runs put aside; a dry run only counts. What a publish under way, or one
 * that could not be ended, has put aside is never touched.
 */
export async function collectKept(
  request: CollectKeptRequest,
): Promise<{ held: KeptTotals; collected: KeptTotals }> {
  const pace = new Pace(request.signal);
  const busy = await busyFolders(request.journals);
  const collected = new Set(request.collected.map(runFolder));
  const known = new Set(request.known.map(runFolder));
  const [held, gone] = [none(), none()];
  for (const place of new KeptPlaces(request.kept).all())
    for (const run of namesIn(place) ?? []) {
      const folder = `${place}/${run}`;
      const isOld = !known.has(run) && lstatSync(encodeName(folder)).mtimeMs < request.cutoffMs;
      const mayGo = !busy.has(folder) && (collected.has(run) || isOld);
      const found = await measure(folder, pace);
      const goes = mayGo && (request.dryRun || (await remove(folder, pace)));
      add(goes ? gone : held, found);
    }
  return { held, collected: gone };
}

/** Folders of runs that a journal names. */
async function busyFolders(journals: string): Promise<Set<string>> {
  const pending = await new ManifestJournals(journals).pending();
  return new Set(pending.flatMap(({ journal }) => journal?.places.map((place) => dirname(place)) ?? []));
}

function none(): KeptTotals {
  return { runs: 0, files: 0, bytes: 0 };
}

function add(totals: KeptTotals, { files, bytes }: Omit<KeptTotals, 'runs'>): void {
  totals.runs += 1;
  totals.files += files;
  totals.bytes += bytes;
}

async function measure(folder: string, pace: Pace): Promise<Omit<KeptTotals, 'runs'>> {
  const totals = { files: 0, bytes: 0 };
  await walk(folder, pace, (stat) => {
    if (stat.isDirectory()) return;
    totals.files += 1;
    // As it lies on disk: films of people have holes seldom, but images of disks are full of them.
    totals.bytes += stat.blocks * 512;
  });
  return totals;
}

/** False where the system does not allow it. */
async function remove(folder: string, pace: Pace): Promise<boolean> {
  const gone = () => rm(encodeName(folder), { recursive: true, force: true });
  try {
    await gone();
    return true;
  } catch (error) {
    if (!DENIED.has(errorCode(error) ?? '')) throw error;
  }
  try {
    // Folders that their owner may not write into were put aside as they were.
    await walk(folder, pace, (stat, path) => stat.isDirectory() && chmodSync(path, 0o700));
    await gone();
    return true;
  } catch (error) {
    if (DENIED.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

/** Shows each entry below a folder, a folder before what it holds. What can't be looked into is left out. */
async function walk(
  folder: string | SafeDir,
  pace: Pace,
  show: (stat: Stats, path: string | Buffer) => void,
): Promise<void> {
  const dir = typeof folder === 'string' ? SafeDir.openRoot(folder) : folder;
  try {
    for (const name of dir.names()) {
      if (pace.due) await pace.rest();
      const stat = lstatSync(dir.at(name), { throwIfNoEntry: false });
      if (!stat) continue;
      show(stat, dir.at(name));
      const below = stat.isDirectory() ? openIfAllowed(dir, name) : undefined;
      if (below) await walk(below, pace, show);
    }
  } finally {
    dir.close();
  }
}

function openIfAllowed(dir: SafeDir, name: string): SafeDir | undefined {
  try {
    return dir.openDir(name);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
