import type { TreeHash } from '../../domain/ids';
import type { SessionDeps } from './types';

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
