import { z } from 'zod';

/** Seed 002's four statuses: never failed, repaired, still failing after repairs, not repairable. */
export const HealOutcome = z.enum(['completed', 'recovered', 'failed_after_repair', 'failed']);
export type HealOutcome = z.infer<typeof HealOutcome>;
