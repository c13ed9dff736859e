import { z } from 'zod';
import { securityFindings } from '../../static-checks';
import { syntaxErrors } from '../../static-checks/source';
import { defineTool } from '../tool';
import type { DataContext } from './context';

export const SecurityCheckOutput = z.object({
  isSafe: z.boolean(),
  findings: z.array(z.object({ rule: z.string(), line: z.number().int(), reason: z.string() })),
});

/** Looks for dangerous places in code, by its syntax. */
export const securityCheck = defineTool<DataContext>()({
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
