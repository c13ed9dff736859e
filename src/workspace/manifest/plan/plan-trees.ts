import { ancestorPaths, joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import type { Pace } from '../../../machine/pace';
import type { TreeEntry, TreeStore } from '../../../store';
import type { IdentityPaths } from '../identity-paths';
import {
  findFolderMoves,
  TellingFolders,
  pairUp,
  type EntryPair,
  pathAfter,
  type FolderMoves,
  type MoveRules,
} from './folder-moves';
import { pairFiles } from './pair-files';
import { noActs, type At, type Move, type TreePlan } from './tree-plan';

export interface PlanRequest extends MoveRules {
  base: TreeHash;
  tree: TreeHash;
  /** True if a file itself is put aside, so that it need not be copied from another one of its names. */
  isKept?(entry: TreeEntry): Promise<boolean>;
}

/** Plans how a disk that is as in `base` becomes as in `tree`. Only the trees are looked at. */
export async function planTrees(
  deps: { trees: TreeStore; paths: IdentityPaths; pace: Pace },
  request: PlanRequest,
): Promise<TreePlan> {
  const { base, tree, keptFolders } = request;
  const moves = await findFolderMoves(deps.trees, base, tree, { ...request, pace: deps.pace });
  const walk = new Walk(deps, moves, keptFolders);
  await walk.run(base, tree);
  const { plan, left, come } = walk;
  plan.moves.push(...walk.folderMoves());
  // Links that lead to the same place are alike: what goes back makes those anew that were there, with their times.
  const goneFiles = left.flatMap(filesIn).filter(({ entry }) => !request.isKept || entry.type !== 'link');
  const { pairs, rest } = pairFiles(goneFiles, come, (path) => pathAfter(path, moves.from));
  const taken = new Set(pairs.map(({ from }) => from));
  plan.moves.push(...pairs);
  for (const gone of left) await walk.remove(gone, taken);
  if (rest.some(({ entry }) => entry.type === 'identity')) {
    const paths = await deps.paths.of(base);
    for (const at of rest) {
      const isKept = at.entry.type === 'identity' && (await request.isKept?.(at.entry));
      provide(at, isKept ? undefined : paths.get(at.entry.hash)?.[0], plan);
    }
  } else plan.writes.push(...rest);
  // A file that was edited in a folder that was moved: its text is all that is new of it.
  for (const write of plan.writes) {
    const was = walk.was.get(write.path);
    if (was !== undefined && !taken.has(was)) write.like = was;
  }
  return plan;
}

function provide(at: At, source: string | undefined, plan: TreePlan): void {
  if (at.entry.type !== 'identity') plan.writes.push(at);
  else if (source === undefined) plan.fetches.push(at);
  else plan.copies.push({ source, to: at.path, entry: at.entry });
}

/** Something that leaves its path; a folder with all that it holds. */
interface Gone extends At {
  children: Gone[];
}

function filesIn(gone: Gone): At[] {
  return gone.entry.type === 'dir' ? gone.children.flatMap(filesIn) : [gone];
}

class Walk {
  readonly plan = noActs();
  readonly left: Gone[] = [];
  readonly come: At[] = [];
  /** Paths before, of what is something else now in a folder that was moved. */
  readonly was = new Map<string, string>();
  /** Folders that go whole, by their old paths. */
  private readonly whole = new Map<string, TreeEntry>();
  private readonly arrived: (At & { from: string })[] = [];
  private readonly telling: TellingFolders;

  /** Folders that another one comes into: what they hold arrives one by one. */
  private readonly around: ReadonlySet<string>;
  private readonly trees: TreeStore;
  private readonly pace: Pace;

  constructor(
    { trees, pace }: { trees: TreeStore; pace: Pace },
    private readonly moves: FolderMoves,
    private readonly keptFolders: ReadonlySet<TreeHash>,
  ) {
    this.trees = trees;
    this.pace = pace;
    this.telling = new TellingFolders(trees);
    this.around = new Set([...moves.to.keys()].flatMap(ancestorPaths));
  }

  async run(base: TreeHash, tree: TreeHash): Promise<void> {
    await this.compare('', '', base, tree);
    for (const { from, path, entry } of this.arrived) {
      const before = this.whole.get(from);
      if (before?.type === 'dir' && entry.type === 'dir')
        await this.compare(from, path, before.hash, entry.hash);
    }
  }

  /** `from` and `to`: the path of a folder before and after. */
  private async compare(from: string, to: string, left: TreeHash, right: TreeHash): Promise<void> {
    if (left === right) return;
    if (this.pace.due) await this.pace.rest();
    for (const [name, pair] of await pairUp(this.trees, left, right))
      await this.pair(joinPath(from, name), joinPath(to, name), pair);
  }

  /** Takes away what has gone. A folder goes whole where it is found again by what it holds, else by its path, emptied. */
  async remove(gone: Gone, taken: ReadonlySet<string>): Promise<void> {
    const { path, entry, children } = gone;
    if (taken.has(path) || this.moves.from.has(path)) return;
    if (entry.type !== 'dir' || (this.isWhole(gone, taken) && (await this.telling.has(entry.hash)))) {
      this.plan.removals.push({ path, entry });
      return;
    }
    for (const child of children) await this.remove(child, taken);
    this.plan.emptied.push({ path, entry });
  }

  /** True if nothing of it is needed elsewhere. */
  private isWhole({ path, children }: Gone, taken: ReadonlySet<string>): boolean {
    if (taken.has(path) || this.moves.from.has(path)) return false;
    return children.every((child) => this.isWhole(child, taken));
  }

  /** Both ends of each folder that goes whole: only its own permissions may differ. */
  folderMoves(): Move[] {
    return this.arrived.map(({ from, path, entry }) => {
      const before = this.whole.get(from);
      if (!before) throw new Error(`The folder ${from} is to be moved and stays.`);
      return { from, to: path, before, after: entry };
    });
  }

  private async pair(from: string, to: string, { before, after }: EntryPair): Promise<void> {
    const isMoved = this.moves.from.has(from) || this.moves.to.has(to);
    if (before && after && !isMoved && isSameKind(before, after)) {
      if (before.mode !== after.mode) this.plan.modes.push({ path: to, from, before, after });
      if (before.type === 'dir' && after.type === 'dir')
        await this.compare(from, to, before.hash, after.hash);
      return;
    }
    if (before) this.left.push(await this.gone(from, before));
    if (after) await this.arrive(to, after);
    if (before && after) this.was.set(to, from);
  }

  private async gone(path: string, entry: TreeEntry): Promise<Gone> {
    const children: Gone[] = [];
    if (this.moves.from.has(path)) this.whole.set(path, entry);
    else if (entry.type === 'dir')
      for (const child of await this.trees.readDir(entry.hash))
        children.push(await this.gone(joinPath(path, child.name), child));
    return { path, entry, children };
  }

  private async arrive(path: string, entry: TreeEntry): Promise<void> {
    const from = this.moves.to.get(path);
    if (from !== undefined) {
      this.arrived.push({ from, path, entry });
      return;
    }
    if (entry.type !== 'dir') {
      this.come.push({ path, entry });
      return;
    }
    if (this.keptFolders.has(entry.hash) && !this.around.has(path) && (await this.telling.has(entry.hash))) {
      this.plan.fetches.push({ path, entry });
      return;
    }
    this.plan.makes.push({ path, entry });
    for (const child of await this.trees.readDir(entry.hash))
      await this.arrive(joinPath(path, child.name), child);
  }
}

/** True for what stays where it is: a folder, or the same file with other permissions perhaps. */
function isSameKind(before: TreeEntry, after: TreeEntry): boolean {
  return before.type === after.type && (before.type === 'dir' || before.hash === after.hash);
}
