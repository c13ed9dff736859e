import { z } from 'zod';
import type { RepairAttempt } from './proposal';
import { RunStatus, type HealResult } from './result';

/** Seed 002's file modification. */
const ApiFileModification = z.strictObject({
  path: z.string(),
  action: z.enum(['create', 'modify', 'delete']),
  content: z.string().optional(),
});

/** Seed 002's repair attempt, with its keys and no others. */
const ApiRepairAttempt = z.strictObject({
  attemptNumber: z.number().int(),
  errorContext: z.strictObject({
    errorType: z.string(),
    errorMessage: z.string(),
    errorStack: z.string().optional(),
    failedCommand: z.string().optional(),
    failedOutput: z.string().optional(),
    recentFileChanges: z.array(z.string()),
    projectStructure: z.string().optional(),
  }),
  debuggerResponse: z
    .strictObject({
      rootCause: z.string(),
      errorCategory: z.string(),
      fileModifications: z.array(ApiFileModification),
      verificationCommands: z.array(z.string()),
    })
    .optional(),
  repairApplied: z.boolean(),
  verificationResult: z
    .strictObject({ command: z.string(), success: z.boolean(), output: z.string() })
    .optional(),
  timestamp: z.string(),
});
type ApiRepairAttempt = z.infer<typeof ApiRepairAttempt>;

/** Seed 002's response to a task: these keys and no others. Its messages are the seed's, in Chinese. */
export const ApiResponse = z.strictObject({
  success: z.boolean(),
  taskId: z.string(),
  message: z.string(),
  selfRepairResult: z.strictObject({
    status: RunStatus,
    totalAttempts: z.number().int(),
    repairHistory: z.array(ApiRepairAttempt),
    /** Of a failure only. */
    finalError: z.string().optional(),
  }),
});
export type ApiResponse = z.infer<typeof ApiResponse>;

/** The response that seed 002 gives for a result. It speaks of the task, not of what was published. */
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

/** The attempt without what the house adds to the seed's keys. What its own commands said ends the output. */
function apiAttempt(attempt: RepairAttempt): ApiRepairAttempt {
  const { attemptNumber, errorContext, debuggerResponse, repairApplied, timestamp } = attempt;
  return withoutAbsent({
    attemptNumber,
    errorContext: withoutAbsent({
      errorType: errorContext.errorType,
      errorMessage: errorContext.errorMessage,
      errorStack: errorContext.errorStack,
      failedCommand: errorContext.failedCommand,
      failedOutput: errorContext.failedOutput,
      recentFileChanges: [...errorContext.recentFileChanges],
      projectStructure: errorContext.projectStructure,
    }),
    debuggerResponse: debuggerResponse && {
      rootCause: debuggerResponse.rootCause,
      errorCategory: debuggerResponse.errorCategory,
      fileModifications: debuggerResponse.fileModifications.map(({ path, action, content }) =>
        withoutAbsent({ path, action, content }),
      ),
      verificationCommands: [...debuggerResponse.verificationCommands],
    },
    repairApplied,
    verificationResult: verificationOf(attempt),
    timestamp,
  });
}

/** The verdict of the checks; whether the suggested commands agreed is told in the output, and decides nothing. */
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
