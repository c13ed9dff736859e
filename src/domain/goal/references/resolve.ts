import type { ConversationTurn, Mention } from '../conversation';
import type { Reference } from './pattern';

/** Meaning of a phrase: a path, several that fit as well, or nothing of this conversation. */
export type Resolved = { path: string } | { ambiguous: string[] } | { none: true };

/** Most paths that a user is asked to choose from. */
const MOST_CHOICES = 12;

const MAKING: ReadonlySet<Mention['how']> = new Set(['made', 'written']);

/**
 * The path that a phrase means, by the mentions of the newest turn that has any that fit. Several that fit as well are for the
 * user to choose from; nothing is guessed. `range`: ISO 8601 times that the phrase speaks of, `to` excluded; all turns count then.
 */
export function resolveReference(
  { type, how }: Reference,
  turns: readonly ConversationTurn[],
  range?: { from: string; to: string },
): Resolved {
  const newestFirst = turns.map(({ mentions }) => mentions).reverse();
  for (const mentions of range ? [newestFirst.flat()] : newestFirst) {
    const fitting = mentions.filter(
      (one) => (type === undefined || one.type === type) && isOf(one, how) && isWithin(one, range),
    );
    const paths = [...new Set(mostTelling(fitting).map(({ path }) => path))];
    const [first] = paths;
    if (first === undefined) continue;
    return paths.length === 1 ? { path: first } : { ambiguous: paths.slice(0, MOST_CHOICES) };
  }
  return { none: true };
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
