import { ENVIRONMENT_FILES } from '../../domain/environment/requirements';
import type { TreeHash, BlobHash } from '../../domain/ids';
import type { CommandEnd, CommandTask, HandlerContext, HandlerInput, SessionDeps } from './types';
import type { WrittenProposal } from '../../domain/session/handling';
import { excerpt, firstLine } from '../../domain/text';

const MATERIAL_CHARS = 60_000;

type Keeping = Pick<SessionDeps, 'blobs' | 'redact'>;

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

/** Keeps the whole result of a handler as JSON; resolves to its blob. */
export function keepDetail({ blobs, redact }: Keeping, detail: object): Promise<BlobHash> {
  return blobs.put(Buffer.from(redact(JSON.stringify({ version: 1, ...detail }))));
}

/** Keeps the text that a model is shown to finish the work of a handler; resolves to its blob. */
export function keepMaterial({ blobs, redact }: Keeping, text: string): Promise<BlobHash> {
  return blobs.put(Buffer.from(redact(excerpt(text, MATERIAL_CHARS))));
}

/** Keeps a text that people are asked to approve. */
export async function keepProposal({ blobs, redact }: Keeping, text: string): Promise<WrittenProposal> {
  const said = redact(text);
  const hash = await blobs.put(Buffer.from(said));
  return { hash, title: firstLine(said, 120), excerpt: excerpt(said) };
}

/** The saved state of a session; throws where the store has lost it. */
export async function readSession({ blobs }: Pick<SessionDeps, 'blobs'>, saved: BlobHash): Promise<object> {
  return JSON.parse(String(await blobs.load(saved))) as object;
}
