import { lstatSync, type BigIntStats } from 'node:fs';
import { ancestorPaths, parentPath, joinPath } from '../../../domain/files/paths';
import type { EffectKey, TreeHash } from '../../../domain/ids';
import { comparePaths, encodeName } from '../../../machine/file-names';
import { type TreeEntry, type TreeStore, SnapshotTimes } from '../../../store';
import { modeOf, standingAt, type LookDeps } from '../check/entry-on-disk';
import type { CheckedPlan } from '../check/check-plan';
import { emptiedName, type Kept, keptName } from '../kept/kept-files';
import { namesIn, publishFolder, type KeptPlaces } from '../kept/kept-places';
import type { Volume, Volumes } from '../kept/volumes';
import { timeOf } from '../list-folder';
import { pathAfter } from '../plan/folder-moves';
import type { At, TreePlan, Move } from '../plan/tree-plan';
import { EMPTY, inodeOf, NEW_FOLDER_MODE, OWNER_WRITES } from './carry-out';
import type { FolderTime, Step } from './journal';
import type { Staged } from './staged';
import type { SnapshotRef } from '../../../domain/run/checkpoints';
import type { TreeAccess } from '../../trees/tree-access';

/** Modification times of a snapshot for what a tree has as the snapshot has it; whole µs since 1970. */
export class RestoredTimes {
  private readonly times: SnapshotTimes | undefined;

  constructor(
    private readonly store: TreeAccess,
    private readonly tree: TreeHash,
    private readonly snapshot: SnapshotRef | undefined,
  ) {
    this.times = snapshot?.times === undefined ? undefined : new SnapshotTimes(store, snapshot);
  }

  /** Time of a file or link; undefined where the snapshot has another one, or none. */
  async of(path: string, entry: TreeEntry): Promise<number | undefined> {
    if (!this.times || !this.snapshot) return undefined;
    const was = await this.store.trees.find(this.snapshot.tree, path);
    return was?.type === entry.type && was.hash === entry.hash ? this.times.mtimeUs(path) : undefined;
  }

  /** A folder that holds something else than in the snapshot has changed since. */
  async ofFolder(path: string): Promise<number | undefined> {
    if (!this.times) return undefined;
    const is = await this.store.trees.find(this.tree, path);
    return is?.type === 'dir' ? this.of(path, is) : undefined;
  }
}

/** A kept file or folder that comes back. */
export interface Fetched extends At {
  kept: Kept;
  /** True where another path gets the kept one itself. */
  isCopy: boolean;
}

export interface ArrangeRequest extends LookDeps {
  places: KeptPlaces;
  volumes: Volumes;
  times: RestoredTimes;
  key: EffectKey;
  id: string;
}

/** Steps in the order in which they are done; those that put something staged lack its inode until it is made. */
export interface Arranged {
  /** Folders of this publish in the places of Kintsugi's own. */
  places: string[];
  staged: Staged[];
  takes: Step[];
  /** Makes and puts, outer paths first. */
  arrivals: (Step | Staged)[];
  modes: Step[];
  folders: FolderTime[];
}

/** Arranges what is to be done as steps that need nothing but renames once all new files are staged. */
export async function arrange(
  request: ArrangeRequest,
  checked: CheckedPlan,
  fetched: readonly Fetched[],
): Promise<Arranged> {
  return new Arranging(request, checked, fetched).run();
}

class Arranging {
  private readonly byVolume = new Map<string, string>();
  private readonly taken = new Map<string, Set<string>>();
  private readonly made = new Set<string>();
  private readonly arriving: Set<string>;
  private readonly cameFrom: ReadonlyMap<string, string>;
  private readonly fetchedFolders: ReadonlyMap<string, BigIntStats>;
  /** Folders that are made since a rename does not lead to them, with those that they were. */
  private readonly sources = new Map<string, string>();
  /** New paths of folders that go to another one, by their old ones. */
  private readonly moved = new Map<string, string>();
  private count = 0;
  private readonly arranged: Arranged = {
    places: [],
    staged: [],
    takes: [],
    arrivals: [],
    modes: [],
    folders: [],
  };

  constructor(
    private readonly request: ArrangeRequest,
    private readonly checked: CheckedPlan,
    private readonly fetched: readonly Fetched[],
  ) {
    for (const { path } of checked.todo.makes) this.made.add(path);
    for (const { path, entry } of fetched) if (entry.type === 'dir') this.made.add(path);
    for (const { from, to, after } of checked.todo.moves) if (after.type === 'dir') this.moved.set(from, to);
    this.arriving = new Set([...this.made, ...this.moved.values()]);
    this.fetchedFolders = new Map(fetched.map(({ path, kept }) => [path, kept.stat]));
    this.cameFrom = new Map([...this.moved].map(([from, to]) => [to, from]));
  }

