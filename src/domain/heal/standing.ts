import { z } from 'zod';
import { TreeHash } from '../ids';
import { Reason } from './confidence-words';

/** `high`: all repairs that pass behave alike, or the best is by far the likeliest; and nothing speaks against it. */
export const Confidence = z.enum(['high', 'ambiguous']);
export type Confidence = z.infer<typeof Confidence>;

/** The tree of a repair with its answer to the deciding call as a test, and the file that holds the test. */
export const AnswerTest = z.object({ tree: TreeHash, path: z.string() });
export type AnswerTest = z.infer<typeof AnswerTest>;

/** Place of a repair among all that pass the tests. */
export const Standing = z.object({
  /** Letter of the group of repairs that behave alike; A is the likeliest. */
  group: z.string(),
  confidence: Confidence,
  reason: Reason,
  /** The call that parts the groups best, and the answer that this one gives. */
  deciding: z
    .object({ call: z.string(), answer: z.string().optional(), test: AnswerTest.optional() })
    .optional(),
});
export type Standing = z.infer<typeof Standing>;
