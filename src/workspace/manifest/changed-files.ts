import { ancestorPaths } from '../../domain/files/paths';
import { type FileChange, LISTED_PATHS } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import { type TreeChange, treeChanges } from '../../store';
import { findRenames } from '../trees/find-renames';
import type { TreeAccess } from '../trees/tree-access';
import { findFolderMoves } from './plan/folder-moves';

/** The first 50 paths that differ between two manifests. A file that was moved is one change, and so is a whole folder. */
export async function changedFiles(store: TreeAccess, base: TreeHash, tree: TreeHash): Promise<FileChange[]> {
  const moves = await findFolderMoves(store.trees, base, tree);
  const isIn = (path: string, folders: ReadonlyMap<string, string>): boolean =>
    folders.has(path) || ancestorPaths(path).some((above) => folders.has(above));
  const changes = (await treeChanges(store.trees, base, tree)).filter(
    ({ path, before, after }) => !(before && isIn(path, moves.from)) && !(after && isIn(path, moves.to)),
  );
  const renames = await findRenames(store, { base, tree }, changes);
  const moved = new Set([...renames.values()].map(({ from }) => from));
  const files = [...moves.from].map(([from, to]) => changeOf(to, 'renamed', from));
  for (const { path, before, after } of changes) {
    if (moved.has(path) || isFolderMode(before, after)) continue;
    const from = renames.get(path)?.from;
    const change = !before ? 'added' : !after ? 'deleted' : 'modified';
    files.push(changeOf(path, from === undefined ? change : 'renamed', from));
  }
  return files.slice(0, LISTED_PATHS);
}

/** Permissions of a folder are no change of a file. */
function isFolderMode(before: TreeChange['before'], after: TreeChange['after']): boolean {
  return before?.type === 'dir' && after?.type === 'dir';
}

function changeOf(path: string, change: FileChange['change'], from?: string): FileChange {
  return { path, change, addedLines: 0, removedLines: 0, ...(from !== undefined && { renamedFrom: from }) };
}
