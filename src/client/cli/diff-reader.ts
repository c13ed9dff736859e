import type { Config } from '../../config';
import { homePaths } from '../../paths';
import { openStore } from '../../store';

/** Gives a function that reads diff texts from the local store, for as long as `use` runs. */
export async function withDiffReader<T>(
  config: Config,
  use: (readDiff: (hash: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const store = await openStore(homePaths(config.home).store);
  try {
    return await use(async (hash) => {
      if (!(await store.blobs.has(hash)))
        return `(the change ${hash.slice(0, 12)} is kept on another machine)`;
      return (await store.blobs.get(hash)).toString('utf8');
    });
  } finally {
    await store.close();
  }
}
