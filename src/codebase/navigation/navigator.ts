/** Navigation of the trees of a store. */
import type { HostDirectory } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import { unlessAborted, withSignal } from '../../machine/abort-scope';
import { Lru } from '../../machine/lru';
import type { BlobStore, StatCache, TreeStore } from '../../store';
import { storeCache } from './index/index';
import { openNavigation, type Navigation } from './navigation';
import { treeSources } from './tree-sources';

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
