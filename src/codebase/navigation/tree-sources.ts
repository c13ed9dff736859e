/** Source files of a tree in the store. */
import type { BlobHash, TreeHash } from '../../domain/ids';
import { BlobCorruptError, BlobMissingError, type BlobStore, type TreeStore } from '../../store';
import { readableText } from '../../machine/text/text-form';
import type { SourceFiles } from './types';

/** Files above this are data, in bytes. */
export const LONGEST_SOURCE = 1_000_000;

/** Source files of a tree; its hash is their name. */
export async function treeSources(
  { blobs, trees }: { blobs: Pick<BlobStore, 'load'>; trees: Pick<TreeStore, 'list'> },
  tree: TreeHash,
): Promise<SourceFiles> {
  const files = new Map<string, BlobHash>();
  for (const { path, type, hash, size } of await trees.list(tree))
    if (type === 'file' && size <= LONGEST_SOURCE) files.set(path, hash);
  return {
    name: tree,
    files,
    text: async (path) => {
      const hash = files.get(path);
      try {
        return hash === undefined ? undefined : sourceText(await blobs.load(hash));
      } catch (error) {
        if (error instanceof BlobMissingError || error instanceof BlobCorruptError) return undefined;
        throw error;
      }
    },
  };
}

/** Text of a file; undefined where its bytes are none. */
export function sourceText(bytes: Buffer): string | undefined {
  return bytes.length > LONGEST_SOURCE ? undefined : readableText(bytes);
}
