import type { BigIntStats } from 'node:fs';
import { ancestorPaths, baseName, foldName, joinPath, parentPath } from '../../../domain/files/paths';
import type { PathConflict } from '../../../domain/files/workspace';
import { type TreePlan, noActs, type At, type ModeChange, type Move } from '../plan/tree-plan';
import { standingAt, type LookDeps, CHANGED_INSIDE, differenceAt, modeOf, hasArrived } from './entry-on-disk';
import type { TreeEntry } from '../../../store';
import { isInside, isOwnName } from '../list-folder';

interface Arrival {
  entry: TreeEntry;
  /** True for a folder that is made: what it holds arrives on its own. */
  isMade: boolean;
}

/** Paths that something comes to, and whether it is there already. */
class Arrivals {
  private readonly byPath = new Map<string, Arrival>();
  private readonly moved = new Set<string>();
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly deps: LookDeps,
    { moves, copies, fetches, writes, makes }: TreePlan,
  ) {
    const add = (path: string, entry: TreeEntry, isMade = false): void => {
      this.byPath.set(path, { entry, isMade });
    };
    for (const { to, after } of moves) {
      add(to, after);
      this.moved.add(to);
    }
    for (const { to, entry } of copies) add(to, entry);
    for (const { path, entry } of [...fetches, ...writes]) add(path, entry);
    for (const { path, entry } of makes) add(path, entry, true);
  }

  /** True if a folder around a path is to come there. */
  isBelowMoved(path: string): boolean {
    return ancestorPaths(path).some((above) => this.moved.has(above));
  }

  isMade(path: string): boolean {
    return this.byPath.get(path)?.isMade ?? false;
  }

  /** True if what is to come to a path is there; a folder that is made need only be a folder. */
  async isDone(path: string): Promise<boolean> {
    const arrival = this.byPath.get(path);
    if (!arrival) return false;
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const done = arrival.isMade ? this.isFolder(path) : await hasArrived(this.deps, path, arrival.entry);
    this.known.set(path, done);
    return done;
  }

  /** True if something stands at a path because what is to come there, or around it, has come. */
  async covers(path: string): Promise<boolean> {
    if (await this.isDone(path)) return true;
    for (const above of ancestorPaths(path))
      if (!this.isMade(above) && (await this.isDone(above))) return true;
    return false;
  }

  private isFolder(path: string): boolean {
    const standing = standingAt(this.deps.disk, path);
    return standing !== 'absent' && 'stat' in standing && standing.stat.isDirectory();
  }
}

/** Compares what a plan takes from its places with what stands there. */
class SourceCheck {
  readonly todo = noActs();
  readonly conflicts: PathConflict[] = [];
  /** Stats of what is taken away, by path. */
  readonly found = new Map<string, BigIntStats>();
  /** Moves whose source is gone: somebody, or an earlier attempt, may have made them. */
  readonly sourceGone: Move[] = [];

  /** Folders that are still at their old paths. */
  private readonly leaving = new Set<string>();

  constructor(
    private readonly deps: LookDeps,
    private readonly arrivals: Arrivals,
  ) {}

  async run(plan: TreePlan): Promise<void> {
    for (const move of plan.moves) {
      const state = await this.take(move.from, move.before);
      if (state === 'taken') this.todo.moves.push(move);
      else if (state === 'absent') this.sourceGone.push(move);
    }
    for (const { from, before } of this.todo.moves) if (before.type === 'dir') this.leaving.add(from);
    for (const removal of plan.removals) await this.removal(removal);
    for (const emptied of plan.emptied) await this.emptied(emptied);
    for (const change of plan.modes) await this.mode(change);
    this.strangers();
  }

  /** How a file that is to be copied differs from its entry, whatever its permissions are. */
  originalDifference(path: string, entry: TreeEntry): Promise<string | undefined> {
    return this.difference(path, entry, true);
  }

