import { exportedDeclarations } from '../../codebase';
import type { TreeHash } from '../../domain/ids';
import { exportDifferences, type ExportDifference, type ExportsByFile } from '../../domain/session/exports';
import { textAt } from './project-files';
import type { SessionDeps } from './types';

/** Exported names of TypeScript and JavaScript whose declarations differ between two trees. */
export async function compareExports(
  deps: Pick<SessionDeps, 'blobs' | 'trees'>,
  { before, after }: { before: TreeHash; after: TreeHash },
): Promise<readonly ExportDifference[]> {
  const [was, is] = await Promise.all([deps.trees.list(before), deps.trees.list(after)]);
  const changedIn = (one: typeof was, other: typeof was): string[] => {
    const hashes = new Map(other.map(({ path, hash }) => [path, hash]));
    return one.filter(({ path, hash }) => hashes.get(path) !== hash).map(({ path }) => path);
  };
  return exportDifferences(
    await exportsOf(deps, before, changedIn(was, is)),
    await exportsOf(deps, after, changedIn(is, was)),
  );
}

async function exportsOf(
  deps: Pick<SessionDeps, 'blobs' | 'trees'>,
  tree: TreeHash,
  paths: readonly string[],
): Promise<ExportsByFile> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const text = await textAt(deps, tree, path);
      const declared = text === undefined ? undefined : exportedDeclarations(path, text);
      return declared ? [[path, declared] as const] : [];
    }),
  );
  return Object.fromEntries(read.flat());
}
