import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { checkCode as check } from '../../static-checks';
import { defineTool } from '../tool';
import { keepCode, type DataContext } from './context';
import { isAllowedImport } from './libraries';

export const CheckCodeInput = z.object({
  code: z.string().describe('The code to check'),
  functionName: z.string().min(1).describe('Name of the expected function'),
});

export const CheckCodeOutput = z.object({ isValid: z.boolean(), issues: z.array(z.string()) });

/** Checks code without running it. */
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
