import type { BigIntStats } from 'node:fs';
import { ancestorPaths, joinPath } from '../../../domain/files/paths';
import type { PathConflict } from '../../../domain/files/workspace';
import type { TreeEntry } from '../../../store';
import { isInside, isOwnName } from '../own-data';
import { noActs, type At, type ModeChange, type Move, type TreePlan } from '../plan/tree-plan';
import type { Arrivals } from './arrivals';
import { CHANGED_INSIDE, differenceAt, modeOf, standingAt, type LookDeps } from './entry-on-disk';

/** Compares what a plan takes from its places with what stands there. */
export class SourceCheck {
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
export const ABSENT = 'it was moved or deleted';

function folderModeDifference(before: TreeEntry, after: TreeEntry, stat: BigIntStats): string | undefined {
  if (!stat.isDirectory()) return 'something else stands in its place';
  return [before.mode, after.mode].includes(modeOf(stat)) ? undefined : 'its permissions were changed';
}
