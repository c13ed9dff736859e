import { ENVIRONMENT_FILES } from '../../domain/environment/requirements';
import type { TreeHash } from '../../domain/ids';
import type { CommandEnd, CommandTask, HandlerContext, HandlerInput, SessionDeps } from './types';

/** Largest file that handlers read as text, bytes. */
const MOST_BYTES = 1_000_000;

/** Text of a file of a tree; undefined where there is none, or it is too large. */
export async function textAt(
  { blobs, trees }: Pick<SessionDeps, 'blobs' | 'trees'>,
  tree: TreeHash,
  path: string,
): Promise<string | undefined> {
  const file = await trees.find(tree, path);
  if (file?.type !== 'file' || file.size > MOST_BYTES) return undefined;
  return String(await blobs.load(file.hash));
}

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

/** Runs a command on a private copy of the files of a session, or of another tree. */
export function runOnFiles(
  { runCommand }: Pick<SessionDeps, 'runCommand'>,
  { directory, spec, heavyFolders, task }: HandlerInput,
  given: Pick<CommandTask, 'command' | 'timeoutMs' | 'collect'> & { tree?: TreeHash },
  context: HandlerContext,
): Promise<CommandEnd> {
  return runCommand({ directory, spec, heavyFolders, tree: task.files.tree, ...given }, context);
}
