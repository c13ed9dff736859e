import { z } from 'zod';
import { type Tool, defineTool } from '../tool';
import { analyzeError } from './analyze-error';
import { checkCode, testCode } from './check-code';
import type { DataContext } from './context';
import { generateCode } from './generate-code';
import { optimizeCode } from './optimize-code';
import { refactorCode, rewriteTool } from './rewrite';
import { differenceOf } from '../../static-checks/same-program';
import { securityFindings } from '../../static-checks';
import { syntaxErrors } from '../../static-checks/source';

const SecurityCheckOutput = z.object({
  isSafe: z.boolean(),
  findings: z.array(z.object({ rule: z.string(), line: z.number().int(), reason: z.string() })),
});

const securityCheck = defineTool<DataContext>()({
  name: 'securityCheck',
  description: 'Looks for dangerous places in code without running it, each with line and reason.',
  input: z.object({ code: z.string().min(1).describe('The code') }),
  output: SecurityCheckOutput,
  kind: 'read',
  activity: 'quick',
  summary: () => 'look for dangerous places',
  run: (_, { code }) => {
    const unread = (reason: string) => ({ isSafe: false, findings: [{ rule: 'unread', line: 1, reason }] });
    const [syntax] = syntaxErrors(code);
    if (syntax !== undefined) return Promise.resolve(unread(`The code can't be read: ${syntax}`));
    const findings = securityFindings(code);
    if (!findings) return Promise.resolve(unread('The code is nested too deeply to be read.'));
    return Promise.resolve({ isSafe: findings.length === 0, findings });
  },
  succeeded: ({ isSafe }) => isSafe,
});

/** Documents code: all of it but the comments stays as it is. */
const documentCode = rewriteTool({
  name: 'documentCode',
  description: 'Adds documentation to code. Refused if anything but comments changes.',
  aim: 'Document the code: a TSDoc comment for each exported function, and comments where the reason is not plain. Change no code.',
  summary: (functionName) => `document ${functionName}`,
  check: (_, input, code) => {
    const refused = differenceOf(input.code, code);
    return Promise.resolve(refused === undefined ? { message: 'The code is documented.' } : { refused });
  },
});

/** Tools that write a function to a specification and run it on data. */
export const DATA_TOOLS: readonly Tool<DataContext>[] = [
  generateCode,
  testCode,
  checkCode,
  analyzeError,
  optimizeCode,
  documentCode,
  refactorCode,
  securityCheck,
];
