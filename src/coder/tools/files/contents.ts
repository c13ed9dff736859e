import { sizeText } from '../../../domain/text';
import type { BlobStore, TreeEntry } from '../../../store';

/** Bytes of the files of a goal's tree: from the store, or from the user's disk where the tree knows only their identity. */
export interface Contents {
  /** All bytes of a file of at most `limit` bytes, or why they can't be had, in one sentence. */
  read(entry: TreeEntry, limit: number): Promise<Buffer | { problem: string }>;
}

/** Contents of trees whose files are all in the store. */
export function storedContents(blobs: Pick<BlobStore, 'get'>): Contents {
  return {
    read: async (entry, limit) => {
      if (entry.type !== 'file') return { problem: `${entry.name} is no file that can be read.` };
      if (entry.size > limit)
        return {
          problem: `${entry.name} has ${sizeText(entry.size)}, more than the ${sizeText(limit)} that can be read.`,
        };
      return blobs.get(entry.hash);
    },
  };
}
