import { hashText } from '../../domain/text';
import type { Config } from '../../config';
import { homePaths } from '../../machine/paths';
import { BlobMissingError, openStore } from '../../store';

/** Opens the store while `use` runs and gives it a function that reads the texts of diffs. */
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
        return `(the text of the change ${hashText(hash)} is on another machine, or was removed by kintsugi store gc)`;
      }
    });
  } finally {
    await store.close();
  }
}
