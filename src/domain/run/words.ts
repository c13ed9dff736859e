import { inEachLanguage, said, type Said } from './said';
import { firstLine, hashText } from '../text';
import type { NewEvent } from './events';
import type { Language, NoticeChannel } from './input';
import { answeredBy, type Answer, type Question } from './questions';
import { preciseMoment } from './times';

/** Channels by the names that people know. */
const CHANNEL_NAMES: Record<NoticeChannel, string | Said> = {
  webhook: said`webhook`,
  slack: 'Slack',
  email: said`e-mail`,
};

const PHRASES = inEachLanguage((say) => ({
  asked: (hash: string) => say`Waiting for approval of ${hash}`,
  /** A question for a text. */
  put: (question: string) => say`Waiting for an answer: ${question}`,
  reminder: (hash: string) => say`Still waiting for approval of ${hash}`,
  /** Of a question that is no approval. */
  stillPut: (question: string) => say`Still waiting: ${question}`,
  delegated: (to: string, hash: string) =>
    say`Nobody has answered: ${to} is asked too for approval of ${hash}`,
  putToo: (to: string, question: string) => say`Nobody has answered: ${to} is asked too: ${question}`,
  notified: (channel: NoticeChannel) => say`People were told by ${CHANNEL_NAMES[channel]}`,
  notNotified: (channel: NoticeChannel, reason: string) =>
    say`Nobody was told by ${CHANNEL_NAMES[channel]}: ${reason}`,
  answered: (decision: string, who: Pick<Answer, 'by' | 'via'>) =>
    say`The question was answered${answeredBy(who, say.language)}: ${decision}`,
  decisions: {
    approve: say`approved`,
    reject: say`rejected`,
  },
  refused: (reason: string) => say`A signal was refused: ${reason}`,
  denied: (what: string, reason: string) => say`Denied by the policy: ${what}: ${reason}`,
  revoked: (kind: string) => say`The grant for ${kind} was taken back`,
  rolledBack: (reason: string) => say`The user ${reason}`,
  budgetAsked: (what: string, missing: string) =>
    say`Waiting for a top-up of the budget by ${missing}, to ${what}`,
  toppedUp: (who: string) => say`The budget was topped up by ${who}`,
  budgetEnded: (what: string) => say`Without the model, since the budget does not allow it: ${what}`,
  limited: (until: string, why: string) => say`Waiting until ${until} for a limit of the model: ${why}`,
  lacking: say`Waiting for a worker with a model: set KINTSUGI_MODEL`,
}));

/** A question as events tell of it. */
type Told = Pick<Question, 'hash' | 'form' | 'summary'>;

/** The events that the host of a run tells, in the run's language. */
export function runEvents(language: Language) {
  const words = PHRASES[language];
  return {
    asked: ({ kind, hash, form, summary }: Told & Pick<Question, 'kind'>): NewEvent => ({
      kind: 'asked',
      text: form === 'approval' ? words.asked(hashText(hash)) : words.put(firstLine(summary, 200)),
      fields: { of: kind, hash },
    }),
    reminder: ({ hash, form, summary }: Told): NewEvent => ({
      kind: 'reminded',
      text: form === 'approval' ? words.reminder(hashText(hash)) : words.stillPut(firstLine(summary, 200)),
      fields: { hash },
    }),
    delegated: (to: string, { hash, form, summary }: Told): NewEvent => ({
      kind: 'delegated',
      text:
        form === 'approval' ? words.delegated(to, hashText(hash)) : words.putToo(to, firstLine(summary, 200)),
      fields: { to, hash },
    }),
    notified: (channel: NoticeChannel, of: string): NewEvent => ({
      kind: 'notified',
      text: words.notified(channel),
      fields: { channel, hash: of },
    }),
    notNotified: (channel: NoticeChannel, of: string, reason: string): NewEvent => ({
      kind: 'not-notified',
      text: words.notNotified(channel, firstLine(reason, 200)),
      fields: { channel, hash: of },
    }),
    answered: (hash: string, answer: Pick<Answer, 'decision' | 'text' | 'by' | 'via'>): NewEvent => {
      const { decision = 'told', text = '', ...who } = answer;
      return {
        kind: 'answered',
        text: words.answered(decision === 'told' ? firstLine(text, 200) : words.decisions[decision], who),
        fields: { hash, decision, by: who.by ?? '', via: who.via ?? '' },
      };
    },
    refused: (reason: string): NewEvent => ({
      kind: 'refused',
      text: words.refused(firstLine(reason, 200)),
      fields: { reason },
    }),
    denied: (kind: string, what: string, reason: string): NewEvent => ({
      kind: 'denied',
      text: words.denied(what, reason),
      fields: { of: kind, reason },
    }),
    revoked: (kind: string): NewEvent => ({
      kind: 'revoked',
      text: words.revoked(kind),
      fields: { of: kind },
    }),
    rolledBack: (reason: string): NewEvent => ({
      kind: 'rolled-back',
      text: words.rolledBack(reason),
      fields: { reason },
    }),
    budgetAsked: (what: string, missing: string, hash: string): NewEvent => ({
      kind: 'budget-asked',
      text: words.budgetAsked(what, missing),
      fields: { what, missing, hash },
    }),
    toppedUp: (more: string, { by = '', hash }: { by?: string; hash?: string } = {}): NewEvent => ({
      kind: 'topped-up',
      text: words.toppedUp(by === '' ? more : `${more}, ${by}`),
      fields: { more, by, ...(hash !== undefined && { hash }) },
    }),
    budgetEnded: (what: string): NewEvent => ({
      kind: 'budget-ended',
      text: words.budgetEnded(what),
      fields: { what },
    }),
    limited: (until: string, why: string): NewEvent => ({
      kind: 'waiting-for-limit',
      text: words.limited(preciseMoment(until), firstLine(why, 200)),
      fields: { until },
    }),
    lacking: (): NewEvent => ({ kind: 'waiting-for-model', text: words.lacking, fields: {} }),
  };
}

export type RunEvents = ReturnType<typeof runEvents>;
