import { sizeText } from '../../../domain/text';
import type { BlobStore, TreeEntry } from '../../../store';
import type { DiskProblem } from '../../../domain/goal/words';
import type { Saying } from '../../../domain/saying';
import { shownPath } from '../directory/context';
import type { FileWords } from './words';

/** Bytes of the files of a goal's tree: from the store, or from the user's disk where the tree knows only their identity. */
export interface Contents {
  /** All bytes of a file of at most `limit` bytes, or why they can't be had, as a code with values. */
  read(entry: TreeEntry, limit: number): Promise<Buffer | Unread>;
  /** Why a file that is known by its identity can't be copied; undefined where it can. Absent: all can. */
  copyProblem?(entry: Pick<TreeEntry, 'hash' | 'size'>): Promise<DiskProblem | undefined>;
}

/** Reason why bytes can't be had. */
export type Unread = { problem: Saying<Pick<FileWords, 'tooLarge' | 'noFile' | 'lost'>> };

/** Files of the disk by their identities; `problem`: why the bytes can't be had. */
export interface DiskFiles {
  read(
    entry: TreeEntry,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<Buffer | { problem: DiskProblem }>;
  copyProblem(entry: Pick<TreeEntry, 'hash' | 'size'>): Promise<DiskProblem | undefined>;
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
      if (entry.size > limit) return { problem: ['tooLarge', shown, sizeText(entry.size), sizeText(limit)] };
      if (entry.type === 'file') return blobs.load(entry.hash);
      if (entry.type !== 'identity' || !disk) return { problem: ['noFile', shown] };
      const bytes = await disk.read(entry, { limit, signal });
      return Buffer.isBuffer(bytes) ? bytes : { problem: ['lost', shown, bytes.problem] };
    },
  };
}
