import { placeOf, shownPlace } from '../../domain/goal/places';
import type { FileChange, TreeDiff } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import { excerpt } from '../../domain/text';
import { treeChanges, type TreeChange, type TreeEntry } from '../../store';
import type { TreeAccess } from '../trees/tree-access';

const LISTED = 50;
const EXCERPT_CHARS = 2_048;

/** Change of folders of people, as they would say it: what moves, is made, changes and goes. Its text is a blob. */
export async function describeChange(
  store: TreeAccess,
  { base, tree, roots }: { base: TreeHash; tree: TreeHash; roots: readonly string[] },
): Promise<TreeDiff> {
  const changes = pairMoves(await treeChanges(store.trees, base, tree)).map((change) => shown(change, roots));
  const text = changes.map(lineOf).join('\n');
  const files = changes.slice(0, LISTED).map(fileChange);
  return {
    ...{ base, tree, files, fileCount: changes.length, size: changes.length },
    hash: await store.blobs.put(Buffer.from(text)),
    excerpt: excerpt(text, EXCERPT_CHARS),
  };
}

/** A change, with the path that the entry had before where it only has another one now. */
interface Described extends TreeChange {
  from?: string;
}

/** Finds what has only another path now. A folder that goes whole is one change, without all that it holds. */
function pairMoves(changes: readonly TreeChange[]): Described[] {
  const gone = new Map<string, string[]>();
  for (const { path, before, after } of changes)
    if (before && !after) gone.set(keyOf(before), [...(gone.get(keyOf(before)) ?? []), path]);
  const inside = new PathSet();
  const sources = new Set<string>();
  const moves = new Map<string, string>();
  for (const { path, before, after } of changes) {
    if (!after || before || inside.covers(path)) continue;
    const from = gone.get(keyOf(after))?.find((one) => !sources.has(one) && !inside.covers(one));
    if (from === undefined) continue;
    sources.add(from);
    moves.set(path, from);
    if (after.type === 'dir') inside.add(path, from);
  }
  return changes.flatMap((change): Described[] => {
    const { path, before, after } = change;
    if (inside.covers(path) || (before && !after && sources.has(path))) return [];
    return [{ ...change, from: moves.get(path) }];
  });
}

function keyOf({ type, hash, mode }: TreeEntry): string {
  return `${type} ${mode} ${hash}`;
}

/** Folders whose contents belong to a change of their own. */
class PathSet {
  private readonly folders = new Set<string>();

  add(...paths: readonly string[]): void {
    for (const path of paths) this.folders.add(path);
  }

  /** True if a path lies in one of the folders, and is none of them. */
  covers(path: string): boolean {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
      if (this.folders.has(path.slice(0, slash))) return true;
    return false;
  }
}

function shown(change: Described, roots: readonly string[]): Described {
  const place = (path: string) => shownPlace(roots, placeOf(path));
  return {
    ...change,
    path: place(change.path),
    from: change.from === undefined ? undefined : place(change.from),
  };
}

function lineOf({ path, from, before, after }: Described): string {
  const slash = (before ?? after)?.type === 'dir' ? '/' : '';
  if (from !== undefined) return `move    ${from}${slash} → ${path}${slash}`;
  if (!before) return `${after?.type === 'dir' ? 'make   ' : 'write  '} ${path}${slash}`;
  if (!after) return `delete  ${path}${slash}`;
  return `${before.hash === after.hash || slash !== '' ? 'mode   ' : 'change '} ${path}${slash}`;
}

function fileChange({ path, from, before, after }: Described): FileChange {
  const counts = { addedLines: 0, removedLines: 0 };
  if (from !== undefined) return { path, change: 'renamed', renamedFrom: from, ...counts };
  return { path, change: before ? (after ? 'modified' : 'deleted') : 'added', ...counts };
}
