import { hashText } from '../../domain/text';
import type { Config } from '../../config';
import { homePaths } from '../../machine/paths';
import { BlobMissingError, openStore } from '../../store';
import type { ReadBlob } from './event-log';

/** Opens the store while `use` runs and gives it a function that reads the texts of diffs, and one for any text. */
export async function withDiffReader<T>(
  config: Config,
  use: (readDiff: (hash: string) => Promise<string>, readBlob: ReadBlob) => Promise<T>,
): Promise<T> {
  const store = await openStore(homePaths(config.home).store, { shared: config.s3 });
  const readBlob: ReadBlob = async (hash) => {
    try {
      return (await store.blobs.get(hash)).toString('utf8');
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      return undefined;
    }
  };
  const lost = (hash: string): string =>
    `(the text of the change ${hashText(hash)} is on another machine, or was removed by kintsugi store gc)`;
  try {
    return await use(async (hash) => (await readBlob(hash)) ?? lost(hash), readBlob);
  } finally {
    await store.close();
  }
}
