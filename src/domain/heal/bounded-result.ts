import { excerpt, utf8Bytes } from '../text';
import type { RepairAttempt } from './proposal';
import type { HealResult } from './result';

/** Most bytes of a result's JSON, so that history and list views stay quick. */
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
  // These cut every text and list, so that the last one fits any run.
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

/** Most characters of a text and items of a list. */
export interface Allowance {
  chars: number;
  items: number;
}

/** Keys that other commands read: never cut. */
const KEPT = new Set(['directory', 'heavyFolders', 'taskId', 'of']);
/** Lists whose length means something, one entry a round or part: only their texts are cut. */
const WHOLE_LISTS = new Set([
  'repairHistory',
  'codeHistory',
  'checkpoints',
  'choices',
  'repairs',
  'targets',
  'repairMs',
]);
/** Keys of the texts that people read first: never cut below `TOLD_CHARS`. */
const TOLD = new Set(['failureReport', 'finalError', 'work', 'message', 'badInput']);
const TOLD_CHARS = 500;
const HASH = /^[0-9a-f]{64}$/;

/** The same shape with shorter texts and lists. */
export function shorten(value: unknown, key: string, allowance: Allowance): unknown {
  if (KEPT.has(key)) return value;
  if (typeof value === 'string') {
    if (HASH.test(value)) return value;
    return excerpt(value, TOLD.has(key) ? Math.max(TOLD_CHARS, allowance.chars) : allowance.chars);
  }
  if (Array.isArray(value)) {
    const items: unknown[] = WHOLE_LISTS.has(key) ? value : value.slice(0, allowance.items);
    return items.map((item) => shorten(item, '', allowance));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shorten(part, name, allowance)]),
  );
}
