import { z } from 'zod';

/** Most turns that a conversation remembers: the newest. */
export const MOST_TURNS = 50;
/** Most mentions that a turn remembers. */
export const MOST_MENTIONS = 200;

/** A path that a run dealt with, and how. Paths are as people see them: relative to the first root, or absolute. */
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
  /** Id of the run. */
  run: z.string(),
  request: z.string(),
  /** ISO 8601. */
  at: z.string(),
  mentions: z.array(Mention),
});
export type ConversationTurn = z.infer<typeof ConversationTurn>;

/**
 * The turns with one more, the newest last, bounded. The same run replaces its turn, so that an activity that is done
 * twice adds one.
 */
export function withTurn(turns: readonly ConversationTurn[], turn: ConversationTurn): ConversationTurn[] {
  const mentions = turn.mentions.slice(0, MOST_MENTIONS);
  const bounded = { ...turn, mentions };
  const isKnown = turns.some(({ run }) => run === turn.run);
  const next = isKnown ? turns.map((one) => (one.run === turn.run ? bounded : one)) : [...turns, bounded];
  return next.slice(-MOST_TURNS);
}
