import type { TreeHash } from '../../../domain/ids';
import { ENVIRONMENT_FILES } from '../../../domain/environment/requirements';
import { textAt } from '../project-files';
import type { SessionDeps } from '../types';

/** The files by which a project asks for versions of tools: path → text. */
export async function filesOfEnvironment(
  deps: Pick<SessionDeps, 'blobs' | 'trees'>,
  tree: TreeHash,
): Promise<Readonly<Record<string, string>>> {
  const texts = await Promise.all(
    ENVIRONMENT_FILES.map(async (path) => [path, await textAt(deps, tree, path)] as const),
  );
  return Object.fromEntries(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}
