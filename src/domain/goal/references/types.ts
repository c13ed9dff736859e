import { z } from 'zod';

/** How a path came up in a conversation. */
export const MentionHow = z.enum(['made', 'moved', 'named', 'read', 'found', 'written']);
export type MentionHow = z.infer<typeof MentionHow>;

/** A path that a turn of a conversation was about. */
export const Mention = z.object({
  path: z.string().min(1).max(4_096),
  type: z.enum(['file', 'folder']),
  how: MentionHow,
  /** ISO 8601. */
  at: z.string().max(40),
});
export type Mention = z.infer<typeof Mention>;

/** One request of a conversation and what came of it. */
export const ConversationTurn = z.object({
  run: z.string().min(1).max(300),
  request: z.string().max(20_000),
  /** ISO 8601. */
  at: z.string().max(40),
  mentions: z.array(Mention),
});
export type ConversationTurn = z.infer<typeof ConversationTurn>;

/** Words of a request that point to something of earlier turns. */
export interface Reference {
  phrase: string;
  type?: Mention['type'];
  how?: MentionHow;
  /** Words of a time, as `어제`; the caller reads them. */
  when?: string;
}

/** Several that fit are for the user to choose from. */
export type Resolution = { path: string } | { ambiguous: string[] } | { none: true };
