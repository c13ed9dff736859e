import type { BigIntStats } from 'node:fs';
import { ancestorPaths, baseName, foldName, joinPath, parentPath } from '../../../domain/files/paths';
import type { PathConflict } from '../../../domain/files/workspace';
import type { TreePlan } from '../plan/tree-plan';
import { Arrivals } from './arrivals';
import { ABSENT, SourceCheck } from './check-sources';
import { standingAt, type LookDeps } from './entry-on-disk';

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
