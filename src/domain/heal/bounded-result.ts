import { excerpt, utf8Bytes } from '../text';
import type { RepairAttempt } from './proposal';
import type { HealResult } from './result';
import { shorten, type Allowance } from './shorten';

/** A result may not be larger, so that history and list views stay quick: bytes of its JSON. */
export const RESULT_LIMIT = 64 * 1024;

/** Drops the longest texts first until the result fits. What is dropped is in the audit record. */
export function bounded(result: HealResult): HealResult {
  let bound = result;
  for (const shorten of SHORTENINGS) {
    if (fits(bound)) return bound;
    bound = shorten(bound);
  }
  return bound;
}

function fits(result: HealResult): boolean {
  return utf8Bytes(JSON.stringify(result)) <= RESULT_LIMIT;
}

const SHORTENINGS: readonly ((result: HealResult) => HealResult)[] = [
  (result) => ({ ...result, repairHistory: result.repairHistory.map(leanAttempt) }),
  leanRecord,
  // Every text and list there is, so that the last of them fits whatever a run was given.
  (result) => shortened(result, { chars: 1_000, items: 20 }),
  (result) => shortened(result, { chars: 300, items: 10 }),
  (result) => shortened(result, { chars: 100, items: 5 }),
  (result) => shortened(result, { chars: 40, items: 1 }),
];

function leanAttempt(attempt: RepairAttempt): RepairAttempt {
  return {
    ...attempt,
    errorContext: {
      ...attempt.errorContext,
      errorStack: undefined,
      failedOutput: undefined,
      errorMessage: excerpt(attempt.errorContext.errorMessage, 300),
    },
    suggestedChecks: attempt.suggestedChecks?.map((check) => ({
      ...check,
      output: excerpt(check.output, 100),
    })),
    debuggerResponse: attempt.debuggerResponse && {
      ...attempt.debuggerResponse,
      fileModifications: attempt.debuggerResponse.fileModifications.map((file) => ({
        ...file,
        content: undefined,
      })),
    },
  };
}

function leanRecord(result: HealResult): HealResult {
  return {
    ...result,
    record: {
      ...result.record,
      messages: result.record.messages
        .slice(-4)
        .map((message) => ({ ...message, content: excerpt(message.content, 300) })),
      errorLogs: result.record.errorLogs.slice(-10),
    },
    diff: result.diff && {
      ...result.diff,
      files: result.diff.files.slice(0, 10),
      excerpt: excerpt(result.diff.excerpt, 500),
    },
    flaky: result.flaky.slice(0, 10),
    choices: result.choices.map((choice) => ({ ...choice, considered: [], notes: [] })),
    fixedTests: result.fixedTests.slice(0, 5),
  };
}

function shortened(result: HealResult, allowance: Allowance): HealResult {
  return shorten(result, '', allowance) as HealResult;
}
