import { firstLine, hashText } from '../text';
import type { NewEvent } from './events';
import type { Language, NoticeChannel } from './input';
import { answeredBy, type Answer, type Question } from './questions';
import { preciseMoment } from './times';

/** Channels by the names that people know. */
const CHANNEL_NAMES: Record<NoticeChannel, string> = { webhook: 'webhook', slack: 'Slack', email: 'e-mail' };

const english = {
  asked: (hash: string) => `Waiting for approval of ${hash}`,
  /** A question for a text. */
  put: (question: string) => `Waiting for an answer: ${question}`,
  reminder: (hash: string) => `Still waiting for approval of ${hash}`,
  /** Of a question that is no approval. */
  stillPut: (question: string) => `Still waiting: ${question}`,
  delegated: (to: string, hash: string) => `Nobody has answered: ${to} is asked too for approval of ${hash}`,
  putToo: (to: string, question: string) => `Nobody has answered: ${to} is asked too: ${question}`,
  notified: (channel: NoticeChannel) => `People were told by ${CHANNEL_NAMES[channel]}`,
  notNotified: (channel: NoticeChannel, reason: string) =>
    `Nobody was told by ${CHANNEL_NAMES[channel]}: ${reason}`,
  answered: (decision: string, who: Pick<Answer, 'by' | 'via'>) =>
    `The question was answered${answeredBy(who)}: ${decision}`,
  decisions: { approve: 'approved', reject: 'rejected' },
  refused: (reason: string) => `A signal was refused: ${reason}`,
  denied: (what: string, reason: string) => `Denied by the policy: ${what}: ${reason}`,
  revoked: (kind: string) => `The grant for ${kind} was taken back`,
  rolledBack: (reason: string) => `The user ${reason}`,
  budgetAsked: (what: string, missing: string) =>
    `Waiting for a top-up of the budget by ${missing}, to ${what}`,
  toppedUp: (who: string) => `The budget was topped up by ${who}`,
  budgetEnded: (what: string) => `Without the model, since the budget does not allow it: ${what}`,
  limited: (until: string, why: string) => `Waiting until ${until} for a limit of the model: ${why}`,
  lacking: 'Waiting for a worker with a model: set KINTSUGI_MODEL',
};

type Phrases = typeof english;

const korean: Phrases = {
  asked: (hash) => `승인을 기다리는 중: ${hash}`,
  put: (question) => `답변을 기다리는 중: ${question}`,
  reminder: (hash) => `아직 승인을 기다리는 중: ${hash}`,
  stillPut: (question) => `아직 기다리는 중: ${question}`,
  delegated: (to, hash) => `아직 답변이 없어 ${to}에게도 승인을 요청합니다: ${hash}`,
  putToo: (to, question) => `아직 답변이 없어 ${to}에게도 요청합니다: ${question}`,
  notified: (channel) => `${CHANNEL_NAMES[channel]}(으)로 알렸습니다`,
  notNotified: (channel, reason) => `${CHANNEL_NAMES[channel]}(으)로 알리지 못했습니다: ${reason}`,
  answered: (decision, { by: who = '', via = '' }) =>
    `답변을 받았습니다${who + via === '' ? '' : ` (${[who, via].filter(Boolean).join(', ')})`}: ${decision}`,
  decisions: { approve: '승인', reject: '거부' },
  refused: (reason) => `신호를 거부했습니다: ${reason}`,
  denied: (what, reason) => `정책에서 허용하지 않습니다: ${what}: ${reason}`,
  revoked: (kind) => `권한을 회수했습니다: ${kind}`,
  rolledBack: (reason) => `사용자가 되돌렸습니다: ${reason}`,
  budgetAsked: (what, missing) => `예산 ${missing} 추가를 기다리는 중: ${what}`,
  toppedUp: (more) => `예산을 추가했습니다: ${more}`,
  budgetEnded: (what) => `예산이 부족하여 모델 없이 진행합니다: ${what}`,
  limited: (until, why) => `모델 사용 한도가 초기화되는 ${until}까지 기다리는 중: ${why}`,
  lacking: '모델이 있는 워커를 기다리는 중: KINTSUGI_MODEL을 설정하세요',
};

const chinese: Phrases = {
  asked: (hash) => `等待批准: ${hash}`,
  put: (question) => `等待回答: ${question}`,
  reminder: (hash) => `仍在等待批准: ${hash}`,
  stillPut: (question) => `仍在等待: ${question}`,
  delegated: (to, hash) => `尚无答复，同时询问 ${to}: ${hash}`,
  putToo: (to, question) => `尚无答复，同时询问 ${to}: ${question}`,
  notified: (channel) => `已通过 ${CHANNEL_NAMES[channel]} 通知`,
  notNotified: (channel, reason) => `未能通过 ${CHANNEL_NAMES[channel]} 通知: ${reason}`,
  answered: (decision, { by: who = '', via = '' }) =>
    `已答复${who + via === '' ? '' : ` (${[who, via].filter(Boolean).join(', ')})`}: ${decision}`,
  decisions: { approve: '批准', reject: '拒绝' },
  refused: (reason) => `已拒绝信号: ${reason}`,
  denied: (what, reason) => `策略不允许: ${what}: ${reason}`,
  revoked: (kind) => `已收回授权: ${kind}`,
  rolledBack: (reason) => `用户回滚: ${reason}`,
  budgetAsked: (what, missing) => `等待追加预算 ${missing}: ${what}`,
  toppedUp: (who) => `预算已追加: ${who}`,
  budgetEnded: (what) => `预算不足，不使用模型: ${what}`,
  limited: (until, why) => `等待模型限额恢复，至 ${until}: ${why}`,
  lacking: '等待配有模型的工作进程：请设置 KINTSUGI_MODEL',
};

const PHRASES: Record<Language, Phrases> = { en: english, ko: korean, zh: chinese };

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
