import { approvalOf } from './approval';
import type { StartFacts } from './start-facts';
import type { z } from 'zod';
import { firstIssue } from '../domain/issue-words';
import { badInput } from '../domain/kintsugi-error';

/** Settings that each kind of run has, as a request gives them: they are checked with the whole input. */
interface GivenSettings {
  budget?: unknown;
  waitForLimitMs?: unknown;
  policy?: unknown;
  approval?: object;
}

/** These settings with the client's where the request has none; the policy is that of the path. Throws a sentence for a delegate without a name. */
export async function runSettings(
  given: GivenSettings,
  facts: Pick<StartFacts, 'budget' | 'waitForLimitMs' | 'policyFor' | 'approval'>,
  path: string | undefined,
) {
  return {
    budget: given.budget ?? facts.budget,
    waitForLimitMs: given.waitForLimitMs ?? facts.waitForLimitMs,
    policy: given.policy ?? (await facts.policyFor?.(path)),
    approval: approvalOf(given.approval, facts.approval),
  };
}

/** Input of a run. Throws a sentence that names the unusable field. */
export function usableInput<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  const { where, message } = firstIssue(parsed.error);
  throw badInput(`${where || 'The input'} cannot be used: ${message}.`);
}
