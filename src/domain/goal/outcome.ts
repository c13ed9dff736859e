import { z } from 'zod';
import { TreeHash } from '../ids';

/** One thing that a call of a tool worked on. Paths are as people see them: relative to the first root, or absolute. */
export const ItemOutcome = z.object({
  path: z.string(),
  ok: z.boolean(),
  /** Where it is now, if the call gave it another path. */
  to: z.string().optional(),
  folder: z.literal(true).optional(),
  /** Why it failed, or what is to be said of it. */
  reason: z.string().optional(),
});
export type ItemOutcome = z.infer<typeof ItemOutcome>;

/** Result of one call of a tool on the tree of a goal. Failing is a value. */
export const ToolOutcome = z.object({
  /** The run's tree from now on; absent: it is unchanged. */
  tree: TreeHash.optional(),
  items: z.array(ItemOutcome),
  /** Things that the call looked at and that are no items, such as files without the words that were searched for. */
  looked: z.number().int().optional(),
  /** Text of the call for people and models, bounded: a listing, the text of a file, the output of a command. */
  text: z.string(),
  /** Why the call as a whole failed, in one sentence; absent: only items can have failed. */
  problem: z.string().optional(),
  /** Several things fit, and which one is meant is the user's to say. */
  ambiguous: z.object({ question: z.string(), choices: z.array(z.string()) }).optional(),
});
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** Paths that a later step gets by `fromStep`: where the items that went well are now. */
export function itemsFor(items: readonly ItemOutcome[]): string[] {
  return items.filter(({ ok }) => ok).map(({ path, to }) => to ?? path);
}
