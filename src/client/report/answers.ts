import type { Language } from '../../domain/run/language';
import type { RunEvent } from '../../domain/run/events';
import { AnsweredVia, answeredBy } from '../../domain/run/questions';

/** A question that a run asked people, and what became of it. */
export interface AskedQuestion {
  /** `publish`, `plan` … */
  readonly kind: string;
  readonly hash: string;
  /** ISO 8601, workflow time. */
  readonly askedAt: string;
  /** Who was asked too, where nobody answered. */
  readonly delegate?: string;
  readonly answer?: {
    readonly at: string;
    /** `approve`, `reject`, `told` or `topped-up`. */
    readonly decision: string;
    /** `by Ann on a terminal`; an answer whose sender is not proven says so. */
    readonly who: string;
  };
}

const TOP_UP = 'top-up';

/** The questions of a run in their order, from its events. */
export function askedQuestions(events: readonly RunEvent[], language: Language): AskedQuestion[] {
  const asked: AskedQuestion[] = [];
  for (const { kind, at, fields } of events) {
    const hash = String(fields['hash'] ?? '');
    if (kind === 'asked') asked.push({ kind: String(fields['of'] ?? ''), hash, askedAt: at });
    if (kind === 'budget-asked') asked.push({ kind: TOP_UP, hash, askedAt: at });
    // A top-up that names no question is for the budget, whatever the run waits for.
    const isMeant = (one: AskedQuestion) =>
      kind === 'topped-up' && hash === '' ? one.kind === TOP_UP : one.hash === hash;
    const last = asked.findLastIndex((one) => isMeant(one) && one.answer === undefined);
    const question = asked[last];
    if (!question) continue;
    if (kind === 'delegated') asked[last] = { ...question, delegate: String(fields['to'] ?? '') };
    if (kind === 'topped-up')
      asked[last] = { ...question, answer: { at, ...answerOf({ ...fields, decision: kind }, language) } };
    if (kind === 'answered') asked[last] = { ...question, answer: { at, ...answerOf(fields, language) } };
  }
  return asked;
}

function answerOf(
  { decision, by, via }: RunEvent['fields'],
  language: Language,
): { decision: string; who: string } {
  const way = AnsweredVia.safeParse(via).data;
  return { decision: String(decision), who: answeredBy({ by: String(by ?? ''), via: way }, language).trim() };
}