  async run(): Promise<Arranged> {
    const { arranged } = this;
    const plan = await spreadMoves(
      this.request.trees,
      this.checked,
      ({ from, to }) => this.volumeAt(parentPath(from)).key === this.volumeAt(this.folderFor(to)).key,
    );
    for (const { path, source } of plan.makes) {
      this.made.add(path);
      this.arriving.add(path);
      if (source !== undefined) this.sources.set(path, source);
    }
    await this.moves(plan);
    for (const { path, entry } of plan.removals) {
      const listed = entry.type === 'dir' ? entry.hash : undefined;
      await this.take(path, this.nameOf(path, entry), entry, listed);
    }
    for (const { path } of plan.emptied)
      await this.take(path, emptiedName(this.request.disk.placeOf(path)), EMPTY);
    for (const { path, entry } of plan.makes) this.make(path, entry);
    for (const { source, to, entry } of plan.copies) await this.stage(to, entry, { path: source });
    for (const { path, entry, like } of plan.writes) await this.stage(path, entry, undefined, like);
    for (const each of this.fetched) await this.fetch(each);
    for (const { path, before, after } of plan.modes) this.mode(path, before.mode, after.mode);
    arranged.takes.sort((a, b) => comparePaths(b.path, a.path));
    arranged.arrivals.sort((a, b) => comparePaths(a.path, b.path));
    arranged.modes.sort((a, b) => comparePaths(b.path, a.path));
    arranged.places = [...this.byVolume.values()];
    arranged.folders = await this.folderTimes();
    return arranged;
  }

  private async moves({ moves }: TreePlan): Promise<void> {
    for (const { from, to, before, after } of moves) {
      const held = await this.take(from, this.fresh('m'), before);
      const stat = this.found(from);
      this.arranged.arrivals.push({ do: 'put', held, path: to, inode: inodeOf(stat), ...shutMode(stat) });
      if (before.type !== 'link') this.mode(to, before.mode, after.mode);
    }
  }

  private async take(
    path: string,
    name: string,
    what: TreeEntry | typeof EMPTY,
    listed?: TreeHash,
  ): Promise<string> {
    const held = await this.heldAs(parentPath(path), name);
    const expected = what === EMPTY ? EMPTY : what.type === 'identity' ? what.hash : undefined;
    const stat = this.found(path);
    const step = { do: 'take' as const, path, held, inode: inodeOf(stat), ...shutMode(stat) };
    this.arranged.takes.push({ ...step, expected, listed });
    return held;
  }

  private make(path: string, { mode }: TreeEntry): void {
    const before = this.checked.found.get(path);
    const { uid, gid } = this.folderStat(path);
    const owner = { uid: Number(uid), gid: Number(gid) };
    this.arranged.arrivals.push({ do: 'make', path, owner, ...(before && { before: String(before.ino) }) });
    this.mode(path, NEW_FOLDER_MODE, mode);
  }

  /** `like`: path of the file that it may be the new text of. */
  private async stage(path: string, entry: TreeEntry, copyOf?: Staged['copyOf'], like = path): Promise<void> {
    const near = this.folderFor(path);
    const folder = await this.placeFor(near);
    const old = this.checked.found.get(like);
    const isNewText = old?.isFile() ?? false;
    const { uid, gid } = (isNewText ? old : this.original(copyOf)) ?? this.folderStat(parentPath(path));
    const owner = { uid: Number(uid), gid: Number(gid) };
    const mtimeUs = await this.request.times.of(path, entry);
    const name = this.fresh('s');
    const staged: Staged = {
      ...{ path, entry, folder, name, copyOf, mtimeUs, owner },
      like: old && isNewText ? { path: like, found: old } : undefined,
    };
    this.arranged.staged.push(staged);
    this.arranged.arrivals.push(staged);
  }

  /** Owner of the file that a copy replaces: that one goes, or has gone. A copy beside its original is somebody's own. */
  private original(copyOf: Staged['copyOf']): Pick<BigIntStats, 'uid' | 'gid'> | undefined {
    if (!copyOf) return undefined;
    if ('path' in copyOf) return this.leavingStat(copyOf.path);
    return lstatSync(encodeName(copyOf.kept), { bigint: true, throwIfNoEntry: false });
  }

  /** Stat of something that goes, by itself or with a folder around it. */
  private leavingStat(path: string): BigIntStats | undefined {
    const goes = [path, ...ancestorPaths(path)].some((each) => this.checked.found.has(each));
    const standing = goes ? standingAt(this.request.disk, path) : 'absent';
    return standing !== 'absent' && 'stat' in standing ? standing.stat : undefined;
  }

  /** Stat of a folder as it is now, wherever it still is; of a new one that of the folder which it is made in. */
  private folderStat(path: string): Pick<BigIntStats, 'uid' | 'gid'> {
    const kept = this.fetchedFolders.get(path);
    if (kept) return kept;
    const from = this.sources.get(path);
    const moved = [path, ...ancestorPaths(path)].find((each) => this.cameFrom.has(each));
    const before = moved === undefined ? from : (this.cameFrom.get(moved) ?? '') + path.slice(moved.length);
    const standing = before === undefined ? 'absent' : standingAt(this.request.disk, before);
    if (standing !== 'absent' && 'stat' in standing) return standing.stat;
    const isNew = this.made.has(path) || this.arriving.has(path);
    if (isNew && path.includes('/')) return this.folderStat(parentPath(path));
    return this.request.disk.enter(path).stat();
  }

