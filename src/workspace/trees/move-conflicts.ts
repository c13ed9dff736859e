import type { TreeHash } from '../../domain/ids';
import type { MergeConflict } from '../../domain/files/workspace';
import type { TreeChange, TreeEntry, TreeStore } from '../../store';

/** Changes of two sides, of which a merge is made. */
interface Sides {
  base: TreeHash;
  own: ReadonlyMap<string, TreeChange>;
  theirs: readonly TreeChange[];
  /** Entries that are followed from path to path: identities only, or files that have bytes too. */
  followed: 'identities' | 'files';
}

/** Paths of one file among those that either side changed. */
interface Paths {
  base: Set<string>;
  ours: Set<string>;
  theirs: Set<string>;
}

/**
 * Files that one side moved, copied or deleted where the other side built on that: merged path by path they would be
 * copied, lost, or at a path that nobody gave them. A side may copy or delete a file at will where one of its paths is
 * the same in all three trees. Bytes that one side takes back and the other has put elsewhere too are a conflict wherever
 * else they are: equal bytes do not tell which of them was copied.
 */
export async function moveConflicts(trees: TreeStore, sides: Sides): Promise<MergeConflict[]> {
  const conflicts: MergeConflict[] = [];
  const doubtful = new Map<string, Paths>();
  for (const [key, paths] of pathsByFile(sides)) {
    const { base, ours, theirs } = paths;
    if (same(ours, theirs) || same(ours, base) || same(theirs, base)) continue;
    const leftByBoth = [...base].some((path) => !ours.has(path) && !theirs.has(path));
    const isAdded = [...ours, ...theirs].some((path) => !base.has(path));
    const stays = [...base].some((path) => ours.has(path) && theirs.has(path));
    if ((leftByBoth && isAdded) || isCopiedAndLost(key, paths)) conflicts.push(conflictOf(paths));
    else if (!stays) doubtful.set(key, paths);
  }
  if (doubtful.size > 0) for (const key of await unchangedFiles(trees, sides)) doubtful.delete(key);
  return [...conflicts, ...[...doubtful.values()].map(conflictOf)];
}

/** True for bytes, which only followed files have, that theirs loses at a path and ours has put to another one. */
function isCopiedAndLost(key: string, { base, ours, theirs }: Paths): boolean {
  if (!key.startsWith('file ')) return false;
  return [...base].some((path) => !theirs.has(path)) && [...ours].some((path) => !base.has(path));
}

function conflictOf({ base, ours, theirs }: Paths): MergeConflict {
  // A change of theirs: leaving it out resolves the conflict.
  const [path = ''] = [
    ...[...theirs].filter((each) => !base.has(each)),
    ...[...base].filter((each) => !theirs.has(each)),
  ];
  const [at] = [...ours].filter((each) => !base.has(each));
  const message =
    at === undefined
      ? 'a later change deleted it at another path'
      : `a later change moved or copied it to ${at}`;
  return { path, kind: 'moved', message };
}

function pathsByFile({ own, theirs, followed }: Sides): Map<string, Paths> {
  const other = new Map(theirs.map((change) => [change.path, change]));
  const found = new Map<string, Paths>();
  const note = (side: keyof Paths, path: string, entry: TreeEntry | undefined): void => {
    if (!entry || !isFollowed(entry, followed)) return;
    const paths = found.get(keyOf(entry)) ?? { base: new Set(), ours: new Set(), theirs: new Set() };
    found.set(keyOf(entry), paths);
    paths[side].add(path);
  };
  for (const path of new Set([...own.keys(), ...other.keys()])) {
    const [mine, his] = [own.get(path), other.get(path)];
    const base = (mine ?? his)?.before;
    note('base', path, base);
    note('ours', path, mine ? mine.after : base);
    note('theirs', path, his ? his.after : base);
  }
  return found;
}

/** Files with a path that neither side changed. */
async function unchangedFiles(trees: TreeStore, { base, own, theirs }: Sides): Promise<Set<string>> {
  const changed = new Set([...own.keys(), ...theirs.map(({ path }) => path)]);
  const files = await trees.list(base);
  return new Set(files.filter(({ path }) => !changed.has(path)).map(keyOf));
}

function keyOf({ type, hash }: TreeEntry): string {
  return `${type} ${hash}`;
}

/** Empty files are all alike. */
function isFollowed({ type, size }: TreeEntry, followed: Sides['followed']): boolean {
  return type === 'identity' || (followed === 'files' && type === 'file' && size > 0);
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((path) => b.has(path));
}
