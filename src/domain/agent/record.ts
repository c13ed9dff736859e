import { z } from 'zod';

/** Record of a run of the coding agent, as its callers get it. */
export const CodeRecord = z.object({
  generatedCode: z.string(),
  /** Calls of `generateCode`. */
  iterationCount: z.number().int(),
  /** No issue was found, and with test data the code ran. */
  isCodeValid: z.boolean(),
  /** What the checks found; of code that is not valid without one, why it is not. */
  codeIssues: z.array(z.string()),
  /** Empty where there was none. */
  runtimeError: z.string(),
  /** The serialised result of the run with the test data; null where none succeeded. */
  executionResult: z.record(z.string(), z.unknown()).nullable(),
});
export type CodeRecord = z.infer<typeof CodeRecord>;

/** Record of a run that has made no code. */
export const NO_CODE: CodeRecord = {
  generatedCode: '',
  iterationCount: 0,
  isCodeValid: false,
  codeIssues: ['No code was made.'],
  runtimeError: '',
  executionResult: null,
};

/** The record with an issue at least, or an error, if its code is not valid. A run may end before its code was checked or run. */
export function withReason(record: CodeRecord, wasChecked: boolean): CodeRecord {
  const { generatedCode, isCodeValid, codeIssues, runtimeError } = record;
  if (isCodeValid || codeIssues.length > 0 || runtimeError !== '') return record;
  if (generatedCode === '') return { ...record, codeIssues: NO_CODE.codeIssues };
  return {
    ...record,
    codeIssues: [wasChecked ? 'The code was not run with the test data.' : 'The code was not checked.'],
  };
}
