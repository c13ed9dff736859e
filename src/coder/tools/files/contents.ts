import { sizeText } from '../../../domain/text';
import type { BlobStore, TreeEntry } from '../../../store';
import { shownPath } from '../directory/answers';

/** Bytes of the files of a goal's tree: from the store, or from the user's disk where the tree knows only their identity. */
export interface Contents {
  /** All bytes of a file of at most `limit` bytes, or why they can't be had, in one sentence. */
  read(entry: TreeEntry, limit: number): Promise<Buffer | { problem: string }>;
  /** Why a file that is known by its identity can't be copied, in one sentence; undefined where it can. Absent: all can. */
  copyProblem?(entry: Pick<TreeEntry, 'hash' | 'size'>): Promise<string | undefined>;
}

/** Files of the disk by their identities; `message` is a sentence on why the bytes can't be had. */
export interface DiskFiles {
  read(
    entry: TreeEntry,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<Buffer | { message: string }>;
  copyProblem(entry: Pick<TreeEntry, 'hash' | 'size'>): Promise<string | undefined>;
}

/** Contents of a goal's trees. Without a disk all files are in the store. */
export function goalContents(
  blobs: Pick<BlobStore, 'load'>,
  disk?: DiskFiles,
  signal?: AbortSignal,
): Contents {
  return {
    ...(disk && { copyProblem: (entry) => disk.copyProblem(entry) }),
    read: async (entry, limit) => {
      const shown = shownPath(entry.name);
      if (entry.size > limit)
        return {
          problem: `${shown} has ${sizeText(entry.size)}, more than the ${sizeText(limit)} that can be read.`,
        };
      if (entry.type === 'file') return blobs.load(entry.hash);
      if (entry.type !== 'identity' || !disk) return { problem: `${shown} is no file that can be read.` };
      const bytes = await disk.read(entry, { limit, signal });
      return Buffer.isBuffer(bytes) ? bytes : { problem: `${shown}: ${bytes.message}` };
    },
  };
}
