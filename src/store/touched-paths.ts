import type { TreeHash } from '../domain/ids';
import type { TreeChange } from './tree-changes';
import type { TreeStore } from './types';

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
