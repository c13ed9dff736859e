import { z } from 'zod';

/** Asks a gate to judge the files as they are. `again`: also where they were judged already. */
export const CheckMessage = z.object({ again: z.boolean().default(false) });
export type CheckMessage = z.infer<typeof CheckMessage>;

/** Ends a gate. */
export const EndMessage = z.object({});

const REASON_CHARACTERS = 200;

/** Asks for a checkpoint of the files as they are. `reason`: how they came to be so. */
export const KeepMessage = z.object({ reason: z.string().max(REASON_CHARACTERS) });

/** Asks to judge the files, to offer them to people, and to publish them. `doubt`: a sentence on how their maker ended, where not well. */
export const OfferMessage = z.object({ doubt: z.string().max(REASON_CHARACTERS).optional() });

/** Names of the messages, which are those of their Updates. */
export const GATE_MESSAGES = { check: 'check', end: 'end', keep: 'keep', offer: 'offer' } as const;
