import { speaker } from '../run/said';
import { eventOf } from '../run/events';
import type { SnapshotRef } from '../run/checkpoints';
import type { Language } from '../run/input';
import { firstLine, sizeText } from '../text';
import type { PlanRow } from './plan';
import type { ResolvedReference } from './state';
import type { FailedTry, StepDone, StepResult } from './step';

const REASON_CHARS = 300;

/** The events of a goal: the seed's `PlanUpdatedEvent` and `StepCompletedEvent` are `plan-updated` and `step-completed`. */
export function goalEvents(language: Language) {
  const say = speaker(language);
  const short = (text: string) => firstLine(text, REASON_CHARS);
  return {
    begun: (entries: number, bytes: number) =>
      eventOf('begun', say`Looked at ${entries} files and folders, ${sizeText(bytes)}: nothing is copied`, {
        entries,
        bytes,
      }),
    resolved: ({ phrase, path }: ResolvedReference) =>
      eventOf('resolved', say`"${phrase}" means ${path}`, { phrase, path }),
    /** `before`: steps that stay; the new ones go on counting. */
    planUpdated: (
      plan: string,
      { rows, before, why }: { rows: readonly PlanRow[]; before: number; why?: string },
    ) =>
      eventOf(
        'plan-updated',
        [
          why === undefined
            ? say`The plan has ${rows.length} step(s)`
            : say`A new plan goes on with ${rows.length} step(s): ${short(why)}`,
          ...listed(rows, before),
        ].join('\n'),
        { plan, steps: rows.length },
      ),
    planRefused: (why: string) => eventOf('plan-refused', say`The plan could not be used: ${short(why)}`),
    noPlan: (why: string) => eventOf('no-plan', say`There is no plan: ${short(why)}`),
    /** `changed`: the tree that the step led to. */
    stepCompleted: (
      result: StepResult,
      row: PlanRow,
      { text, done, total }: StepDone,
      changed?: SnapshotRef,
    ) =>
      eventOf(
        'step-completed',
        say`Step ${result.number} is done${total > 1 ? ` (${done}/${total})` : ''}: ${short(text === '' ? row.line : text).replace(/:$/, '')}`,
        { ...fieldsOf(result), ...(changed && snapshotFields(changed)) },
      ),
    stepFailed: (result: StepResult) =>
      eventOf(
        'step-completed',
        say`Step ${result.number}, attempt ${result.attempt}, failed: ${short(result.errorReason ?? '')}`,
        fieldsOf(result),
      ),
    takenBack: (number: number) =>
      eventOf('step-taken-back', say`The files are as before step ${number} again`, { step: number }),
    retried: ({ step }: Pick<FailedTry, 'step'>, why: string) =>
      eventOf('step-retried', say`Step ${step} is tried again with other arguments: ${short(why)}`, { step }),
    goalChecked: (holds: boolean, reason: string) =>
      eventOf(
        'goal-checked',
        holds ? say`The goal is reached: ${short(reason)}` : say`The goal is not reached: ${short(reason)}`,
        { holds },
      ),
    unchecked: (why: string) =>
      eventOf('goal-unchecked', say`Nobody has checked that the goal is reached: ${short(why)}`),
    published: (what: string) => eventOf('published', say`Your folders changed: ${short(what)}`),
    conflict: (paths: readonly string[]) =>
      eventOf(
        'conflict',
        say`Your folders were left as they are, since these changed meanwhile: ${short(paths.slice(0, 5).join(', '))}`,
        { paths: paths.length },
      ),
    notPublished: (why: string) =>
      eventOf('not-published', say`Your folders could not be changed: ${short(why)}`),
    ended: (status: string, text: string) => eventOf('ended', short(text), { status }),
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