  /** How a path differs from an entry; undefined where it does not, `ABSENT` where nothing stands there any more. */
  private async difference(path: string, entry: TreeEntry, anyMode = false): Promise<string | undefined> {
    const { disk, pace } = this.deps;
    if (pace.due) await pace.rest();
    const standing = standingAt(disk, path);
    if (standing === 'absent') return ABSENT;
    if ('blocked' in standing) return (await this.arrivals.covers(path)) ? ABSENT : standing.blocked;
    if (entry.type === 'dir' && this.holdsOwn(path)) return OWN;
    const expected = anyMode ? { ...entry, mode: modeOf(standing.stat) } : entry;
    const difference = await differenceAt(this.deps, path, expected, standing.stat);
    return difference !== undefined && (await this.arrivals.covers(path)) ? ABSENT : difference;
  }

  private holdsOwn(path: string): boolean {
    const place = this.deps.disk.placeOf(path);
    return this.deps.disk.exclude.some((own) => isInside(own, place));
  }

  private async take(path: string, entry: TreeEntry): Promise<'taken' | 'absent' | 'conflict'> {
    const difference = await this.difference(path, entry);
    if (difference === ABSENT) return 'absent';
    if (difference !== undefined) {
      this.conflicts.push({ path, reason: difference });
      return 'conflict';
    }
    this.note(path);
    return 'taken';
  }

  private note(path: string): void {
    const stat = this.deps.disk.stat(path);
    if (stat) this.found.set(path, stat);
  }

  private async removal({ path, entry }: At): Promise<void> {
    if (entry.type === 'dir' && (await this.difference(path, entry)) === CHANGED_INSIDE) {
      // Changed, or in part gone already: each entry says which.
      for (const child of await this.deps.trees.readDir(entry.hash))
        await this.removal({ path: joinPath(path, child.name), entry: child });
      await this.emptied({ path, entry });
    } else if ((await this.take(path, entry)) === 'taken') this.todo.removals.push({ path, entry });
  }

  private async emptied({ path, entry }: At): Promise<void> {
    const standing = standingAt(this.deps.disk, path);
    if (standing === 'absent' || (await this.arrivals.covers(path))) return;
    if (this.holdsOwn(path)) this.conflicts.push({ path, reason: OWN });
    else if ('stat' in standing && standing.stat.isDirectory() && modeOf(standing.stat) === entry.mode) {
      this.found.set(path, standing.stat);
      this.todo.emptied.push({ path, entry });
    } else
      this.conflicts.push({
        path,
        reason:
          'stat' in standing && standing.stat.isDirectory()
            ? 'its permissions were changed'
            : 'something else stands in its place',
      });
  }

  private async mode(change: ModeChange): Promise<void> {
    const { before, after, from = change.path } = change;
    const path = ancestorPaths(from).some((above) => this.leaving.has(above)) ? from : change.path;
    const standing = standingAt(this.deps.disk, path);
    if (standing === 'absent' || 'blocked' in standing) {
      this.conflicts.push({ path, reason: standing === 'absent' ? 'it was deleted' : standing.blocked });
      return;
    }
    // What a folder holds is no matter of its permissions.
    const reason =
      before.type === 'dir'
        ? folderModeDifference(before, after, standing.stat)
        : await differenceAt(this.deps, path, { ...before, mode: modeOf(standing.stat) }, standing.stat);
    const mode = modeOf(standing.stat);
    if (reason !== undefined) this.conflicts.push({ path, reason });
    else if (mode === before.mode) this.todo.modes.push(change);
    else if (mode !== after.mode) this.conflicts.push({ path, reason: 'its permissions were changed' });
  }

  /** A folder that goes must hold nothing that the manifest does not know. */
  private strangers(): void {
    const refused = new Set(this.conflicts.map(({ path }) => path));
    for (const { path } of this.todo.emptied) {
      const stranger = this.deps.disk
        .enter(path)
        .names()
        .find((name) => !this.found.has(joinPath(path, name)) && !isOwnName(name));
      if (stranger === undefined || refused.has(joinPath(path, stranger))) continue;
      this.conflicts.push({
        path,
        reason: `it holds ${JSON.stringify(stranger)}, which the run does not know`,
      });
    }
  }
}

