import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { NoticeChannel } from '../../../src/domain/run/input';
import type { Notice } from '../../../src/domain/run/notice';
import type { EffectKey } from '../../../src/domain/ids';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The activities that toy runs call; `bought` gets the key of each purchase, twice where it is made twice. `notify` tells what a
 * notice is for; one for Slack is refused.
 */
export function toyActivities(bought: string[] = [], notified: string[] = []) {
  return {
    notify: async ({ channel, notice }: { channel: NoticeChannel; notice: Notice }) => {
      if (channel === 'slack') throw ApplicationFailure.nonRetryable('Slack has no such room.');
      notified.push(notice.reason);
      return { told: channel };
    },
    hashAction: async ({ description }: { description: string }) => sha256(description),
    keepRecord: async ({ key, record }: { key: EffectKey; record: string }) => {
      if (key.effect.includes('buy-')) bought.push(`${key.run}/${key.effect}`);
      return sha256(record);
    },
  };
}
