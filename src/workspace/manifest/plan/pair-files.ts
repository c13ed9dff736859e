import { baseName } from '../../../domain/files/paths';
import type { At, Move } from './tree-plan';

/** Pairs what comes with what goes, entry by entry: first under the same name, then under any. */
export function pairFiles(gone: readonly At[], come: readonly At[]): { pairs: Move[]; rest: At[] } {
  const pairs: Move[] = [];
  const taken = new Set<At>();
  let open = come;
  for (const key of [sameName, anyName]) {
    const sources = new Map<string, At[]>();
    // From behind, so that the first one is popped first.
    for (const at of gone.toReversed()) {
      if (taken.has(at)) continue;
      const others = sources.get(key(at));
      if (others) others.push(at);
      else sources.set(key(at), [at]);
    }
    open = open.filter((at) => {
      const source = sources.get(key(at))?.pop();
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

function sameName(at: At): string {
  return `${anyName(at)} ${baseName(at.path)}`;
}
