import { openNavigation, sourceText, storeCache, type Navigation } from '../codebase/navigation';
import type { Config } from '../config';
import { homePaths } from '../machine/paths';
import { openStore } from '../store';
import { listSources } from './list-sources';

/**
 * Opens the navigation of a directory while `use` runs, without a server. Its index is kept in the store of the data folder. Throws a
 * sentence for a path that is no directory, or can't be a project.
 */
export async function withNavigation<T>(
  config: Config,
  path: string,
  use: (navigation: Navigation, directory: string) => Promise<T>,
): Promise<T> {
  const listed = await listSources(config, path);
  const { directory, tree, files, read } = listed;
  const text = (file: string): Promise<string | undefined> => {
    const bytes = read(file);
    return Promise.resolve(bytes && sourceText(bytes));
  };
  const store = await openStore(homePaths(config.home).store);
  try {
    const cache = storeCache(store, directory);
    return await use(await openNavigation({ name: tree, files, text }, { cache }), directory);
  } finally {
    await store.close();
  }
}
