import type { TreeHash } from '../domain/ids';
import { joinPath } from '../domain/files/paths';
import { readingAt } from './errors';
import { compareNames } from '../machine/file-names';
import { Pace } from '../machine/pace';
import type { TreeEntry, TreeStore } from './types';

/**
 * One path that differs between two trees. A folder stands for itself and its mode only; what it holds has
 * changes of its own. A path that changes its type is one change, plus those of what the folder held or holds.
 */
export interface TreeChange {
  path: string;
  before?: TreeEntry;
  after?: TreeEntry;
}

/** All differences, a folder before what it holds, in the order of names. Equal sub-trees are not read. */
export async function treeChanges(trees: TreeStore, base: TreeHash, tree: TreeHash): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const pace = new Pace();

  const read = (root: TreeHash, hash: TreeHash | undefined, folder: string): Promise<readonly TreeEntry[]> =>
    hash === undefined
      ? Promise.resolve([])
      : readingAt({ tree: root, path: folder }, () => trees.readDir(hash));

  async function compare(
    folder: string,
    left: TreeHash | undefined,
    right: TreeHash | undefined,
  ): Promise<void> {
    if (left === right) return;
    const [before, after] = await Promise.all([read(base, left, folder), read(tree, right, folder)]);
    for (const [name, pair] of pairUp(before, after)) {
      const path = joinPath(folder, name);
      if (!sameEntry(pair.before, pair.after)) changes.push({ path, ...pair });
      // A store that reads at once leaves the event loop no turn.
      if (pace.due) await pace.rest();
      await compare(path, listingOf(pair.before), listingOf(pair.after));
    }
  }

  await compare('', base, tree);
  return changes;
}

function pairUp(
  before: readonly TreeEntry[],
  after: readonly TreeEntry[],
): [string, Omit<TreeChange, 'path'>][] {
  const pairs = new Map<string, Omit<TreeChange, 'path'>>(
    before.map((entry) => [entry.name, { before: entry }]),
  );
  for (const entry of after) pairs.set(entry.name, { ...pairs.get(entry.name), after: entry });
  return [...pairs].sort(([a], [b]) => compareNames(a, b));
}

function listingOf(entry: TreeEntry | undefined): TreeHash | undefined {
  return entry?.type === 'dir' ? entry.hash : undefined;
}

/** True if two entries are the same by themselves: for folders that is their mode. */
function sameEntry(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  if (!a || !b) return a === b;
  return a.type === b.type && a.mode === b.mode && (a.type === 'dir' || a.hash === b.hash);
}

/**
 * All paths that a change between two trees is about: those that differ, what folders that come or go hold, and where copies of
 * files come from.
 */
export async function touchedPaths(
  trees: TreeStore,
  base: TreeHash,
  changes: readonly TreeChange[],
): Promise<string[]> {
  const gone = new Set(changes.flatMap(({ before, after }) => (before && !after ? [before.hash] : [])));
  const copied = new Set(
    changes.flatMap(({ before, after }) =>
      after?.type === 'identity' && before?.hash !== after.hash && !gone.has(after.hash) ? [after.hash] : [],
    ),
  );
  const paths = changes.map(({ path }) => path);
  if (copied.size === 0) return paths;
  const sources = (await trees.list(base)).filter(({ hash }) => copied.has(hash));
  return [...paths, ...sources.map(({ path }) => path)];
}
