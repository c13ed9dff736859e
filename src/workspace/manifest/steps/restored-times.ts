import type { TreeHash } from '../../../domain/ids';
import type { SnapshotRef } from '../../../domain/run/checkpoints';
import { SnapshotTimes, type TreeEntry } from '../../../store';
import type { TreeAccess } from '../../trees/tree-access';

/** Modification times of a snapshot for what a tree has as the snapshot has it; whole µs since 1970. */
export class RestoredTimes {
  private readonly times: SnapshotTimes | undefined;

  constructor(
    private readonly store: TreeAccess,
    private readonly tree: TreeHash,
    private readonly snapshot: SnapshotRef | undefined,
  ) {
    this.times = snapshot?.times === undefined ? undefined : new SnapshotTimes(store, snapshot);
  }

  /** Time of a file or link; undefined where the snapshot has another one, or none. */
  async of(path: string, entry: TreeEntry): Promise<number | undefined> {
    if (!this.times || !this.snapshot) return undefined;
    const was = await this.store.trees.find(this.snapshot.tree, path);
    return was?.type === entry.type && was.hash === entry.hash ? this.times.mtimeUs(path) : undefined;
  }

  /** A folder that holds something else than in the snapshot has changed since. */
  async ofFolder(path: string): Promise<number | undefined> {
    if (!this.times) return undefined;
    const is = await this.store.trees.find(this.tree, path);
    return is?.type === 'dir' ? this.of(path, is) : undefined;
  }
}
