import { inEachLanguage } from '../run/said';
import type { NewEvent } from '../run/events';
import type { SnapshotRef } from '../run/checkpoints';
import type { Language } from '../run/input';
import { firstLine, sizeText } from '../text';
import type { PlanRow } from './plan';
import type { ResolvedReference } from './state';
import type { FailedTry, StepDone, StepResult } from './step';

const PHRASES = inEachLanguage((say) => ({
  begun: (entries: number, size: string) =>
    say`Looked at ${entries} files and folders, ${size}: nothing is copied`,
  resolved: (phrase: string, path: string) => say`"${phrase}" means ${path}`,
  planned: (steps: number) => say`The plan has ${steps} step(s)`,
  replanned: (steps: number, why: string) => say`A new plan goes on with ${steps} step(s): ${why}`,
  planRefused: (why: string) => say`The plan could not be used: ${why}`,
  noPlan: (why: string) => say`There is no plan: ${why}`,
  done: (number: number, line: string, items: string) => say`Step ${number} is done${items}: ${line}`,
  failed: (number: number, attempt: number, why: string) =>
    say`Step ${number}, attempt ${attempt}, failed: ${why}`,
  takenBack: (number: number) => say`The files are as before step ${number} again`,
  retried: (number: number, why: string) => say`Step ${number} is tried again with other arguments: ${why}`,
  goal: (holds: boolean, why: string) =>
    holds ? say`The goal is reached: ${why}` : say`The goal is not reached: ${why}`,
  unchecked: (why: string) => say`Nobody has checked that the goal is reached: ${why}`,
  published: (what: string) => say`Your folders changed: ${what}`,
  conflict: (paths: string) =>
    say`Your folders were left as they are, since these changed meanwhile: ${paths}`,
  notPublished: (why: string) => say`Your folders could not be changed: ${why}`,
  ended: (text: string) => text,
}));

const REASON_CHARS = 300;

/** The events of a goal: the seed's `PlanUpdatedEvent` and `StepCompletedEvent` are `plan-updated` and `step-completed`. */
export function goalEvents(language: Language) {
  const words = PHRASES[language];
  const short = (text: string) => firstLine(text, REASON_CHARS);
  return {
    begun: (entries: number, bytes: number): NewEvent => ({
      kind: 'begun',
      text: words.begun(entries, sizeText(bytes)),
      fields: { entries, bytes },
    }),
    resolved: ({ phrase, path }: ResolvedReference): NewEvent => ({
      kind: 'resolved',
      text: words.resolved(phrase, path),
      fields: { phrase, path },
    }),
    /** `before`: steps that stay; the new ones go on counting. */
    planUpdated: (
      plan: string,
      { rows, before, why }: { rows: readonly PlanRow[]; before: number; why?: string },
    ): NewEvent => ({
      kind: 'plan-updated',
      text: [
        why === undefined ? words.planned(rows.length) : words.replanned(rows.length, short(why)),
        ...listed(rows, before),
      ].join('\n'),
      fields: { plan, steps: rows.length },
    }),
    planRefused: (why: string): NewEvent => ({ kind: 'plan-refused', text: words.planRefused(short(why)) }),
    noPlan: (why: string): NewEvent => ({ kind: 'no-plan', text: words.noPlan(short(why)) }),
    /** `changed`: the tree that the step led to. */
    stepCompleted: (
      result: StepResult,
      row: PlanRow,
      { text, done, total }: StepDone,
      changed?: SnapshotRef,
    ): NewEvent => ({
      kind: 'step-completed',
      text: words.done(
        result.number,
        // The head of a list, which the report shows.
        short(text === '' ? row.line : text).replace(/:$/, ''),
        total > 1 ? ` (${done}/${total})` : '',
      ),
      fields: { ...fieldsOf(result), ...(changed && snapshotFields(changed)) },
    }),
    stepFailed: (result: StepResult): NewEvent => ({
      kind: 'step-completed',
      text: words.failed(result.number, result.attempt, short(result.errorReason ?? '')),
      fields: fieldsOf(result),
    }),
    takenBack: (number: number): NewEvent => ({
      kind: 'step-taken-back',
      text: words.takenBack(number),
      fields: { step: number },
    }),
    retried: ({ step }: Pick<FailedTry, 'step'>, why: string): NewEvent => ({
      kind: 'step-retried',
      text: words.retried(step, short(why)),
      fields: { step },
    }),
    goalChecked: (holds: boolean, reason: string): NewEvent => ({
      kind: 'goal-checked',
      text: words.goal(holds, short(reason)),
      fields: { holds },
    }),
    unchecked: (why: string): NewEvent => ({ kind: 'goal-unchecked', text: words.unchecked(short(why)) }),
    published: (what: string): NewEvent => ({ kind: 'published', text: words.published(short(what)) }),
    conflict: (paths: readonly string[]): NewEvent => ({
      kind: 'conflict',
      text: words.conflict(short(paths.slice(0, 5).join(', '))),
      fields: { paths: paths.length },
    }),
    notPublished: (why: string): NewEvent => ({
      kind: 'not-published',
      text: words.notPublished(short(why)),
    }),
    ended: (status: string, text: string): NewEvent => ({
      kind: 'ended',
      text: words.ended(short(text)),
      fields: { status },
    }),
  };
}

const LISTED_STEPS = 12;

function listed(rows: readonly PlanRow[], before: number): string[] {
  const shown = rows.slice(0, LISTED_STEPS).map(({ line }, index) => `  ${before + index + 1}. ${line}`);
  return rows.length > LISTED_STEPS ? [...shown, `  … ${rows.length - LISTED_STEPS}`] : shown;
}

function snapshotFields({ tree, times }: SnapshotRef) {
  return { tree, ...(times !== undefined && { times }) };
}

function fieldsOf({ number, tool, status, attempt, done, total, durationMs, outcome }: StepResult) {
  return { step: number, tool, status, attempt, done, total, durationMs, outcome: outcome ?? '' };
}
