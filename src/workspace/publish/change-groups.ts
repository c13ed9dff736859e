import type { TreeHash } from '../../domain/ids';
import { ancestorPaths } from '../../domain/files/paths';
import type { PathConflict } from '../../domain/files/workspace';
import { type TreeChange, type TreeEntry, readingAt } from '../../store';
import type { TreeAccess } from '../trees/tree-access';
import { findRenames } from '../trees/find-renames';
import { decodeName } from '../../machine/file-names';

/** So many different lines make a move; fewer only where they are all of a deleted file. */
const MOVED_LINES = 3;
/** Shorter lines (letters and digits) stand in every program. */
const TELLING_CHARS = 10;
/** Most bytes of one file and of all that are searched. */
const LARGEST = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** Lines that a change takes away, and those that it brings. */
interface LineChange {
  path: string;
  added: string[];
  removed: string[];
  deleted: boolean;
}

/**
 * Groups of changes that belong together, so that leaving one out leaves out the others: both sides of a rename, a file
 * and the folder that it replaces or gives way to, contents of a folder that is not made, and paths that bytes or lines
 * moved between.
 */
export class ChangeGroups {
  /** Path → those that can't be made without it. */
  private readonly needing = new Map<string, Set<string>>();
  private readonly newFolders = new Map<string, string[]>();

  private constructor(
    private readonly changes: ReadonlyMap<string, TreeChange>,
    private readonly shown: (path: string) => string,
  ) {}

  /** Groups of the changes between two trees. `shown`: a path as people see it, in reasons. */
  static async of(
    store: TreeAccess,
    trees: { base: TreeHash; tree: TreeHash },
    changes: readonly TreeChange[],
    shown: (path: string) => string = (path) => path,
  ): Promise<ChangeGroups> {
    const groups = new ChangeGroups(new Map(changes.map((change) => [change.path, change])), shown);
    for (const change of changes) groups.addFolders(change);
    for (const [path, { from }] of await findRenames(store, trees, changes)) groups.join(path, from);
    groups.joinMoved();
    for (const [a, b] of await movedLines(store, trees, changes)) groups.join(a, b);
    return groups;
  }

  /** Adds conflicts to what is left out, and all that can't be made without them. */
  leaveOut(conflicts: readonly PathConflict[], left: Map<string, string>): void {
    for (let found = [...conflicts]; found.length > 0; found = this.emptied(left)) {
      for (let next = found.shift(); next; next = found.shift()) {
        const { path, reason } = next;
        if (left.has(path)) continue;
        left.set(path, reason);
        for (const other of this.needing.get(path) ?? [])
          found.push({ path: other, reason: `it belongs together with ${this.shown(path)}` });
      }
    }
  }

  /** New folders of whose content nothing would be made. */
  private emptied(left: ReadonlyMap<string, string>): PathConflict[] {
    return [...this.newFolders].flatMap(([path, content]) =>
      !left.has(path) && content.length > 0 && content.every((inner) => left.has(inner))
        ? [{ path, reason: 'nothing would be put into it' }]
        : [],
    );
  }

  private addFolders({ path, after }: TreeChange): void {
    for (const folder of ancestorPaths(path)) {
      const above = this.changes.get(folder);
      if (!above) continue;
      const [was, is] = [above.before?.type === 'dir', above.after?.type === 'dir'];
      if (was === is) continue;
      if (is) this.link(folder, path);
      if (is && after?.type !== 'dir')
        this.newFolders.set(folder, [...(this.newFolders.get(folder) ?? []), path]);
      if (is && above.before) this.link(path, folder);
      if (was) this.link(path, folder);
      if (was && above.after) this.link(folder, path);
    }
  }

  /** Bytes (or a link's target) that leave one path and come to another: half of that would lose them. */
  private joinMoved(): void {
    const leaving = new Map<string, string[]>();
    for (const { path, before, after } of this.changes.values())
      if (isTold(before) && after?.hash !== before.hash)
        leaving.set(before.hash, [...(leaving.get(before.hash) ?? []), path]);
    for (const { path, before, after } of this.changes.values())
      if (isTold(after) && before?.hash !== after.hash)
        for (const from of leaving.get(after.hash) ?? []) this.join(from, path);
  }

  private join(a: string, b: string): void {
    this.link(a, b);
    this.link(b, a);
  }

  /** `path` can't be made without `on`. */
  private link(on: string, path: string): void {
    const needing = this.needing.get(on) ?? new Set();
    this.needing.set(on, needing.add(path));
  }
}

/** True for entries that their content or their identity tells from others. Empty files are all alike, and a folder is known by its contents. */
function isTold(entry: TreeEntry | undefined): entry is TreeEntry {
  return entry?.type === 'link' || entry?.type === 'identity' || (entry?.type === 'file' && entry.size > 0);
}

/** Pairs of paths, where the first loses lines that the second gets: half of such a move would lose the lines. */
async function movedLines(
  store: TreeAccess,
  trees: { base: TreeHash; tree: TreeHash },
  changes: readonly TreeChange[],
): Promise<[from: string, to: string][]> {
  const files = changes.filter(({ before, after }) => isText(before) || isText(after));
  const bytes = files.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0);
  if (files.length < 2 || bytes > MOST_BYTES) return [];
  const read = async (tree: TreeHash, path: string, entry: TreeEntry | undefined): Promise<Set<string>> =>
    isText(entry)
      ? tellingLines(await readingAt({ tree, path }, () => store.blobs.load(entry.hash)))
      : new Set();
  const changed: LineChange[] = [];
  for (const { path, before, after } of files) {
    const [old, fresh] = [await read(trees.base, path, before), await read(trees.tree, path, after)];
    const without = (lines: Set<string>, others: Set<string>) =>
      [...lines].filter((line) => !others.has(line));
    changed.push({ path, added: without(fresh, old), removed: without(old, fresh), deleted: !after });
  }
  const adders = new Map<string, string[]>();
  for (const { path, added } of changed)
    for (const line of added) adders.set(line, [...(adders.get(line) ?? []), path]);
  return changed.flatMap((from) => targetsOf(from, adders).map((to): [string, string] => [from.path, to]));
}

function targetsOf({ path, removed, deleted }: LineChange, adders: ReadonlyMap<string, string[]>): string[] {
  const enough = deleted ? Math.min(MOVED_LINES, removed.length) : MOVED_LINES;
  const taken = new Map<string, number>();
  for (const line of removed)
    for (const to of adders.get(line) ?? []) taken.set(to, (taken.get(to) ?? 0) + 1);
  return [...taken].filter(([to, count]) => to !== path && count >= enough).map(([to]) => to);
}

function isText(entry: TreeEntry | undefined): entry is TreeEntry {
  return entry?.type === 'file' && entry.size > 0 && entry.size <= LARGEST;
}

function tellingLines(content: Buffer): Set<string> {
  if (content.includes(0)) return new Set();
  const lines = decodeName(content).split('\n');
  return new Set(
    lines
      .map((line) => line.trim())
      .filter((line) => (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING_CHARS),
  );
}
