import { setHandler, sleep } from '@temporalio/workflow';
import type { Budget } from '../../../src/domain/run/budget';
import type { BudgetReport } from '../../../src/domain/run/budget-report';
import { healingLog } from '../../../src/domain/heal/healing-log';
import { NO_USAGE, type Usage } from '../../../src/domain/heal/proposal';
import { statusQuery } from '../../../src/messages';
import { BudgetDesk } from '../../../src/workflows/budget-desk';
import { Progress } from '../../../src/workflows/progress';

/** A step that takes `ms`, and `used` tokens of the `estimate` that it may take. */
export interface Spender {
  key: string;
  estimate: number;
  used: number;
  ms: number;
}

export interface Spent {
  /** Most that steps which went on at the same time could take, with what was taken before. */
  peak: number;
  /** By step: whether it was paid, and which phases it saw. */
  paid: Record<string, boolean>;
  asked: number;
  budget?: BudgetReport;
}

/** A workflow whose steps spend a budget: those of a group at once, the groups one after the other. */
export async function paidSteps(budget: Budget, groups: Spender[][]): Promise<Spent> {
  const progress = new Progress(1, false);
  const desk = new BudgetDesk(budget, progress, healingLog('en', 'test', 'debug'));
  setHandler(statusQuery, () => progress.status);
  let taken = 0;
  let peak = 0;
  const paid: Record<string, boolean> = {};
  const spend = async ({ key, estimate, used, ms }: Spender): Promise<void> => {
    const step = {
      key,
      what: key,
      estimate: async () => usageOf(estimate),
      bought: async () => NO_USAGE,
    };
    const outcome = await desk.pay(step, async () => {
      taken += estimate;
      peak = Math.max(peak, taken);
      await sleep(ms);
      taken += used - estimate;
      return { usage: usageOf(used) };
    });
    paid[key] = outcome.unpaid === undefined;
  };
  for (const group of groups) await Promise.all(group.map(spend));
  const asked = progress.status.log.filter((line) => line.includes('Waiting for a top-up')).length;
  return { peak, paid, asked, budget: desk.report() };
}

function usageOf(tokens: number): Usage {
  return { modelCalls: 1, inputTokens: tokens, outputTokens: 0 };
}
