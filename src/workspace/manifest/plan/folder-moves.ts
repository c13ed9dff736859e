import { ancestorPaths, baseName, joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import type { TreeEntry, TreeStore } from '../../../store';
import type { Pace } from '../../../machine/pace';
import { GoneFolders } from './gone-folders';
import type { FolderMoves, MoveRules, FolderPlace } from './moves';
import { pairUp } from './pair-up';

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
 * itself was not. Two folders that change places are moved, and one that takes the place of the folder that it was in.
 */
function withoutStaying(leaving: readonly FolderPlace[], coming: readonly FolderPlace[]): FolderMoves {
  const staying = new Set(leaving.filter(({ stays }) => stays).map(({ path }) => path));
  const banned = new Set<string>();
  for (;;) {
    const moves = pair(leaving, coming, banned);
    const wrong = [...moves.from].filter(
      ([from, to]) =>
        (staying.has(from) && !moves.to.has(from) && !isNested(from, to)) ||
        (staying.has(to) && !moves.from.has(to) && !from.startsWith(`${to}/`)),
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
