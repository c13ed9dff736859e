import { createHash } from 'node:crypto';
import type { EffectKey } from '../../../src/domain/ids';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The activities that toy runs call; `bought` gets the key of each purchase, twice where it is made twice. */
export function toyActivities(bought: string[] = []) {
  return {
    hashAction: async ({ description }: { description: string }) => sha256(description),
    keepRecord: async ({ step, record }: { step: EffectKey; record: string }) => {
      if (step.step.includes('buy-')) bought.push(`${step.run}/${step.step}`);
      return sha256(record);
    },
  };
}
