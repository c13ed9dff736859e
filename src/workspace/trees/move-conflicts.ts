import type { MergeConflict } from '../../domain/files/workspace';
import type { TreeChange, TreeEntry } from '../../store';

/** Changes of two sides, and what a merge makes of them. */
interface Merged {
  own: ReadonlyMap<string, TreeChange>;
  theirs: readonly TreeChange[];
  /** New entries by path; where a path is missing, ours stands. */
  taken: ReadonlyMap<string, TreeEntry | undefined>;
  /** Entries that are followed from path to path: identities only, or files that have bytes too. */
  followed: 'identities' | 'files';
}

/** Paths of one file among those that either side changed. */
interface Paths {
  base: Set<string>;
  ours: Set<string>;
  theirs: Set<string>;
  merged: Set<string>;
}

/**
 * Files that both sides moved, each its own way: the merge would copy or lose them, or undo what the other side built
 * on. A side may copy or delete a file at will where one of its paths is the same in all three trees.
 */
export function moveConflicts(merge: Merged): MergeConflict[] {
  const conflicts: MergeConflict[] = [];
  for (const paths of pathsByFile(merge).values()) {
    if (same(paths.ours, paths.theirs) || same(paths.ours, paths.base) || same(paths.theirs, paths.base))
      continue;
    const stays = [...paths.base].some((path) => paths.ours.has(path) && paths.theirs.has(path));
    if (stays && paths.merged.size <= Math.max(paths.ours.size, paths.theirs.size)) continue;
    conflicts.push(conflictOf(paths));
  }
  return conflicts;
}

function conflictOf({ base, ours, theirs }: Omit<Paths, 'merged'>): MergeConflict {
  // A change of theirs: leaving it out resolves the conflict.
  const [path = ''] = [
    ...[...theirs].filter((each) => !base.has(each)),
    ...[...base].filter((each) => !theirs.has(each)),
  ];
  const [at] = [...ours].filter((each) => !base.has(each));
  const message =
    at === undefined ? 'a later change deleted it at another path' : `a later change moved it to ${at}`;
  return { path, kind: 'moved', message };
}

function pathsByFile({ own, theirs, taken, followed }: Merged): Map<string, Paths> {
  const other = new Map(theirs.map((change) => [change.path, change]));
  const found = new Map<string, Paths>();
  const note = (side: keyof Paths, path: string, entry: TreeEntry | undefined): void => {
    if (!entry || !isFollowed(entry, followed)) return;
    const key = `${entry.type} ${entry.hash}`;
    const paths = found.get(key) ?? {
      base: new Set(),
      ours: new Set(),
      theirs: new Set(),
      merged: new Set(),
    };
    found.set(key, paths);
    paths[side].add(path);
  };
  for (const path of new Set([...own.keys(), ...other.keys()])) {
    const [mine, his] = [own.get(path), other.get(path)];
    const base = (mine ?? his)?.before;
    const ours = mine ? mine.after : base;
    note('base', path, base);
    note('ours', path, ours);
    note('theirs', path, his ? his.after : base);
    note('merged', path, taken.has(path) ? taken.get(path) : ours);
  }
  return found;
}

/** Empty files are all alike. */
function isFollowed({ type, size }: TreeEntry, followed: Merged['followed']): boolean {
  return type === 'identity' || (followed === 'files' && type === 'file' && size > 0);
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((path) => b.has(path));
}
