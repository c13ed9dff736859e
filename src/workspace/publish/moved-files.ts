import { pairFiles } from '../manifest/plan/pair-files';
import type { PlannedChange } from './publish-plan';

/** Changes that take a file away which comes elsewhere with the same bytes, by that path. */
export function movedFiles(changes: readonly PlannedChange[]): ReadonlyMap<string, PlannedChange> {
  // Empty files are all alike.
  const gone = changes.flatMap(({ path, before: entry, after }) =>
    entry?.type === 'file' && !after && entry.size > 0 ? [{ path, entry }] : [],
  );
  const come = changes.flatMap(({ path, before, after: entry }) =>
    !before && entry?.type === 'file' ? [{ path, entry }] : [],
  );
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const { pairs } = pairFiles(gone, come, (path) => path);
  return new Map(
    pairs.flatMap(({ from, to }) => {
      const change = byPath.get(from);
      return change ? [[to, change] as const] : [];
    }),
  );
}
