import type { TreeHash } from '../../domain/ids';
import { readFileOf, type TreeFile } from '../../store';
import { textFormIn } from '../../machine/text/text-form';
import { isSecretFile } from '../../domain/files/secret-names';
import type { SessionDeps } from './types';

const MOST_BYTES = 1_000_000;

/** Files of a tree for handlers that read whole texts. */
export interface TreeTexts {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Size in bytes; undefined where there is no such file. */
  size(path: string): number | undefined;
  /** Bytes of a file; undefined where it is missing, larger than `most`, or holds secrets by its name. */
  bytes(path: string, most?: number): Promise<Buffer | undefined>;
  /** Text of a file; undefined too where it is binary. */
  text(path: string, most?: number): Promise<string | undefined>;
}

export async function openTexts(
  { blobs, trees }: Pick<SessionDeps, 'blobs' | 'trees'>,
  tree: TreeHash,
): Promise<TreeTexts> {
  const listed = (await trees.list(tree)).filter(({ type }) => type === 'file');
  const byPath = new Map<string, TreeFile>(listed.map((file) => [file.path, file]));
  const bytes = async (path: string, most = MOST_BYTES): Promise<Buffer | undefined> => {
    const file = byPath.get(path);
    return !file || file.size > most || isSecretFile(path) ? undefined : readFileOf(blobs, tree, file);
  };
  return {
    paths: listed.map(({ path }) => path),
    size: (path) => byPath.get(path)?.size,
    bytes,
    text: async (path, most) => {
      const read = await bytes(path, most);
      const form = read && (await textFormIn(path, read, bytes));
      return form?.isText ? form.text : undefined;
    },
  };
}
