import { eventOf, type NewEvent } from '../../run/events';
import type { Language } from '../../run/language';
import { outcomeText } from '../../run/outcomes';
import { said, saidText, speaker, type Said } from '../../run/said';
import { firstLine } from '../../text';
import { errorTypeText } from '../errors';
import type { TaskType } from '../input';
import { outcomeOf } from '../delivery';
import { HealOutcome, type Delivery } from '../result';
import { type Candidate, modificationsOf } from '../proposal';

export interface RepairBlock {
  attempt: number;
  taskId: string;
  taskType: TaskType;
  errorType: string;
  errorSummary: string;
  debuggerInvoked: boolean;
  repairApplied: boolean;
  verification: boolean;
}

/** A failure with its analysis, as the seed has it. */
export interface FailedAttempt {
  attempt: number;
  /** The last repair that was allowed left it. */
  isLast: boolean;
  errorType: string;
  errorSummary: string;
  errorLocation: string;
  suggestedFix: string;
}

const OUTCOMES: Record<HealOutcome, Said> = {
  completed: said`The task succeeded without a repair`,
  recovered: said`The task succeeded after a repair`,
  failed_after_repair: said`The task still fails after the repairs that were tried`,
  failed: said`The task failed and was not repaired`,
};

const isSo = (so: boolean): Said => (so ? said`yes` : said`no`);

/** Facts that the last line of the log rests on. */
interface Ended {
  status: HealOutcome;
  delivery: Pick<Delivery, 'status'> & { contradiction?: unknown };
  request?: string;
}

/** Events of a run that heals, in its language; nothing is changed but a copy until it is published. */
export function healingLog(language: Language, taskId: string, taskType: TaskType) {
  const say = speaker(language);
  const entry = (kind: string, text: string | string[], facts: NonNullable<NewEvent['fields']>) =>
    eventOf(kind, typeof text === 'string' ? text : text.join('\n'), { taskId, taskType, ...facts });
  return {
    language,
    started: (max: number) =>
      entry('started', say`Starting the self-repair loop (at most ${max} attempt(s))`, { maxAttempts: max }),
    attempt: (attempt: number, max: number) =>
      entry('attempt', say`Attempt ${attempt} of ${max}`, { attempt, maxAttempts: max }),
    failed: ({ isLast, ...facts }: FailedAttempt) => {
      const { attempt, errorSummary } = facts;
      return isLast
        ? entry('still-failing', say`The task still fails after attempt ${attempt}: ${errorSummary}`, facts)
        : entry('attempt-failed', say`The task failed (attempt ${attempt}): ${errorSummary}`, facts);
    },
    debuggerCalled: (attempt: number) =>
      entry('debugger-called', say`Looking for the cause…`, { attempt, debuggerInvoked: true }),
    diagnosis: (attempt: number, rootCause: string) =>
      entry('diagnosis', say`Cause: ${rootCause}`, { attempt, rootCause }),
    applying: (attempt: number, count: number) =>
      entry('applying', say`Changing ${count} file(s) in the copy…`, { attempt, fileModifications: count }),
    modified: (attempt: number, path: string) =>
      entry('modified', say`Changed in the copy: ${path}`, { attempt, path }),
    applied: (attempt: number, command: string, tree: string) =>
      entry('applied', say`Repair made in the copy, for the checks to judge: ${command}`, {
        attempt,
        repairApplied: true,
        command,
        tree,
      }),
    nothingApplied: (attempt: number) =>
      entry('nothing-applied', say`No acceptable repair was found in this attempt`, {
        attempt,
        repairApplied: false,
      }),
    /** `note`: the proposer's words, in English; `searched`: number of edits or replies. */
    nothingProposed: (attempt: number, note: string, searched: number) => {
      const text =
        language === 'en'
          ? say`No repair is proposed: ${note}`
          : say`No repair is proposed (edits or replies looked at: ${searched})`;
      return entry('nothing-proposed', text, { attempt, note, searched });
    },
    escalated: (attempt: number, from: string, to: string) =>
      entry(
        'escalated',
        say`${'SPEED'} becomes ${'PRECISION'}: ${from} found nothing acceptable, asking ${to}`,
        { attempt, from, to },
      ),
    unrepairable: (attempt: number, errorType: string, errorSummary: string) =>
      entry('unrepairable', say`The error cannot be repaired by editing files: ${errorSummary}`, {
        attempt,
        errorType,
        errorSummary,
      }),
    block: (facts: Omit<RepairBlock, 'taskId' | 'taskType'>) => {
      const lines = [
        say`Repair attempt ${facts.attempt}`,
        say`- Error type: ${errorTypeText(language, facts.errorType)}`,
        say`- Error summary: ${facts.errorSummary}`,
        say`- The cause was looked for: ${isSo(facts.debuggerInvoked)}`,
        say`- Repair made in the copy: ${isSo(facts.repairApplied)}`,
        say`- Verification: ${facts.verification ? said`succeeded` : said`failed`}`,
      ];
      return entry('repair-attempt', lines, facts);
    },
    final: ({ status: finalStatus, delivery, request }: Ended, totalAttempts: number) => {
      const ended = outcomeText('heal', outcomeOf(finalStatus, delivery, request), language);
      const lines = [
        say`Final status: ${ended}`,
        `- ${saidText(OUTCOMES[finalStatus], language)}`,
        say`- Attempts in total, with the first checks: ${totalAttempts}`,
      ];
      return entry('final', lines, { finalStatus, totalAttempts });
    },
    proposed: (
      attempt: number,
      rank: number,
      of: number,
      { proposer, suggestion, diff, tree }: Candidate,
    ) => {
      const rootCause = firstLine(suggestion.rootCause);
      const files = modificationsOf(diff.files)
        .map(({ path }) => path)
        .join(', ');
      const text = say`Candidate ${rank} of ${of} (${proposer}): ${rootCause}; changes ${files}`;
      return entry('proposed', text, {
        attempt,
        rank,
        of,
        proposer,
        rootCause,
        files,
        tree,
        diff: diff.hash,
      });
    },
  };
}

