/** Navigation of a directory with a store of its own, and how long it took to open. */
import { openNavigation, sourceText, storeCache, type Navigation } from '../../src/codebase/navigation/index';
import { openStore } from '../../src/store/index';
import { listDirectory } from '../../src/workspace/capture/index';

export interface OpenDirectory {
  readonly navigation: Navigation;
  /** From the listing of the directory on. */
  readonly ms: number;
  close(): Promise<void>;
}

const LONGEST = 1_000_000;

/** Opens a directory. */
export async function openDirectory(directory: string, storeFolder: string): Promise<OpenDirectory> {
  const store = await openStore(storeFolder);
  const started = performance.now();
  const { tree, files, read } = await listDirectory({ directory, exclude: [], longest: LONGEST });
  const text = (path: string): Promise<string | undefined> => {
    const bytes = read(path);
    return Promise.resolve(bytes && sourceText(bytes));
  };
  const cache = storeCache(store, directory);
  const navigation = await openNavigation({ name: tree, files, text }, { cache });
  return { navigation, ms: performance.now() - started, close: () => store.close() };
}
