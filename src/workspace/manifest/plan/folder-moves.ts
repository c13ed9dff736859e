import { ancestorPaths, baseName, joinPath, parentPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import type { TreeEntry, TreeStore } from '../../../store';
import type { Pace } from '../../../machine/pace';
import { isInside } from '../list-folder';

/** Folders that go to another path, as they are or with changes inside: by their old paths, and by their new ones. */
export interface FolderMoves {
  from: ReadonlyMap<string, string>;
  to: ReadonlyMap<string, string>;
}

interface FolderPlace {
  path: string;
  hash: TreeHash;
  /** A folder stands here on the other side too. */
  stays: boolean;
}

/** Folders that may be taken for others, though they were changed. */
export interface MoveRules {
  /** Listings of folders that are kept whole. */
  keptFolders: ReadonlySet<TreeHash>;
  /** True if a folder that was changed can be renamed from one path to another. */
  mayMove(from: string, to: string): boolean;
}

/** An entry of one name, before and after. */
export interface EntryPair {
  before?: TreeEntry;
  after?: TreeEntry;
}

/**
 * Folders that stand nowhere any more, by what they held. One that comes and shares at least half of its names or of its files with it
 * is that folder, changed and moved: its owner, its attributes and its inode go with it. Of folders without files one is another one
 * that keeps its name or its place.
 */
class GoneFolders {
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

/**
 * Pairs folders that a tree has at another path than the base, with all that they hold. Only those count that hold an identity: others
 * are alike without being the same. With `changed`, also those that were changed and moved.
 */
export async function findFolderMoves(
  trees: TreeStore,
  base: TreeHash,
  tree: TreeHash,
  changed?: MoveRules & { pace: Pace },
): Promise<FolderMoves> {
  const [leaving, coming]: [FolderPlace[], FolderPlace[]] = [[], []];
  const collect = async (
    folder: string,
    left: TreeHash | undefined,
    right: TreeHash | undefined,
  ): Promise<void> => {
    for (const [name, { before, after }] of await pairUp(trees, left, right)) {
      const [was, is] = [folderHash(before), folderHash(after)];
      if (was === is) continue;
      if (changed?.pace.due) await changed.pace.rest();
      const path = joinPath(folder, name);
      // A root is no folder of another one: it stays where it is.
      const stays = was !== undefined && is !== undefined;
      if (was !== undefined && folder !== '') leaving.push({ path, hash: was, stays });
      if (is !== undefined && folder !== '') coming.push({ path, hash: is, stays });
      await collect(path, was, is);
    }
  };
  await collect('', base, tree);
  const telling = new TellingFolders(trees);
  const moves = withoutStaying(leaving, await onlyTelling(telling, leaving, coming));
  if (!changed || !coming.some(({ stays }) => !stays)) return moves;
  const gone = await GoneFolders.of(trees, leaving, changed.pace);
  // What is kept comes back as it is.
  const kept = new Set(coming.filter(({ hash }) => changed.keptFolders.has(hash)).map(({ path }) => path));
  const isKept = (path: string) => [path, ...ancestorPaths(path)].some((each) => kept.has(each));
  const open = coming.filter(({ path, stays }) => !stays && !isKept(path));
  return gone.withChanged(open, moves, (from, to) => changed.mayMove(from, to));
}

/**
 * Pairs folders without those of which a folder stays at the old path, or stood at the new one: there all files were moved, and the folder
 * itself was not. Two folders that change places are moved, and one that goes into a new one of its own name, or comes back out of it.
 */
function withoutStaying(leaving: readonly FolderPlace[], coming: readonly FolderPlace[]): FolderMoves {
  const staying = new Set(leaving.filter(({ stays }) => stays).map(({ path }) => path));
  const banned = new Set<string>();
  for (;;) {
    const moves = pair(leaving, coming, banned);
    const wrong = [...moves.from].filter(
      ([from, to]) =>
        (staying.has(from) && !moves.to.has(from) && !isNested(from, to)) ||
        (staying.has(to) && !moves.from.has(to) && !isNested(to, from)),
    );
    if (wrong.length === 0) return moves;
    for (const [from, to] of wrong) banned.add(`${from}\0${to}`);
  }
}

function folderHash(entry: TreeEntry | undefined): TreeHash | undefined {
  return entry?.type === 'dir' ? entry.hash : undefined;
}

/** True if a folder goes into a new one of its own name. */
function isNested(from: string, to: string): boolean {
  return to.startsWith(`${from}/`) && baseName(from) === baseName(to);
}

/** Of the new folders those that were somewhere before, and that nothing else can be. */
async function onlyTelling(
  telling: TellingFolders,
  leaving: readonly FolderPlace[],
  coming: readonly FolderPlace[],
): Promise<FolderPlace[]> {
  const known = new Set(leaving.map(({ hash }) => hash));
  const chosen: FolderPlace[] = [];
  for (const place of coming)
    if (known.has(place.hash) && (await telling.has(place.hash))) chosen.push(place);
  return chosen;
}

/** Tells which folders hold an identity, at any depth. */
export class TellingFolders {
  private readonly known = new Map<TreeHash, boolean>();

  constructor(private readonly trees: TreeStore) {}

  async has(tree: TreeHash): Promise<boolean> {
    const known = this.known.get(tree);
    if (known !== undefined) return known;
    const entries = await this.trees.readDir(tree);
    let telling = entries.some(({ type }) => type === 'identity');
    for (const { type, hash } of entries) {
      if (telling) break;
      telling = type === 'dir' && (await this.has(hash));
    }
    this.known.set(tree, telling);
    return telling;
  }
}

/** Outer folders come first on both sides, so that what goes whole is one move. */
function pair(
  leaving: readonly FolderPlace[],
  coming: readonly FolderPlace[],
  banned: ReadonlySet<string>,
): FolderMoves {
  const byHash = new Map<TreeHash, string[]>();
  for (const { path, hash } of leaving) {
    const others = byHash.get(hash);
    if (others) others.push(path);
    else byHash.set(hash, [path]);
  }
  const [from, to] = [new Map<string, string>(), new Map<string, string>()];
  const around = new Set<string>();
  const isFree = (path: string): boolean =>
    !from.has(path) && !around.has(path) && !ancestorPaths(path).some((above) => from.has(above));
  for (const { path, hash } of coming) {
    if (ancestorPaths(path).some((above) => to.has(above))) continue;
    const free = (byHash.get(hash) ?? []).filter((each) => isFree(each) && !banned.has(`${each}\0${path}`));
    const source = free.find((each) => baseName(each) === baseName(path)) ?? free[0];
    if (source === undefined) continue;
    from.set(source, path);
    to.set(path, source);
    for (const above of ancestorPaths(source)) around.add(above);
  }
  return { from, to };
}

/** Keys that a folder without a file keeps when it is moved, and when it is renamed. */
function bareKeys(path: string, hash: TreeHash): [inPlace: string, byName: string] {
  return [`${hash} in ${parentPath(path)}`, `${hash} name ${baseName(path)}`];
}

function push(into: Map<string, string[]>, key: string, path: string): void {
  const others = into.get(key);
  if (others) others.push(path);
  else into.set(key, [path]);
}

/** Entries of two listings by name; undefined stands for a folder that is not there. */
export async function pairUp(
  trees: TreeStore,
  left: TreeHash | undefined,
  right: TreeHash | undefined,
): Promise<ReadonlyMap<string, EntryPair>> {
  const pairs = new Map<string, EntryPair>();
  if (left !== undefined) for (const before of await trees.readDir(left)) pairs.set(before.name, { before });
  if (right === undefined) return pairs;
  for (const after of await trees.readDir(right)) {
    const known = pairs.get(after.name);
    if (known) known.after = after;
    else pairs.set(after.name, { after });
  }
  return pairs;
}

/** Path of something once the folders around it have moved, by their old paths. */
export function pathAfter(path: string, moved: ReadonlyMap<string, string>): string {
  const folder = [...ancestorPaths(path), path].findLast((each) => moved.has(each));
  return folder === undefined ? path : (moved.get(folder) ?? '') + path.slice(folder.length);
}
