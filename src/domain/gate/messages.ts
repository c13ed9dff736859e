import { z } from 'zod';

/** Asks a gate to judge the files as they are. `again`: also where they were judged already. */
export const CheckMessage = z.object({ again: z.boolean().default(false) });
export type CheckMessage = z.infer<typeof CheckMessage>;

/** Ends a gate. */
export const EndMessage = z.object({});

/** Names of the messages, which are those of their Updates. */
export const GATE_MESSAGES = { check: 'check', end: 'end' } as const;
