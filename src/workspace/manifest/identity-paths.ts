import type { TreeHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { TreeStore } from '../../store';

/** Paths kept for trees that were asked for last: some 60 MB. */
const KEPT_PATHS = 300_000;

/** Paths of a tree at which an identity stands; the first one is the first in the order of the tree. */
export type PathsByIdentity = ReadonlyMap<string, readonly string[]>;

/** Finds where a tree has its identities; what was asked for last is remembered. */
export class IdentityPaths {
  private readonly known = new Lru<TreeHash, PathsByIdentity>(KEPT_PATHS);

  constructor(private readonly trees: TreeStore) {}

  async of(tree: TreeHash): Promise<PathsByIdentity> {
    const known = this.known.get(tree);
    if (known) return known;
    const paths = new Map<string, string[]>();
    for (const { path, type, hash } of await this.trees.list(tree)) {
      if (type !== 'identity') continue;
      const others = paths.get(hash);
      if (others) others.push(path);
      else paths.set(hash, [path]);
    }
    this.known.set(tree, paths, paths.size + 1);
    return paths;
  }
}
