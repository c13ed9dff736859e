/** Contents of files that are no modules, as the child was sent them. */
import { askAssets } from './ask';
import type { Context } from './context';

/** Contents by path, in base64, for each context. */
const known = new WeakMap<Context, Map<string, string>>();

/** Those of the files that there are, in base64; the parent is asked at most once. */
export function takeAssets(context: Context, paths: Iterable<string>): [path: string, base64: string][] {
  const contents = known.get(context) ?? new Map<string, string>();
  known.set(context, contents);
  const wanted = [...paths].filter((path) => context.assetPaths.has(path));
  const unknown = wanted.filter((path) => !contents.has(path));
  if (unknown.length > 0) for (const [path, bytes] of askAssets(unknown)) contents.set(path, bytes);
  return wanted.flatMap((path): [string, string][] => {
    const content = contents.get(path);
    return content === undefined ? [] : [[path, content]];
  });
}
