import { z } from 'zod';
import { Confidence } from './behaviour';

/** Place of a repair among all that pass the tests. */
export const Standing = z.object({
  /** Letter of the group of repairs that behave alike; A is the likeliest. */
  group: z.string(),
  confidence: Confidence,
  /** Why, in a sentence without its end. */
  reason: z.string(),
  /** Signs that it passes the tests for the wrong reason. */
  signs: z.array(z.string()),
  /** The call that parts the groups best, and the answer that this one gives. */
  deciding: z.object({ call: z.string(), answer: z.string().optional() }).optional(),
});
export type Standing = z.infer<typeof Standing>;
