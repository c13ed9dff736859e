/** The text of a test file's snapshots: among the files of the program, or an asset of its tree. */
import { takeAssets } from './assets';
import type { Context } from './context';

/** Path at which jest and vitest keep the snapshots of a test file. */
function snapshotPath(testFile: string): string {
  return testFile.replace(/(?<![^/])([^/]+)$/, '__snapshots__/$1.snap');
}

/** Undefined when the test file has none. */
export function snapshotText(
  testFile: string,
  files: ReadonlyMap<string, string>,
  context: Context,
): string | undefined {
  const path = snapshotPath(testFile);
  const own = files.get(path);
  if (own !== undefined) return own;
  const [asset] = takeAssets(context, [path]);
  return asset && Buffer.from(asset[1], 'base64').toString('utf8');
}
