import { z } from 'zod';

/** Most turns that a conversation remembers: the newest. */
export const MOST_TURNS = 50;
/** Most mentions that a turn remembers. */
export const MOST_MENTIONS = 200;

/** A path that a run dealt with, and how. Paths are absolute in a conversation, and as people see them in a run. */
export const Mention = z.object({
  path: z.string(),
  type: z.enum(['file', 'folder']),
  how: z.enum(['made', 'moved', 'named', 'read', 'found', 'written']),
  /** ISO 8601. */
  at: z.string(),
});
export type Mention = z.infer<typeof Mention>;

/** One run of a conversation: its request, and the paths that later requests may speak of. */
export const ConversationTurn = z.object({
  run: z.string(),
  request: z.string(),
  /** ISO 8601. */
  at: z.string(),
  mentions: z.array(Mention),
});
export type ConversationTurn = z.infer<typeof ConversationTurn>;

/** Most characters of a request that a turn remembers. */
const REQUEST_CHARS = 2_000;

/**
 * The turns with one more, oldest first, bounded to the newest. The same run replaces its turn, so that an activity that is
 * done twice adds one.
 */
export function withTurn(turns: readonly ConversationTurn[], turn: ConversationTurn): ConversationTurn[] {
  const bounded: ConversationTurn = {
    ...turn,
    request: turn.request.slice(0, REQUEST_CHARS),
    mentions: turn.mentions.slice(-MOST_MENTIONS),
  };
  return [...turns.filter(({ run }) => run !== turn.run), bounded].sort(byTime).slice(-MOST_TURNS);
}

function byTime(a: ConversationTurn, b: ConversationTurn): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.run < b.run ? -1 : 1;
}