const OWN = "it holds Kintsugi's own data";
const ABSENT = 'it was moved or deleted';

/** Acts that are still to be done, with the stats of what stands at the paths that they take something from. */
export interface CheckedPlan {
  todo: TreePlan;
  found: ReadonlyMap<string, BigIntStats>;
  conflicts: PathConflict[];
}

/**
 * Compares a plan with the disk. A path that is as before is to be changed, one that is as after is done, any other is a
 * conflict.
 */
export async function checkPlan(deps: LookDeps, plan: TreePlan): Promise<CheckedPlan> {
  const arrivals = new Arrivals(deps, plan);
  const sources = new SourceCheck(deps, arrivals);
  await sources.run(plan);
  const targets = new TargetCheck(deps, arrivals, sources);
  await targets.run(plan);
  return { todo: sources.todo, found: sources.found, conflicts: sources.conflicts };
}

/** Compares the places that a plan puts something in with what stands there. */
class TargetCheck {
  /** Inodes of what is taken away, by folder and name without its case. */
  private readonly twins = new Map<string, bigint>();

  constructor(
    private readonly deps: LookDeps,
    private readonly arrivals: Arrivals,
    private readonly sources: SourceCheck,
  ) {
    for (const [path, { ino }] of sources.found) this.twins.set(foldedPath(path), ino);
  }

  async run(plan: TreePlan): Promise<void> {
    const { todo, sourceGone } = this.sources;
    for (const { to } of todo.moves) if ((await this.state(to)) === 'done') this.refuse(to, CREATED);
    for (const { from, to } of sourceGone) if (!(await this.arrivals.isDone(to))) this.refuse(from, ABSENT);
    for (const make of plan.makes) if ((await this.state(make.path)) === 'free') todo.makes.push(make);
    for (const copy of plan.copies) {
      if ((await this.state(copy.to)) !== 'free') continue;
      const difference = await this.sources.originalDifference(copy.source, copy.entry);
      if (difference === undefined) todo.copies.push(copy);
      else this.refuse(copy.source, difference);
    }
    for (const fetch of plan.fetches) if ((await this.state(fetch.path)) === 'free') todo.fetches.push(fetch);
    for (const write of plan.writes) if ((await this.state(write.path)) === 'free') todo.writes.push(write);
  }

  private async state(path: string): Promise<'free' | 'done' | 'conflict'> {
    const { disk, pace } = this.deps;
    if (pace.due) await pace.rest();
    if ([...ancestorPaths(path), path].some((each) => this.sources.found.has(each))) return 'free';
    const standing = standingAt(disk, path);
    if (standing === 'absent')
      return this.arrivals.isBelowMoved(path) || this.hasFolder(path)
        ? 'free'
        : this.refuse(path, 'its folder was deleted');
    if ('blocked' in standing) return this.refuse(path, standing.blocked);
    if (await this.arrivals.isDone(path)) return 'done';
    // On a file system that ignores case, a file stands at its new name too.
    if (this.twins.get(foldedPath(path)) === standing.stat.ino) return 'free';
    return this.refuse(path, CREATED);
  }

  private hasFolder(path: string): boolean {
    const folder = parentPath(path);
    if (this.arrivals.isMade(folder)) return true;
    const standing = standingAt(this.deps.disk, folder);
    return standing !== 'absent' && 'stat' in standing && standing.stat.isDirectory();
  }

  private refuse(path: string, reason: string): 'conflict' {
    this.sources.conflicts.push({ path, reason });
    return 'conflict';
  }
}

const CREATED = 'it was created meanwhile';

function foldedPath(path: string): string {
  return joinPath(parentPath(path), foldName(baseName(path)));
}

function folderModeDifference(before: TreeEntry, after: TreeEntry, stat: BigIntStats): string | undefined {
  if (!stat.isDirectory()) return 'something else stands in its place';
  return [before.mode, after.mode].includes(modeOf(stat)) ? undefined : 'its permissions were changed';
}
