import type { NoticeChannel } from '../domain/run/input';
import type { Notice } from '../domain/run/notice';
import { sendBy, type NoticeSettings } from './channels';

import { questionPath } from './question-link';

export type { NoticeSettings } from './channels';
export { questionOf, questionPath, type LinkedQuestion } from './question-link';

/** Tells people by a channel that a run waits for them. `delivery`: the same for each try. */
export type Notify = (
  channel: NoticeChannel,
  notice: Notice,
  delivery: string,
  signal: AbortSignal,
) => Promise<void>;

/** Makes it of the settings. With a public address a notice has a link that answers its question and no other. */
export function createNotify(
  settings: NoticeSettings,
  publicUrl: string | undefined,
  { key, redact }: { key: string; redact: (text: string) => string },
): Notify {
  return async (channel, notice, delivery, signal) => {
    const { run, hash, summary, warnings } = notice;
    const told = { ...notice, summary: redact(summary), warnings: warnings?.map((one) => redact(one)) };
    const url = publicUrl && new URL(questionPath({ run, hash }, key), publicUrl).href;
    await sendBy(channel, settings)({ notice: told, url, delivery, signal });
  };
}
