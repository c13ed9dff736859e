import type { NewEvent } from '../../run/events';
import type { Language } from '../../run/language';
import { outcomeText } from '../../run/outcomes';
import { firstLine, plural } from '../../text';
import { errorTypeText } from '../errors';
import type { TaskType } from '../input';
import { outcomeOf, shortfall, STATUS_WORDS } from '../delivery';
import type { HealOutcome, Delivery } from '../result';
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

/** The texts of one language. Every text is a whole line, so that translators see sentences. */
const english = {
  started: (max: number) => `Starting the self-repair loop (at most ${max} attempts)`,
  attempt: (number: number, max: number) => `Attempt #${number}/${max}`,
  failed: (number: number, error: string) => `Task failed (attempt #${number}): ${error}`,
  stillFails: (number: number, error: string) => `Task still fails after attempt #${number}: ${error}`,
  debuggerCalled: 'Calling the debugger for a diagnosis...',
  diagnosis: (cause: string) => `Debugger diagnosis: ${cause}`,
  applying: (count: number) => `Changing ${plural(count, 'file')} in the copy...`,
  modified: (path: string) => `Changed in the copy: ${path}`,
  applied: (command: string) => `Repair made in the copy, for the checks to judge: ${command}`,
  nothingApplied: 'No acceptable repair was found in this attempt',
  /** `note`: the proposer's words, in English; `searched`: number of edits or replies. */
  nothingProposed: ((note) => `No repair is proposed: ${note}`) as (note: string, searched: number) => string,
  proposed: (rank: number, of: number, proposer: string, cause: string, files: string) =>
    `Candidate ${rank} of ${of} (${proposer}): ${cause}; changes ${files}`,
  escalated: (from: string, to: string) =>
    `SPEED becomes PRECISION: ${from} found nothing acceptable, asking ${to}`,
  unrepairable: (error: string) => `The error cannot be repaired by editing files: ${error}`,
  block: (facts: RepairBlock) => [
    `Repair attempt #${facts.attempt}`,
    `- Task id: ${facts.taskId}`,
    `- Task type: ${facts.taskType}`,
    `- Error type: ${errorTypeText('en', facts.errorType)}`,
    `- Error summary: ${facts.errorSummary}`,
    `- Debugger called: ${facts.debuggerInvoked ? 'yes' : 'no'}`,
    `- Repair made in the copy: ${facts.repairApplied ? 'yes' : 'no'}`,
    `- Verification: ${facts.verification ? 'succeeded' : 'failed'}`,
  ],
  final: (status: string, outcome: HealOutcome, attempts: number) => [
    `Final status: ${status}`,
    `- ${englishOutcome[outcome]}`,
    `- Attempts in total, with the first checks: ${attempts}`,
  ],
};
type Phrases = typeof english;

const englishOutcome: Record<HealOutcome, string> = {
  completed: 'The task succeeded without a repair',
  recovered: 'The task succeeded after a repair',
  failed_after_repair: 'The task still fails after the repairs that were tried',
  failed: 'The task failed and was not repaired',
};

const korean: Phrases = {
  started: (max) => `자가 복구 루프를 시작합니다 (최대 ${max}회 시도)`,
  attempt: (number, max) => `시도 #${number}/${max}`,
  failed: (number, error) => `작업 실행 실패 (시도 #${number}): ${error}`,
  stillFails: (number, error) => `시도 #${number} 이후에도 작업이 실패합니다: ${error}`,
  debuggerCalled: 'Debugger를 호출하여 진단하는 중...',
  diagnosis: (cause) => `Debugger 진단: ${cause}`,
  applying: (count) => `복사본에서 파일 ${count}개를 고치는 중...`,
  modified: (path) => `복사본에서 고친 파일: ${path}`,
  applied: (command) => `복사본을 복구했으며 검사로 검증합니다: ${command}`,
  nothingApplied: '이번 시도에서는 받아들일 수 있는 복구를 찾지 못했습니다',
  nothingProposed: (_, searched) => `제안된 복구가 없습니다 (살펴본 편집이나 답변: ${searched}개)`,
  proposed: (rank, of, proposer, cause, files) =>
    `후보 ${rank}/${of} (${proposer}): ${cause}; 수정 대상 ${files}`,
  escalated: (from, to) =>
    `SPEED → PRECISION 전환: ${from}에서 받아들일 수 있는 복구를 찾지 못해 ${to}에 요청합니다`,
  unrepairable: (error) => `파일 수정으로 복구할 수 없는 오류입니다: ${error}`,
  block: (facts) => [
    `복구 시도 #${facts.attempt}`,
    `- 작업 ID: ${facts.taskId}`,
    `- 작업 유형: ${facts.taskType}`,
    `- 오류 유형: ${errorTypeText('ko', facts.errorType)}`,
    `- 오류 요약: ${facts.errorSummary}`,
    `- Debugger 호출 여부: ${facts.debuggerInvoked ? '예' : '아니요'}`,
    `- 복사본 복구 여부: ${facts.repairApplied ? '예' : '아니요'}`,
    `- 검증 결과: ${facts.verification ? '성공' : '실패'}`,
  ],
  final: (status, outcome, attempts) => [
    `최종 상태: ${status}`,
    `- ${koreanOutcome[outcome]}`,
    `- 처음 검사를 포함한 총 시도 횟수: ${attempts}`,
  ],
};

