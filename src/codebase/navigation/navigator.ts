/** Navigation of the trees of a store. */
/** Source files of a tree in the store. */

import type { HostDirectory } from '../../domain/files/workspace';
import type { TreeHash, BlobHash } from '../../domain/ids';
import { unlessAborted, withSignal } from '../../machine/abort-scope';
import { Lru } from '../../machine/lru';
import {
  type BlobStore,
  type StatCache,
  type TreeStore,
  BlobCorruptError,
  BlobMissingError,
} from '../../store';
import { storeCache } from './index/index';
import { openNavigation, type Navigation } from './navigation';
import { readableText } from '../../machine/text/text-form';
import type { SourceFiles } from './types';

/** Files above this are data, in bytes. */
const LONGEST_SOURCE = 1_000_000;

/** Opens the navigation of a tree. `directory` names the index that is kept; rejects with the signal's reason. */
export type Navigate = (
  input: { directory: Pick<HostDirectory, 'realpath'>; tree: TreeHash },
  signal: AbortSignal,
) => Promise<Navigation>;

export interface NavigatorStores {
  blobs: Pick<BlobStore, 'load' | 'put'>;
  trees: Pick<TreeStore, 'list'>;
  stats: Pick<StatCache, 'get' | 'setMany'>;
}

/** Time of the first index of a large project, ms; later ones read changed files only. */
const DEADLINE_MS = 30_000;

/** The navigation of a tree; undefined where its index can't be made within 30 s. Rejects with the signal's reason. */
export async function openedInTime(
  navigate: Navigate,
  input: Parameters<Navigate>[0],
  signal: AbortSignal,
): Promise<Navigation | undefined> {
  const limit = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await navigate(input, AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return undefined;
    throw error;
  }
}

/** Trees that stay open: an agent asks about the same one again and again. */
const MOST_OPEN = 2;

/** Makes a navigator whose indexes are kept in the store. Those who ask about one tree at once wait for one opening. */
export function createNavigator(stores: NavigatorStores): Navigate {
  const opened = new Lru<TreeHash, Promise<Navigation>>(MOST_OPEN);
  const begin = ({ directory, tree }: Parameters<Navigate>[0], signal: AbortSignal): Promise<Navigation> => {
    const cache = storeCache(stores, directory.realpath);
    const opening = treeSources(stores, tree).then((files) => openNavigation(files, { cache, signal }));
    opened.set(tree, opening);
    opening.catch(() => {
      if (opened.get(tree) === opening) opened.delete(tree);
    });
    return opening;
  };
  return (input, signal) =>
    withSignal(signal, async () => {
      for (;;) {
        signal.throwIfAborted();
        const known = opened.get(input.tree);
        try {
          return await unlessAborted(known ?? begin(input, signal));
        } catch (error) {
          // The one who began may have been cancelled: then this one begins.
          if (signal.aborted || !known) throw error;
        }
      }
    });
}

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
