import { said, speaker, type Said } from './said';
import { firstLine, hashText } from '../text';
import { eventOf } from './events';
import type { Language, NoticeChannel } from './input';
import { answeredBy, type Answer, type Question } from './questions';
import { preciseMoment } from './times';

/** Channels by the names that people know. */
const CHANNEL_NAMES: Record<NoticeChannel, string | Said> = {
  webhook: said`webhook`,
  slack: 'Slack',
  email: said`e-mail`,
};

/** A question as events tell of it. */
type Told = Pick<Question, 'hash' | 'form' | 'summary'>;

/** The events that the host of a run tells, in the run's language. */
export function runEvents(language: Language) {
  const say = speaker(language);
  return {
    asked: ({ kind, hash, form, summary }: Told & Pick<Question, 'kind'>) =>
      eventOf(
        'asked',
        form === 'approval'
          ? say`Waiting for approval of ${hashText(hash)}`
          : say`Waiting for an answer: ${firstLine(summary, 200)}`,
        { of: kind, hash },
      ),
    reminder: ({ hash, form, summary }: Told) =>
      eventOf(
        'reminded',
        form === 'approval'
          ? say`Still waiting for approval of ${hashText(hash)}`
          : say`Still waiting: ${firstLine(summary, 200)}`,
        { hash },
      ),
    delegated: (to: string, { hash, form, summary }: Told) =>
      eventOf(
        'delegated',
        form === 'approval'
          ? say`Nobody has answered: ${to} is asked too for approval of ${hashText(hash)}`
          : say`Nobody has answered: ${to} is asked too: ${firstLine(summary, 200)}`,
        { to, hash },
      ),
    notified: (channel: NoticeChannel, of: string) =>
      eventOf('notified', say`People were told by ${CHANNEL_NAMES[channel]}`, { channel, hash: of }),
    notNotified: (channel: NoticeChannel, of: string, reason: string) =>
      eventOf('not-notified', say`Nobody was told by ${CHANNEL_NAMES[channel]}: ${firstLine(reason, 200)}`, {
        channel,
        hash: of,
      }),
    answered: (hash: string, answer: Pick<Answer, 'decision' | 'text' | 'by' | 'via'>) => {
      const { decision = 'told', text = '', ...who } = answer;
      const told = decision === 'approve' ? say`approved` : say`rejected`;
      const what = decision === 'told' ? firstLine(text, 200) : told;
      return eventOf('answered', say`The question was answered${answeredBy(who, language)}: ${what}`, {
        hash,
        decision,
        by: who.by ?? '',
        via: who.via ?? '',
      });
    },
    refused: (reason: string) =>
      eventOf('refused', say`A signal was refused: ${firstLine(reason, 200)}`, { reason }),
    denied: (kind: string, what: string, reason: string) =>
      eventOf('denied', say`Denied by the policy: ${what}: ${reason}`, { of: kind, reason }),
    revoked: (kind: string) => eventOf('revoked', say`The grant for ${kind} was taken back`, { of: kind }),
    rolledBack: (reason: string) => eventOf('rolled-back', say`The user ${reason}`, { reason }),
    budgetAsked: (what: string, missing: string, hash: string) =>
      eventOf('budget-asked', say`Waiting for a top-up of the budget by ${missing}, to ${what}`, {
        what,
        missing,
        hash,
      }),
    toppedUp: (more: string, { by = '', hash }: { by?: string; hash?: string } = {}) =>
      eventOf('topped-up', say`The budget was topped up by ${by === '' ? more : `${more}, ${by}`}`, {
        more,
        by,
        ...(hash !== undefined && { hash }),
      }),
    budgetEnded: (what: string) =>
      eventOf('budget-ended', say`Without the model, since the budget does not allow it: ${what}`, { what }),
    limited: (until: string, why: string) =>
      eventOf(
        'waiting-for-limit',
        say`Waiting until ${preciseMoment(until)} for a limit of the model: ${firstLine(why, 200)}`,
        { until },
      ),
    lacking: () => eventOf('waiting-for-model', say`Waiting for a worker with a model: set KINTSUGI_MODEL`),
  };
}

export type RunEvents = ReturnType<typeof runEvents>;