const koreanOutcome: Record<HealOutcome, string> = {
  completed: '복구 없이 작업에 성공했습니다',
  recovered: '복구 후 작업에 성공했습니다',
  failed_after_repair: '시도한 복구 이후에도 작업이 여전히 실패합니다',
  failed: '작업이 실패했고 복구되지 않았습니다',
};

const chinese: Phrases = {
  started: (max) => `启动自我修复循环 (最大 ${max} 次尝试)`,
  attempt: (number, max) => `尝试 #${number}/${max}`,
  failed: (number, error) => `任务执行失败 (尝试 #${number}): ${error}`,
  stillFails: (number, error) => `尝试 #${number} 之后任务仍然失败: ${error}`,
  debuggerCalled: '调用 Debugger 进行诊断...',
  diagnosis: (cause) => `Debugger 诊断: ${cause}`,
  applying: (count) => `应用 ${count} 个文件修改...`,
  modified: (path) => `已修改文件: ${path}`,
  applied: (command) => `修复已应用，将在下次执行时验证: ${command}`,
  nothingApplied: '本次尝试没有找到可接受的修复',
  nothingProposed: (_, searched) => `没有提出修复 (看过的编辑或回答: ${searched} 个)`,
  proposed: (rank, of, proposer, cause, files) => `候选 ${rank}/${of} (${proposer}): ${cause}; 修改 ${files}`,
  escalated: (from, to) => `SPEED 升级为 PRECISION: ${from} 没有找到可接受的修复，改用 ${to}`,
  unrepairable: (error) => `错误不可修复: ${error}`,
  block: (facts) => [
    `修复尝试 #${facts.attempt}`,
    `- 任务ID: ${facts.taskId}`,
    `- 任务类型: ${facts.taskType}`,
    `- 错误类型: ${facts.errorType}`,
    `- 错误摘要: ${facts.errorSummary}`,
    `- Debugger 已调用: ${facts.debuggerInvoked ? '是' : '否'}`,
    `- 修复已应用: ${facts.repairApplied}`,
    `- 验证结果: ${facts.verification ? '成功' : '失败'}`,
  ],
  final: (status, outcome, attempts) => [
    `最终状态: ${status}`,
    `- ${chineseOutcome[outcome]}`,
    `- 总尝试次数: ${attempts}`,
  ],
};

const chineseOutcome: Record<HealOutcome, string> = {
  completed: '任务无需修复即成功完成',
  recovered: '任务在修复后成功完成',
  failed_after_repair: '任务在全部修复尝试后仍然失败',
  failed: '任务失败，未进行修复',
};

const PHRASES: Record<Language, Phrases> = { en: english, ko: korean, zh: chinese };

/** Facts that the last line of the log rests on. */
interface Ended {
  status: HealOutcome;
  delivery: Pick<Delivery, 'status'> & { contradiction?: unknown };
  request?: string;
}