export type HealingLog = ReturnType<typeof healingLog>;

type Fields = NonNullable<NewEvent['fields']>;

/** Lines of seed 002's example, by the kind of the event. They are its words, in Chinese, so they are for the worker's log alone. */
const SEED_LINES: Readonly<Record<string, (facts: Fields) => string>> = {
  started: ({ maxAttempts }) => `启动自我修复循环 (最大 ${maxAttempts} 次尝试)`,
  attempt: ({ attempt, maxAttempts }) => `尝试 #${attempt}/${maxAttempts}`,
  'attempt-failed': ({ attempt, errorSummary }) => `任务执行失败 (尝试 #${attempt}): ${errorSummary}`,
  'debugger-called': () => '调用 Debugger 进行诊断...',
  diagnosis: ({ rootCause }) => `Debugger 诊断: ${rootCause}`,
  applying: ({ fileModifications }) => `应用 ${fileModifications} 个文件修改...`,
  modified: ({ path }) => `已修改文件: ${path}`,
  applied: ({ command }) => `修复已应用，将在下次执行时验证: ${command}`,
  unrepairable: ({ errorSummary }) => `错误不可修复: ${errorSummary}`,
  'repair-attempt': (facts) =>
    [
      `修复尝试 #${facts['attempt']}`,
      `- 任务ID: ${facts['taskId']}`,
      `- 任务类型: ${facts['taskType']}`,
      `- 错误类型: ${facts['errorType']}`,
      `- 错误摘要: ${facts['errorSummary']}`,
      `- Debugger 已调用: ${facts['debuggerInvoked'] === true ? '是' : '否'}`,
      `- 修复已应用: ${facts['repairApplied']}`,
      `- 验证结果: ${facts['verification'] === true ? '成功' : '失败'}`,
    ].join('\n'),
  final: ({ finalStatus, totalAttempts }) =>
    `最终状态: ${finalStatus}\n- ${saidText(OUTCOMES[HealOutcome.parse(finalStatus)], 'zh')}\n- 总尝试次数: ${totalAttempts}`,
};

/** The event as a line of seed 002's log; undefined for one that the seed has not. */
export function seedLine({ kind, fields = {} }: NewEvent): string | undefined {
  const line = SEED_LINES[kind]?.(fields);
  return line === undefined ? undefined : `[SelfRepairLoop] ${line}`;
}
