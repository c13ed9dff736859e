import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { checkCode as check } from '../../static-checks';
import { defineTool } from '../tool';
import { keepCode, type DataContext } from './context';
import { isAllowedImport } from './code-block';
import { runCode } from './run-function';

const TestCodeInput = z.object({
  code: z.string().min(1).describe('The code to run'),
  functionName: z.string().min(1).describe('Name of the function'),
  testData: z
    .unknown()
    .optional()
    .describe('Leave it out: the function gets the test data of the task, which is not passed through you'),
});

export const TestCodeOutput = z.object({
  success: z.boolean(),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.string(),
});

const MOST_ERROR_CHARS = 240;

export const testCode = defineTool<DataContext>()({
  name: 'testCode',
  description: 'Runs the code with the real test data and returns the serialised result, or the error.',
  input: TestCodeInput,
  output: TestCodeOutput,
  kind: 'read',
  activity: 'code',
  loopKey: ({ code, functionName }) => JSON.stringify([code.trim(), functionName]),
  summary: ({ functionName }) => `run ${firstLine(functionName, 60)} with the test data`,
  run: async (context, { code, functionName }) => {
    const { success, result, error } = await runCode(context, code, functionName);
    return { success, result, error: context.redact(error) };
  },
  facts: async (context, { code, functionName }, { success, error }) => {
    // Another function of the code says nothing about the one that is asked for.
    if (context.task.data === undefined || functionName !== context.task.functionName) return undefined;
    return {
      of: 'run',
      code: await keepCode(context, code),
      success,
      error: firstLine(error, MOST_ERROR_CHARS),
    };
  },
});

export const CheckCodeInput = z.object({
  code: z.string().describe('The code to check'),
  functionName: z.string().min(1).describe('Name of the expected function'),
});

export const CheckCodeOutput = z.object({ isValid: z.boolean(), issues: z.array(z.string()) });

export const checkCode = defineTool<DataContext>()({
  name: 'checkCode',
  description:
    'Checks code without running it: syntax, expected function, return on all paths, error handling, types, length, names, imports.',
  input: CheckCodeInput,
  output: CheckCodeOutput,
  kind: 'read',
  activity: 'quick',
  loopKey: ({ code, functionName }) => JSON.stringify([code.trim(), functionName]),
  summary: ({ functionName }) => `check ${firstLine(functionName, 60)}`,
  run: (_, { code, functionName }) => check(code, { functionName, isAllowedImport }),
  succeeded: ({ isValid }) => isValid,
  facts: async (context, { code, functionName }, { isValid, issues }) => {
    if (functionName !== context.task.functionName) return undefined;
    return { of: 'check', code: await keepCode(context, code), isValid, issues: issues.length };
  },
});
