import { lstatSync, type BigIntStats } from 'node:fs';
import type { TreeHash } from '../../../domain/ids';
import { encodeName } from '../../../machine/file-names';
import type { Pace } from '../../../machine/pace';
import { shortHash } from '../../../machine/hash';
import { errorCode } from '../../../machine/system-errors';
import { identityOf, type TreeEntry } from '../../../store';
import { SafeDir } from '../../io/safe-dir';
import { FolderLister } from '../list-folder';
import { namesIn, type KeptPlaces } from './kept-places';

/** A kept file or folder as it lies in its place. */
export interface Kept {
  path: string;
  stat: BigIntStats;
}

const NAME = /^([fd]-[0-9a-f]{64}|e-[0-9a-f]{16})(?:\.\d+)?$/;

/** Name of something that is put aside: it says what it is, so that it is found again without any index. */
export function keptName(entry: TreeEntry, stat: BigIntStats): string {
  return entry.type === 'dir' ? `d-${entry.hash}` : `f-${identityOf(stat)}`;
}

/** Name of a folder that was emptied and put aside: by its real path, since its content tells it from no other. */
export function emptiedName(place: string): string {
  return `e-${shortHash(place)}`;
}

/** Files and folders that publishes have put aside, by what they are. */
export class KeptFiles {
  /** Listings of the folders that were kept whole. */
  readonly folders = new Set<TreeHash>();
  private readonly byName = new Map<string, string[]>();
  /** All kept files, those inside of kept folders too; they are looked at only if a file is not found by its name. */
  private inside: Map<string, string[]> | undefined;

  constructor(
    places: KeptPlaces,
    private readonly pace: Pace,
  ) {
    for (const place of places.all())
      for (const run of namesIn(place) ?? [])
        for (const publish of namesIn(`${place}/${run}`) ?? []) this.read(`${place}/${run}/${publish}`);
  }

  /** The last folder that was put aside when it was emptied at a real path; undefined where there is none, or it holds something now. */
  emptied(place: string): Kept | undefined {
    const all = (this.byName.get(emptiedName(place)) ?? []).flatMap((path) => statAt(path) ?? []);
    const free = all.filter(({ path, stat }) => stat.isDirectory() && namesIn(path)?.length === 0);
    return free.sort((a, b) => Number(b.stat.ctimeNs - a.stat.ctimeNs))[0];
  }

  /** Undefined where it is not kept, or not as it was. */
  async find(entry: TreeEntry): Promise<Kept | undefined> {
    for (const path of this.byName.get(`${entry.type === 'dir' ? 'd' : 'f'}-${entry.hash}`) ?? []) {
      const kept = statAt(path);
      if (kept && (await this.isStill(entry, kept))) return kept;
    }
    if (entry.type === 'dir') return undefined;
    this.inside ??= await this.filesInside();
    for (const path of this.inside.get(entry.hash) ?? []) {
      const kept = statAt(path);
      if (kept && identityOf(kept.stat) === entry.hash) return kept;
    }
    return undefined;
  }

  private read(folder: string): void {
    for (const name of namesIn(folder) ?? []) {
      const [, known] = NAME.exec(name) ?? [];
      if (known === undefined) continue;
      if (known.startsWith('d')) this.folders.add(known.slice(2) as TreeHash);
      note(this.byName, known, `${folder}/${name}`);
    }
  }

  private async isStill(entry: TreeEntry, { path, stat }: Kept): Promise<boolean> {
    if (entry.type !== 'dir') return identityOf(stat) === entry.hash && Number(stat.size) === entry.size;
    if (!stat.isDirectory()) return false;
    const dir = SafeDir.openRoot(path);
    try {
      const listed = await new FolderLister({ exclude: [], pace: this.pace }).list(dir, path);
      return listed.tree === entry.hash;
    } finally {
      dir.close();
    }
  }

  private async filesInside(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    // Named before its device got another number.
    for (const path of [...this.byName.values()].flat()) {
      const kept = statAt(path);
      if (kept?.stat.isFile()) note(found, identityOf(kept.stat), path);
    }
    for (const tree of this.folders)
      for (const path of this.byName.get(`d-${tree}`) ?? []) {
        const dir = openIfThere(path);
        try {
          if (dir) await this.collect(dir, path, found);
        } finally {
          dir?.close();
        }
      }
    return found;
  }

  private async collect(dir: SafeDir, folder: string, into: Map<string, string[]>): Promise<void> {
    for (const name of dir.names()) {
      if (this.pace.due) await this.pace.rest();
      const stat = lstatSync(dir.at(name), { bigint: true, throwIfNoEntry: false });
      if (!stat || stat.isSymbolicLink()) continue;
      const path = `${folder}/${name}`;
      note(into, identityOf(stat), path);
      if (!stat.isDirectory()) continue;
      const below = openIfThere(name, dir);
      try {
        if (below) await this.collect(below, path, into);
      } finally {
        below?.close();
      }
    }
  }
}

function note(into: Map<string, string[]>, identity: string, path: string): void {
  const others = into.get(identity);
  if (others) others.push(path);
  else into.set(identity, [path]);
}

/** Undefined for a folder that can't be looked into. */
function openIfThere(path: string, parent?: SafeDir): SafeDir | undefined {
  try {
    return parent ? parent.openDir(path) : SafeDir.openRoot(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function statAt(path: string): Kept | undefined {
  try {
    return { path, stat: lstatSync(encodeName(path), { bigint: true }) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
