import type { ConversationTurn, Mention } from '../conversation';
import type { Reference } from './pattern';

/** Meaning of a phrase: a path, all of some paths, several that fit as well, or nothing of this conversation. */
export type Resolved = { path: string } | { paths: string[] } | { ambiguous: string[] } | { none: true };

/** Most paths that a user is asked to choose from. */
const MOST_CHOICES = 12;

const MAKING: ReadonlySet<Mention['how']> = new Set(['made', 'written']);

/**
 * The path that a phrase means, by the mentions of the newest turn that has any that fit. Several that fit as well are for the
 * user to choose from; nothing is guessed. `range`: ISO 8601 times that the phrase speaks of, `to` excluded; all turns count then.
 */
export function resolveReference(
  { type, how, all }: Reference,
  turns: readonly ConversationTurn[],
  range?: { from: string; to: string },
): Resolved {
  const newestFirst = turns
    .map(({ mentions }) => mentions)
    .reverse()
    .map((mentions) =>
      mentions.filter(
        (one) => (type === undefined || one.type === type) && isOf(one, how) && isWithin(one, range),
      ),
    )
    .filter(({ length }) => length > 0);
  const [newest = []] = range ? [newestFirst.flat()] : newestFirst;
  const single = pathsOf(mostTelling(newest));
  const several = all ? severalOf(range ? [newest] : newestFirst) : undefined;
  return several ? manyOf(several, single) : oneOf(single);
}

/** The meaning with paths that fit by their times on disk. What a run is known to have made or written itself needs none. */
export function withPaths(known: Resolved, { how, all }: Reference, onDisk: readonly string[]): Resolved {
  if (onDisk.length === 0 || (how !== undefined && !('none' in known))) return known;
  if (all) return 'none' in known ? { paths: [...onDisk] } : known;
  const own = 'path' in known ? [known.path] : 'ambiguous' in known ? known.ambiguous : [];
  return oneOf([...new Set([...own, ...onDisk])]);
}

function oneOf(paths: readonly string[]): Resolved {
  const [first] = paths;
  if (first === undefined) return { none: true };
  return paths.length === 1 ? { path: first } : { ambiguous: paths.slice(0, MOST_CHOICES) };
}

/** Groups of things to which the newest turn that did something to several did it; undefined: none did. */
function severalOf(
  newestFirst: readonly (readonly Mention[])[],
): { groups: string[][]; isNewest: boolean } | undefined {
  for (const [index, mentions] of newestFirst.entries()) {
    const done = mentions.filter(({ how }) => how !== 'named');
    const kinds = [...new Set(done.map(kindOf))];
    const all = kinds.map((kind) => pathsOf(done.filter((one) => kindOf(one) === kind)));
    const groups = new Map(all.filter(({ length }) => length > 1).map((one) => [JSON.stringify(one), one]));
    if (groups.size > 0) return { groups: [...groups.values()], isNewest: index === 0 };
  }
  return undefined;
}

/** All of the one group; with two, or something newer, people say which. */
function manyOf({ groups, isNewest }: NonNullable<ReturnType<typeof severalOf>>, single: string[]): Resolved {
  const [first] = groups;
  if (first && groups.length === 1 && isNewest) return { paths: first };
  const choices = groups.map((paths) => paths.join(', '));
  return { ambiguous: isNewest ? choices : [...choices, ...single.slice(0, MOST_CHOICES)] };
}

function pathsOf(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.map(({ path }) => path))];
}

function kindOf({ how }: Mention): Mention['how'] {
  return MAKING.has(how) ? 'made' : how;
}

function isOf({ how }: Mention, wanted: Reference['how']): boolean {
  if (wanted === undefined) return true;
  return wanted === 'made' ? MAKING.has(how) : how === wanted;
}

function isWithin({ at }: Mention, range: { from: string; to: string } | undefined): boolean {
  if (!range) return true;
  const ms = Date.parse(at);
  return ms >= Date.parse(range.from) && ms < Date.parse(range.to);
}

/** Things that were made stand out against those moved or read, and these against those only named or found. */
function mostTelling(mentions: readonly Mention[]): readonly Mention[] {
  const made = mentions.filter(({ how }) => MAKING.has(how));
  if (made.length > 0) return made;
  const used = mentions.filter(({ how }) => how === 'moved' || how === 'read');
  return used.length > 0 ? used : mentions;
}
