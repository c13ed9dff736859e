import type { NoticeChannel } from '../domain/run/input';
import type { Notice } from '../domain/run/notice';
import { redactedTexts } from '../domain/redact';
import { sendBy, type NoticeSettings } from './channels';

import { questionPath } from './question-link';

export type { NoticeSettings } from './channels';
export { questionOf, questionPath, type LinkedQuestion } from './question-link';

/** Tells people by a channel that a run waits for them, or how it ended. `delivery`: the same for each try. */
export type Notify = (
  channel: NoticeChannel,
  notice: Notice,
  delivery: string,
  signal: AbortSignal,
) => Promise<void>;

/** Makes it of the settings. With a public address a notice has a link: it answers that question and no other, or leads to the page of an ended run. */
export function createNotify(
  settings: NoticeSettings,
  publicUrl: string | undefined,
  { key, redact }: { key: string; redact: (text: string) => string },
): Notify {
  return async (channel, notice, delivery, signal) => {
    const { run, hash } = notice;
    const path = hash === undefined ? `/runs/${encodeURIComponent(run)}` : questionPath({ run, hash }, key);
    const url = publicUrl && new URL(path, publicUrl).href;
    const told = redactedTexts(notice, redact);
    await sendBy(channel, settings)({ notice: told, url, delivery, signal });
  };
}
