import { z } from 'zod';
import type { Delivery } from './result';

/** Seed 002's four statuses: never failed, repaired, still failing after repairs, not repairable. */
export const HealOutcome = z.enum(['completed', 'recovered', 'failed_after_repair', 'failed']);
export type HealOutcome = z.infer<typeof HealOutcome>;

/**
 * End of a run as lists show it: whoever reads them must not take a repair for published that was rejected or in
 * conflict.
 */
export function outcomeOf(status: HealOutcome, delivery: Pick<Delivery, 'status'>): string {
  switch (delivery.status) {
    case 'published':
    case 'nothing-to-publish':
      return status;
    case 'failed':
      return 'unpublished';
    default:
      return delivery.status;
  }
}
