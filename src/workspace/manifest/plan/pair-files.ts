import { baseName, parentPath } from '../../../domain/files/paths';
import type { At, Move } from './tree-plan';

/**
 * Pairs what comes with what goes, entry by entry: first in the same folder, then under the same name, then any. `folderAfter`: where a
 * folder is now that was at a path before.
 */
export function pairFiles(
  gone: readonly At[],
  come: readonly At[],
  folderAfter: (path: string) => string,
): { pairs: Move[]; rest: At[] } {
  const pairs: Move[] = [];
  const taken = new Set<At>();
  let open = come;
  for (const [goneKey, comeKey] of [
    [
      (at: At) => inFolder(at, folderAfter(parentPath(at.path))),
      (at: At) => inFolder(at, parentPath(at.path)),
    ],
    [sameName, sameName],
    [anyName, anyName],
  ] as const) {
    const sources = new Map<string, At[]>();
    // From behind, so that the first one is popped first.
    for (const at of gone.toReversed()) {
      if (taken.has(at)) continue;
      const key = goneKey(at);
      const others = sources.get(key);
      if (others) others.push(at);
      else sources.set(key, [at]);
    }
    open = open.filter((at) => {
      const source = sources.get(comeKey(at))?.pop();
      if (!source) return true;
      taken.add(source);
      pairs.push({ from: source.path, to: at.path, before: source.entry, after: at.entry });
      return false;
    });
  }
  return { pairs, rest: [...open] };
}

function anyName({ entry }: At): string {
  return `${entry.type} ${entry.hash}`;
}

function inFolder(at: At, folder: string): string {
  return `${anyName(at)} ${folder}`;
}

function sameName(at: At): string {
  return `${anyName(at)} ${baseName(at.path)}`;
}
