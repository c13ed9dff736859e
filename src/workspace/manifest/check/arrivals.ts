import { ancestorPaths } from '../../../domain/files/paths';
import type { TreeEntry } from '../../../store';
import type { TreePlan } from '../plan/tree-plan';
import { hasArrived, standingAt, type LookDeps } from './entry-on-disk';

interface Arrival {
  entry: TreeEntry;
  /** True for a folder that is made: what it holds arrives on its own. */
  isMade: boolean;
}

/** Paths that something comes to, and whether it is there already. */
export class Arrivals {
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

  /** True if a folder is made at a path. */
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
