import { joinPath } from '../../domain/files/paths';
import { knownFolderOf } from '../../domain/goal/locate';
import { shownPlace } from '../../domain/goal/places';
import type { TreeHash } from '../../domain/ids';
import type { TreeStore } from '../../store';
import type { KnownFolder } from './task';

/** Desktop, documents, downloads and the like: the roots themselves, or folders at their top, by their names in many languages. */
export async function goalFolders(
  { trees }: { trees: Pick<TreeStore, 'readDir'> },
  roots: readonly string[],
  tree: TreeHash,
): Promise<KnownFolder[]> {
  const found: KnownFolder[] = [];
  const note = (name: string, root: number, path: string) => {
    const of = knownFolderOf(name);
    if (of !== undefined) found.push({ path: shownPlace(roots, { root, path }), of });
  };
  for (const { name, ...folder } of await trees.readDir(tree)) {
    if (folder.type !== 'dir') continue;
    const root = Number(name);
    note(roots[root]?.split('/').at(-1) ?? '', root, '');
    for (const entry of await trees.readDir(folder.hash))
      if (entry.type === 'dir') note(entry.name, root, joinPath('', entry.name));
  }
  return found;
}