/** Status in the last line: the delivery's, if it fell short, since nothing is healed before it is published. */
const LAST_STATUS: Record<Language, (ended: Ended) => string> = {
  en: ({ status, delivery, request }) => outcomeText('heal', outcomeOf(status, delivery, request)),
  ko: ({ status, delivery, request }) =>
    shortfall('ko', delivery) ?? STATUS_WORDS.ko[outcomeOf(status, delivery, request)] ?? status,
  // Seed 002 gives the words of this line.
  zh: ({ status, delivery }) => shortfall('zh', delivery) ?? status,
};

/** Beginning of the log's own lines. */
export const LOG_PREFIX = '[SelfRepairLoop]';

/** The healing log of one run in one language: each method makes one entry of seed 002's example. */
export function healingLog(language: Language, taskId: string, taskType: TaskType) {
  const phrases = PHRASES[language];
  const entry = (
    text: string | string[],
    { event, ...facts }: { event: string } & NonNullable<NewEvent['fields']>,
  ): NewEvent => ({
    kind: event,
    text: `${LOG_PREFIX} ${typeof text === 'string' ? text : text.join('\n')}`,
    fields: { taskId, taskType, ...facts },
  });
  return {
    language,
    started: (max: number) => entry(phrases.started(max), { event: 'started', maxAttempts: max }),
    attempt: (attempt: number, max: number) =>
      entry(phrases.attempt(attempt, max), { event: 'attempt', attempt }),
    failed: ({ isLast, ...facts }: FailedAttempt) => {
      const say = isLast ? phrases.stillFails : phrases.failed;
      return entry(say(facts.attempt, facts.errorSummary), {
        event: isLast ? 'still-failing' : 'attempt-failed',
        ...facts,
      });
    },
    debuggerCalled: (attempt: number) =>
      entry(phrases.debuggerCalled, { event: 'debugger-called', attempt, debuggerInvoked: true }),
    diagnosis: (attempt: number, rootCause: string) =>
      entry(phrases.diagnosis(rootCause), { event: 'diagnosis', attempt, rootCause }),
    applying: (attempt: number, count: number) =>
      entry(phrases.applying(count), { event: 'applying', attempt, fileModifications: count }),
    modified: (attempt: number, path: string) =>
      entry(phrases.modified(path), { event: 'modified', attempt, path }),
    applied: (attempt: number, command: string, tree: string) =>
      entry(phrases.applied(command), { event: 'applied', attempt, repairApplied: true, command, tree }),
    nothingApplied: (attempt: number) =>
      entry(phrases.nothingApplied, { event: 'nothing-applied', attempt, repairApplied: false }),
    // Not a line of the seed's log: a search that found nothing is no diagnosis.
    nothingProposed: (attempt: number, note: string, searched: number) => ({
      kind: 'nothing-proposed',
      text: phrases.nothingProposed(note, searched),
      fields: { taskId, taskType, attempt, note, searched },
    }),
    escalated: (attempt: number, from: string, to: string) =>
      entry(phrases.escalated(from, to), { event: 'escalated', attempt, from, to }),
    unrepairable: (attempt: number, errorType: string, errorSummary: string) =>
      entry(phrases.unrepairable(errorSummary), { event: 'unrepairable', attempt, errorType, errorSummary }),
    block: (facts: Omit<RepairBlock, 'taskId' | 'taskType'>) =>
      entry(phrases.block({ ...facts, taskId, taskType }), { event: 'repair-attempt', ...facts }),
    final: (ended: Ended, totalAttempts: number) => {
      const { status: finalStatus } = ended;
      const text = phrases.final(LAST_STATUS[language](ended), finalStatus, totalAttempts);
      return entry(text, { event: 'final', finalStatus, totalAttempts });
    },
    proposed: (
      attempt: number,
      rank: number,
      of: number,
      { proposer, suggestion, diff, tree }: Candidate,
    ) => {
      const cause = firstLine(suggestion.rootCause);
      const files = modificationsOf(diff.files)
        .map(({ path }) => path)
        .join(', ');
      const fields = { attempt, rank, of, proposer, rootCause: cause, files, tree, diff: diff.hash };
      // Not a line of the seed's log, so it does not begin like one.
      const text = phrases.proposed(rank, of, proposer, cause, files);
      return { kind: 'proposed', text, fields: { taskId, taskType, ...fields } };
    },
  };
}

export type HealingLog = ReturnType<typeof healingLog>;
