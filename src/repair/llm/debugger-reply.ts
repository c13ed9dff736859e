import { z } from 'zod';
import { type AskedEdits, ModificationReply } from '../../coder';

/** The Debugger's reply on the wire. */
export const DebuggerReply = z.object({
  rootCause: z.string().min(1),
  errorCategory: z.string(),
  fileModifications: z.array(ModificationReply).min(1),
  verificationCommands: z.array(z.string()).default([]),
});
export type DebuggerReply = z.infer<typeof DebuggerReply>;

/** A reply with the tree that it leads to, or the reason why it can't be applied. */
export type Asked = AskedEdits<DebuggerReply>;