  private async fetch({ path, entry, kept, isCopy }: Fetched): Promise<void> {
    const { volumes } = this.request;
    const isNear = volumes.of(parentPath(kept.path)).key === this.volumeAt(this.folderFor(path)).key;
    if (isCopy || !isNear) return this.stage(path, entry, { kept: kept.path });
    const { stat } = kept;
    const inode = inodeOf(stat);
    this.arranged.arrivals.push({ do: 'put', held: kept.path, path, inode, ...shutMode(stat) });
    this.mode(path, modeOf(kept.stat), entry.mode);
  }

  private mode(path: string, before: number, after: number): void {
    if (before !== after) this.arranged.modes.push({ do: 'mode', path, before, after });
  }

  /** Path in a place of Kintsugi's own, on the volume of a folder. */
  private async heldAs(near: string, name: string): Promise<string> {
    const folder = await this.placeFor(near);
    const taken = this.taken.get(folder) ?? new Set(namesIn(folder));
    this.taken.set(folder, taken);
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}.${count}`;
    taken.add(free);
    return `${folder}/${free}`;
  }

  private async placeFor(near: string): Promise<string> {
    const { places, volumes, key, id } = this.request;
    const volume = this.volumeAt(near);
    const known = this.byVolume.get(volume.key);
    if (known !== undefined) return known;
    const folder = publishFolder(await places.on(volume, volumes), key, id);
    this.byVolume.set(volume.key, folder);
    return folder;
  }

  private volumeAt(folder: string): Volume {
    return this.request.volumes.of(this.request.disk.placeOf(folder));
  }

  /** The nearest folder above a new path that is there now and stays. */
  private folderFor(path: string): string {
    return parentPath(ancestorPaths(path).find((above) => this.arriving.has(above)) ?? path);
  }

  /** Modification times of the folders whose names change; an inner folder comes first. */
  private async folderTimes(): Promise<FolderTime[]> {
    const { disk, times } = this.request;
    const { takes, arrivals } = this.arranged;
    const touched = new Set<string>(this.made);
    for (const { path } of [...takes, ...arrivals]) touched.add(parentPath(path));
    if (this.moved.size > 0) for (const path of [...touched]) touched.add(pathAfter(path, this.moved));
    for (const path of this.moved.values()) touched.add(path);
    const folders: FolderTime[] = [];
    for (const path of [...touched].sort((a, b) => b.length - a.length)) {
      const standing = standingAt(disk, path);
      const isThere = standing !== 'absent' && 'stat' in standing;
      const beforeUs = isThere ? timeOf(standing.stat) : undefined;
      folders.push({ path, beforeUs, afterUs: await times.ofFolder(path) });
    }
    return folders;
  }

  private found(path: string): BigIntStats {
    const stat = this.checked.found.get(path);
    if (!stat) throw new Error(`${path} is to be taken and was not looked at.`);
    return stat;
  }

  private fresh(kind: string): string {
    this.count += 1;
    return `${kind}-${this.count}`;
  }

  /** Name under which something is kept: it is found by that again. */
  private nameOf(path: string, entry: TreeEntry): string {
    if (entry.type === 'link') return this.fresh('l');
    return keptName(entry, this.found(path));
  }
}

/** Permissions of a folder that can't be renamed as it is. */
function shutMode(stat: BigIntStats): { mode?: number } {
  const mode = modeOf(stat);
  return stat.isDirectory() && (mode & OWNER_WRITES) === 0 ? { mode } : {};
}

/**
 * The plan with moves from one volume to another as copies, whose originals are put aside: no rename leads there.
 * `isOne` tells if both ends of a move are on one volume.
 */
async function spreadMoves(
  trees: TreeStore,
  { todo }: CheckedPlan,
  isOne: (move: Move) => boolean,
): Promise<TreePlan> {
  const plan: TreePlan = {
    ...todo,
    moves: todo.moves.filter(isOne),
    makes: [...todo.makes],
    copies: [...todo.copies],
    writes: [...todo.writes],
    removals: [...todo.removals],
  };
  const copy = async (source: string, to: string, entry: TreeEntry): Promise<void> => {
    if (entry.type === 'identity') plan.copies.push({ source, to, entry });
    else if (entry.type === 'dir') {
      plan.makes.push({ path: to, entry, source });
      for (const child of await trees.readDir(entry.hash))
        await copy(joinPath(source, child.name), joinPath(to, child.name), child);
    } else plan.writes.push({ path: to, entry });
  };
  for (const move of todo.moves) {
    if (isOne(move)) continue;
    await copy(move.from, move.to, move.after);
    plan.removals.push({ path: move.from, entry: move.before });
  }
  return plan;
}
