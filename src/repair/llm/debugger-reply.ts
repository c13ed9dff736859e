import { z } from 'zod';
import { type AskedEdits, ModificationReply } from '../../coder';

/** The Debugger's reply on the wire. */
const Reply = z.object({
  rootCause: z.string().min(1),
  errorCategory: z.string(),
  fileModifications: z.array(ModificationReply).min(1),
  verificationCommands: z.array(z.string()).default([]),
});

export const DebuggerReply: z.ZodType<DebuggerReply> = Reply;

/** The reply where a test that passed before a request fails with its change: who is right comes first. */
export const ContradictedReply: z.ZodType<DebuggerReply> = Reply.extend({
  verdict: z.enum(['edit', 'contradiction']).nullable().default(null),
  fileModifications: z.array(ModificationReply).default([]),
});
export type DebuggerReply = z.infer<typeof Reply> & { verdict?: 'edit' | 'contradiction' | null };

/** A reply with the tree that it leads to, or the reason why it can't be applied. */
export type Asked = AskedEdits<DebuggerReply>;
