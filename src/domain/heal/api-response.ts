import { z } from 'zod';
import {
  DebuggerSuggestion,
  ErrorContext,
  FileModification,
  RepairAttempt,
  VerificationResult,
} from './proposal';
import { HealOutcome, type HealResult } from './result';

/** Seed 002's repair attempt, with its keys and no others. */
const ApiRepairAttempt = z.strictObject({
  ...RepairAttempt.omit({ suggestionRef: true, suggestedChecks: true }).shape,
  errorContext: z.strictObject(ErrorContext.shape),
  debuggerResponse: z
    .strictObject({
      ...DebuggerSuggestion.shape,
      fileModifications: z.array(z.strictObject(FileModification.omit({ contentRef: true }).shape)),
    })
    .optional(),
  verificationResult: z.strictObject(VerificationResult.shape).optional(),
});
type ApiRepairAttempt = z.infer<typeof ApiRepairAttempt>;

/** Seed 002's response to a task: these keys and no others. Its messages are the seed's, in Chinese. */
export const ApiResponse = z.strictObject({
  success: z.boolean(),
  taskId: z.string(),
  message: z.string(),
  selfRepairResult: z.strictObject({
    status: HealOutcome,
    totalAttempts: z.number().int(),
    repairHistory: z.array(ApiRepairAttempt),
    /** Of a failure only. */
    finalError: z.string().optional(),
  }),
});
export type ApiResponse = z.infer<typeof ApiResponse>;

/** Seed 002's response for a result. It covers the task, not the delivery. */
export function apiResponse(result: HealResult): ApiResponse {
  const { taskId, status, totalAttempts, finalError } = result;
  const repairHistory = result.repairHistory.map(apiAttempt);
  const success = status === 'completed' || status === 'recovered';
  const message = messageOf(result);
  if (success)
    return { success, taskId, message, selfRepairResult: { status, totalAttempts, repairHistory } };
  return {
    success,
    taskId,
    message,
    selfRepairResult: { status, totalAttempts, repairHistory, finalError: finalError ?? UNKNOWN },
  };
}

const UNKNOWN = '未知错误';

function messageOf({ status, totalAttempts, finalError }: HealResult): string {
  switch (status) {
    case 'completed':
      return '任务处理完成';
    case 'recovered':
      return `任务在 ${totalAttempts} 次尝试后成功完成（已自动修复）`;
    case 'failed_after_repair':
    case 'failed':
      return `任务处理失败: ${finalError ?? UNKNOWN}`;
  }
}

/** The attempt with the seed's keys only. Output of its suggested commands ends that of the checks. */
function apiAttempt(attempt: RepairAttempt): ApiRepairAttempt {
  const { attemptNumber, errorContext, debuggerResponse, repairApplied, timestamp } = attempt;
  return withoutAbsent({
    attemptNumber,
    errorContext: withoutAbsent(errorContext),
    debuggerResponse: debuggerResponse && {
      ...debuggerResponse,
      fileModifications: debuggerResponse.fileModifications.map(({ path, action, content }) =>
        withoutAbsent({ path, action, content }),
      ),
    },
    repairApplied,
    verificationResult: verificationOf(attempt),
    timestamp,
  });
}

/** Verdict of the checks. Suggested commands add to its output, and decide nothing. */
function verificationOf({
  verificationResult,
  suggestedChecks = [],
}: RepairAttempt): ApiRepairAttempt['verificationResult'] {
  if (!verificationResult) return undefined;
  const { command, success, output } = verificationResult;
  const said = suggestedChecks.map((check) =>
    `$ ${check.command}\n${check.notRun ?? check.output}`.trimEnd(),
  );
  return { command, success, output: [output, ...said].join('\n') };
}

/** Keys with no value are left out, so that the object is the same before and after JSON. */
function withoutAbsent<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
