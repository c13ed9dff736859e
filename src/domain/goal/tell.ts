import type { NewEvent } from '../run/events';
import type { SnapshotRef } from '../run/checkpoints';
import type { Language } from '../run/input';
import { firstLine, plural, sizeText } from '../text';
import type { PlanRow } from './plan';
import type { ResolvedReference } from './state';
import type { FailedTry, StepDone, StepResult } from './step';

const english = {
  begun: (entries: number, size: string) =>
    `Looked at ${entries} files and folders, ${size}: nothing is copied`,
  resolved: (phrase: string, path: string) => `"${phrase}" means ${path}`,
  planned: (steps: number) => `The plan has ${plural(steps, 'step')}`,
  replanned: (steps: number, why: string) => `A new plan goes on with ${plural(steps, 'step')}: ${why}`,
  planRefused: (why: string) => `The plan could not be used: ${why}`,
  noPlan: (why: string) => `There is no plan: ${why}`,
  done: (number: number, line: string, items: string) => `Step ${number} is done${items}: ${line}`,
  failed: (number: number, attempt: number, why: string) =>
    `Step ${number}, attempt ${attempt}, failed: ${why}`,
  takenBack: (number: number) => `The files are as before step ${number} again`,
  retried: (number: number, why: string) => `Step ${number} is tried again with other arguments: ${why}`,
  goal: (holds: boolean, why: string) =>
    holds ? `The goal is reached: ${why}` : `The goal is not reached: ${why}`,
  unchecked: (why: string) => `Nobody has checked that the goal is reached: ${why}`,
  published: (what: string) => `Your folders changed: ${what}`,
  conflict: (paths: string) => `Your folders were left as they are, since these changed meanwhile: ${paths}`,
  notPublished: (why: string) => `Your folders could not be changed: ${why}`,
  ended: (text: string) => text,
};

type Phrases = typeof english;

const korean: Phrases = {
  begun: (entries, size) => `항목 ${entries}개(${size})를 확인했습니다. 복사한 것은 없습니다`,
  resolved: (phrase, path) => `"${phrase}" → ${path}`,
  planned: (steps) => `계획을 세웠습니다: ${steps}단계`,
  replanned: (steps, why) => `계획을 다시 세웠습니다 (${steps}단계): ${why}`,
  planRefused: (why) => `계획을 사용할 수 없습니다: ${why}`,
  noPlan: (why) => `계획이 없습니다: ${why}`,
  done: (number, line, items) => `${number}단계 완료${items}: ${line}`,
  failed: (number, attempt, why) => `${number}단계 실패 (${attempt}번째 시도): ${why}`,
  takenBack: (number) => `파일을 ${number}단계 이전 상태로 되돌렸습니다`,
  retried: (number, why) => `${number}단계를 다른 인수로 다시 시도합니다: ${why}`,
  goal: (holds, why) => (holds ? `목표를 달성했습니다: ${why}` : `목표를 달성하지 못했습니다: ${why}`),
  unchecked: (why) => `목표 달성 여부를 확인하지 못했습니다: ${why}`,
  published: (what) => `폴더를 변경했습니다: ${what}`,
  conflict: (paths) => `그 사이에 바뀐 항목이 있어 폴더를 변경하지 않았습니다: ${paths}`,
  notPublished: (why) => `폴더를 변경할 수 없습니다: ${why}`,
  ended: (text) => text,
};

const chinese: Phrases = {
  begun: (entries, size) => `已查看 ${entries} 个条目（${size}），未复制任何内容`,
  resolved: (phrase, path) => `“${phrase}”是指 ${path}`,
  planned: (steps) => `计划共 ${steps} 步`,
  replanned: (steps, why) => `已重新计划（${steps} 步）: ${why}`,
  planRefused: (why) => `计划不可用: ${why}`,
  noPlan: (why) => `没有计划: ${why}`,
  done: (number, line, items) => `第 ${number} 步完成${items}: ${line}`,
  failed: (number, attempt, why) => `第 ${number} 步第 ${attempt} 次尝试失败: ${why}`,
  takenBack: (number) => `文件已恢复到第 ${number} 步之前`,
  retried: (number, why) => `第 ${number} 步换参数重试: ${why}`,
  goal: (holds, why) => (holds ? `目标已达成: ${why}` : `目标未达成: ${why}`),
  unchecked: (why) => `未能确认目标是否达成: ${why}`,
  published: (what) => `文件夹已更改: ${what}`,
  conflict: (paths) => `以下内容期间有变化，文件夹保持原样: ${paths}`,
  notPublished: (why) => `无法更改文件夹: ${why}`,
  ended: (text) => text,
};

const PHRASES: Readonly<Record<Language, Phrases>> = { en: english, ko: korean, zh: chinese };

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
