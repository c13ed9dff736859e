import { z } from 'zod';

/** Record of a run of the coding agent, as its callers get it. */
export const CodeRecord = z.object({
  generatedCode: z.string(),
  /** Calls of `generateCode`. */
  iterationCount: z.number().int(),
  /** No issue was found, and with test data the code ran. */
  isCodeValid: z.boolean(),
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
  codeIssues: [],
  runtimeError: '',
  executionResult: null,
};
