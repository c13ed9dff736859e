import { approvalOf } from './approval';
import type { StartFacts } from './start-facts';

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
