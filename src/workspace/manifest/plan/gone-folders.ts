import { ancestorPaths, baseName, joinPath, parentPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import type { Pace } from '../../../machine/pace';
import type { TreeStore } from '../../../store';
import { isInside } from '../own-data';
import type { FolderMoves, FolderPlace } from './moves';

/**
 * Folders that stand nowhere any more, by what they held. One that comes and shares at least half of its names or of its files with it
 * is that folder, changed and moved: its owner, its attributes and its inode go with it. Of folders without files one is another one
 * that keeps its name or its place.
 */
export class GoneFolders {
  /** Traits of each one, counted, and those that have a trait. */
  private readonly sizes = new Map<string, { names: number; files: number }>();
  private readonly byTrait = new Map<string, string[]>();
  private readonly bare = new Map<string, string[]>();
  private readonly bareComing = new Map<string, number>();
  private readonly traits: Traits;

  private constructor(trees: TreeStore, pace: Pace) {
    this.traits = new Traits(trees, pace);
  }

  static async of(trees: TreeStore, leaving: readonly FolderPlace[], pace: Pace): Promise<GoneFolders> {
    const gone = new GoneFolders(trees, pace);
    for (const { path, hash, stays } of leaving) if (!stays) await gone.add(path, hash);
    return gone;
  }

  private async add(path: string, hash: TreeHash): Promise<void> {
    const traits = await this.traits.of(hash);
    const names = [...traits].filter((trait) => trait.startsWith('/')).length;
    this.sizes.set(path, { names, files: traits.size - names });
    for (const trait of traits) push(this.byTrait, trait, path);
    if (traits.size === 0) for (const key of bareKeys(path, hash)) push(this.bare, key, path);
  }

  /** Adds those of the new folders that are one of these to moves; outer ones come first. */
  async withChanged(
    coming: readonly FolderPlace[],
    { from, to }: FolderMoves,
    mayMove: (from: string, to: string) => boolean,
  ): Promise<FolderMoves> {
    const moves = { from: new Map(from), to: new Map(to) };
    await this.count(coming);
    const isFree = (path: string, taken: ReadonlyMap<string, string>): boolean =>
      ![path, ...ancestorPaths(path)].some((each) => taken.has(each));
    for (const likely of [this.byTraits, this.inPlace, this.byName])
      for (const { path, hash } of coming) {
        if (!isFree(path, moves.to)) continue;
        const found = (await likely(path, hash)).find(
          (was) =>
            isFree(was, moves.from) && !isInside(path, was) && !isInside(was, path) && mayMove(was, path),
        );
        if (found === undefined) continue;
        moves.from.set(found, path);
        moves.to.set(path, found);
      }
    return moves;
  }

  /** Counts the new folders without files, by what they may have kept. */
  private async count(coming: readonly FolderPlace[]): Promise<void> {
    for (const { path, hash } of coming)
      if ((await this.traits.of(hash)).size === 0)
        for (const key of bareKeys(path, hash)) this.bareComing.set(key, (this.bareComing.get(key) ?? 0) + 1);
  }

  /** A folder without files in the same place, and one of the same name. One of several would be anybody's guess. */
  private readonly inPlace = (path: string, hash: TreeHash): string[] => this.only(bareKeys(path, hash)[0]);
  private readonly byName = (path: string, hash: TreeHash): string[] => this.only(bareKeys(path, hash)[1]);

  private only(key: string): string[] {
    const gone = this.bare.get(key) ?? [];
    return gone.length === 1 && this.bareComing.get(key) === 1 ? gone : [];
  }

  /** Those that share files with a new folder, the likeliest first. */
  private readonly byTraits = async (_: string, hash: TreeHash): Promise<string[]> => {
    const traits = await this.traits.of(hash);
    // Names and files apart: a file that was written has become another one on the disk, so that both ways are alike.
    const shares = new Map<string, number>();
    for (const isName of [true, false]) {
      const own = [...traits].filter((trait) => trait.startsWith('/') === isName);
      const shared = new Map<string, number>();
      for (const trait of own) {
        const having = this.byTrait.get(trait) ?? [];
        // A name that is everywhere tells nothing.
        if (having.length <= MOST_ALIKE)
          for (const was of having) shared.set(was, (shared.get(was) ?? 0) + 1);
      }
      for (const [was, count] of shared) {
        const { names = 0, files = 0 } = this.sizes.get(was) ?? {};
        const share = count / Math.max(own.length, isName ? names : files);
        shares.set(was, Math.max(share, shares.get(was) ?? 0));
      }
    }
    const share = (was: string): number => shares.get(was) ?? 0;
    return [...shares.keys()]
      .filter((was) => share(was) >= 1 / 2)
      .sort((a, b) => share(b) - share(a) || a.length - b.length);
  };
}

const MOST_ALIKE = 100;

/** Identities of the files in folders, and their paths there. */
class Traits {
  private readonly known = new Map<TreeHash, ReadonlySet<string>>();

  constructor(
    private readonly trees: TreeStore,
    private readonly pace: Pace,
  ) {}

  async of(tree: TreeHash): Promise<ReadonlySet<string>> {
    const known = this.known.get(tree);
    if (known) return known;
    if (this.pace.due) await this.pace.rest();
    const found = new Set<string>();
    for (const { name, type, hash } of await this.trees.readDir(tree)) {
      if (type === 'identity') found.add(hash);
      if (type !== 'dir') found.add(`/${name}`);
      else
        for (const each of await this.of(hash))
          found.add(each.startsWith('/') ? `/${joinPath(name, each.slice(1))}` : each);
    }
    this.known.set(tree, found);
    return found;
  }
}

/** What a folder without a file keeps when it is moved, and when it is renamed. */
function bareKeys(path: string, hash: TreeHash): [inPlace: string, byName: string] {
  return [`${hash} in ${parentPath(path)}`, `${hash} name ${baseName(path)}`];
}

function push(into: Map<string, string[]>, key: string, path: string): void {
  const others = into.get(key);
  if (others) others.push(path);
  else into.set(key, [path]);
}
