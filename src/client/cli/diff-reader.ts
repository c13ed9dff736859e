import type { Config } from '../../config';
import { homePaths } from '../../machine/paths';
import { BlobMissingError, openStore } from '../../store';

/** Gives a function that reads diff texts from the store, for as long as `use` runs. */
export async function withDiffReader<T>(
  config: Config,
  use: (readDiff: (hash: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const store = await openStore(homePaths(config.home).store, { shared: config.s3 });
  try {
    return await use(async (hash) => {
      try {
        return (await store.blobs.get(hash)).toString('utf8');
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
        return `(the change ${hash.slice(0, 12)} is kept on another machine, or was collected)`;
      }
    });
  } finally {
    await store.close();
  }
}
