import { ancestorPaths, baseName, joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import type { TreeEntry, TreeStore } from '../../../store';
import { pairUp } from './pair-up';

/** Folders that go to another path as they are: by their old paths, and by their new ones. */
export interface FolderMoves {
  from: ReadonlyMap<string, string>;
  to: ReadonlyMap<string, string>;
}

interface Place {
  path: string;
  hash: TreeHash;
}

/**
 * Pairs folders that a tree has at another path than the base, with all that they hold. Only those count that hold an
 * identity: others are alike without being the same.
 */
export async function findFolderMoves(
  trees: TreeStore,
  base: TreeHash,
  tree: TreeHash,
): Promise<FolderMoves> {
  const [leaving, coming]: [Place[], Place[]] = [[], []];
  const collect = async (
    folder: string,
    left: TreeHash | undefined,
    right: TreeHash | undefined,
  ): Promise<void> => {
    for (const [name, { before, after }] of await pairUp(trees, left, right)) {
      const [was, is] = [folderHash(before), folderHash(after)];
      if (was === is) continue;
      const path = joinPath(folder, name);
      // A root is no folder of another one: it stays where it is.
      if (was !== undefined && folder !== '') leaving.push({ path, hash: was });
      if (is !== undefined && folder !== '') coming.push({ path, hash: is });
      await collect(path, was, is);
    }
  };
  await collect('', base, tree);
  return pair(leaving, await onlyTelling(trees, leaving, coming));
}

function folderHash(entry: TreeEntry | undefined): TreeHash | undefined {
  return entry?.type === 'dir' ? entry.hash : undefined;
}

/** Of the new folders those that were somewhere before, and that nothing else can be. */
async function onlyTelling(
  trees: TreeStore,
  leaving: readonly Place[],
  coming: readonly Place[],
): Promise<Place[]> {
  const known = new Set(leaving.map(({ hash }) => hash));
  const telling = new TellingFolders(trees);
  const chosen: Place[] = [];
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
function pair(leaving: readonly Place[], coming: readonly Place[]): FolderMoves {
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
    const free = (byHash.get(hash) ?? []).filter(isFree);
    const source = free.find((each) => baseName(each) === baseName(path)) ?? free[0];
    if (source === undefined) continue;
    from.set(source, path);
    to.set(path, source);
    for (const above of ancestorPaths(source)) around.add(above);
  }
  return { from, to };
}
