/** The text of a test file's snapshots: among the files of the program, or an asset of its tree. */
import { askAssets } from './ask';
import type { Context } from './context';

/** Asked for once: a context never changes. */
const texts = new WeakMap<Context, Map<string, string>>();

/** Where jest and vitest keep the snapshots of a test file. */
function snapshotPath(testFile: string): string {
  return testFile.replace(/([^/]+)$/, '__snapshots__/$1.snap');
}

/** Undefined when the test file has none. */
export function snapshotText(
  testFile: string,
  files: ReadonlyMap<string, string>,
  context: Context,
): string | undefined {
  const path = snapshotPath(testFile);
  const own = files.get(path);
  if (own !== undefined || !context.assetPaths.has(path)) return own;
  const known = texts.get(context) ?? new Map<string, string>();
  texts.set(context, known);
  const text = known.get(path) ?? askedFor(path);
  known.set(path, text);
  return text;
}

function askedFor(path: string): string {
  const [asset] = askAssets([path]);
  return Buffer.from(asset?.[1] ?? '', 'base64').toString('utf8');
}
