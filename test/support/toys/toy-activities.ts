import { createHash } from 'node:crypto';
import type { EffectKey } from '../../../src/domain/ids';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The activities that toy runs call; `bought` gets the key of each purchase, twice where it is made twice. */
export function toyActivities(bought: string[] = []) {
  return {
    hashAction: async ({ description }: { description: string }) => sha256(description),
    keepRecord: async ({ key, record }: { key: EffectKey; record: string }) => {
      if (key.effect.includes('buy-')) bought.push(`${key.run}/${key.effect}`);
      return sha256(record);
    },
  };
}
