import type { ConversationTurn, Mention, MentionHow, Reference, Resolution } from './types';

/** Ways that fit a verb: a file that was written was made, too. */
const FITTING: Record<MentionHow, readonly MentionHow[]> = {
  made: ['made', 'written'],
  moved: ['moved'],
  written: ['written', 'made'],
  read: ['read', 'found'],
  found: ['found', 'read'],
  named: ['named', 'made', 'moved', 'read', 'found', 'written'],
};
const MOST_CHOICES = 20;

/**
 * The path that a reference means by earlier turns, the oldest first. With a range of time (from inclusive to exclusive,
 * ISO 8601) it is what came up then, otherwise what the latest turn with anything fitting was about.
 */
export function resolveReference(
  reference: Reference,
  turns: readonly ConversationTurn[],
  timeRange?: { from: string; to: string },
): Resolution {
  const fits = (mention: Mention) =>
    (reference.type === undefined || mention.type === reference.type) &&
    (reference.how === undefined || FITTING[reference.how].includes(mention.how)) &&
    (!timeRange || isIn(mention.at, timeRange));
  const byTurn = turns.map(({ mentions }) => pathsOf(mentions.filter(fits)));
  const paths = timeRange
    ? [...new Set(byTurn.reverse().flat())]
    : (byTurn.findLast((one) => one.length > 0) ?? []);
  const [path] = paths;
  if (path === undefined) return { none: true };
  return paths.length === 1 ? { path } : { ambiguous: paths.slice(0, MOST_CHOICES) };
}

/** The newest first, each once. */
function pathsOf(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.map(({ path }) => path).reverse())];
}

function isIn(at: string, { from, to }: { from: string; to: string }): boolean {
  const time = Date.parse(at);
  return time >= Date.parse(from) && time < Date.parse(to);
}
