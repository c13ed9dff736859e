import type { TreeHash } from '../../domain/ids';
import { ancestorPaths } from '../../domain/files/paths';
import type { PathConflict } from '../../domain/files/workspace';
import type { TreeChange, TreeEntry } from '../../store';
import type { TreeAccess } from '../trees/tree-access';
import { findRenames } from '../trees/find-renames';
import { movedLines } from '../trees/moved-lines';

/**
 * Groups of changes that belong together, so that leaving one out leaves out the others: both sides of a rename, a file
 * and the folder that it replaces or gives way to, contents of a folder that is not made, and paths that bytes or lines
 * moved between.
 */
export class ChangeGroups {
  /** Path → those that can't be made without it. */
  private readonly needing = new Map<string, Set<string>>();
  /** New folders, and what is to be put into each. */
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
