import { z } from 'zod';

/** SHA-256 of a blob's bytes, 64 lower-case hex digits. */
export const BlobHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
  .brand<'BlobHash'>();
export type BlobHash = z.infer<typeof BlobHash>;

/** Hash of a file tree: the blob hash of its root directory's canonical listing. */
export const TreeHash = BlobHash.brand<'TreeHash'>();
export type TreeHash = z.infer<typeof TreeHash>;

/**
 * Names one effect of one run. Never contains the attempt number of an activity, so a retried
 * activity writes the same reference and finds what its predecessor left.
 */
export const EffectKey = z.object({
  /** First execution's run id: survives continue-as-new and resets. */
  run: z.string().min(1),
  /** Path of the effect within the run, for example `round-2/candidate-1/verify`. */
  effect: z.string().min(1),
});
export type EffectKey = z.infer<typeof EffectKey>;
