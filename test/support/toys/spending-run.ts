/** A kind of run whose calls spend a budget, some of them at once. */
import { condition, sleep } from '@temporalio/workflow';
import { z } from 'zod';
import type { BudgetReport } from '../../../src/domain/run/budget-report';
import { RunInput } from '../../../src/domain/run/input';
import type { Machine, RunTotals } from '../../../src/domain/run/machine';
import { NO_USAGE } from '../../../src/domain/run/budget';
import { hostRun } from '../../../src/workflows/run/host';
import { usageOf } from './usage-of';

/**
 * A call that takes `ms`, and `used` tokens of the `estimate` that it may take. With `until` it takes as long as the budget
 * has not that many tokens left, at most `ms`.
 */
export const Spender = z.object({
  key: z.string(),
  estimate: z.number(),
  used: z.number(),
  ms: z.number(),
  until: z.number().optional(),
});
export type Spender = z.infer<typeof Spender>;

const SpendInput = RunInput.extend({ groups: z.array(z.array(Spender)) });
type SpendInput = z.infer<typeof SpendInput>;

export interface Spent {
  /** Most that calls which went on at the same time could take, with what was taken before. */
  peak: number;
  /** By call: true if it was paid. */
  paid: Record<string, boolean>;
  budget?: BudgetReport;
}

interface SpendState extends Spent {
  groups: readonly (readonly Spender[])[];
  done: number;
}
type SpendEffect = { type: 'spend'; group: readonly Spender[]; taken: number };
type SpendEvent = { type: 'spent'; taken: number; peak: number; paid: Record<string, boolean> };

const nextGroup = (state: SpendState, taken: number) => {
  const group = state.groups[state.done];
  return {
    state,
    effect: group ? { type: 'spend' as const, group, taken } : { type: 'finish' as const },
    events: [],
  };
};

const spendMachine: Machine<SpendInput, SpendState, SpendEffect, SpendEvent, Spent> = {
  kind: 'spendTogether',
  input: SpendInput,
  start: ({ groups }) => nextGroup({ groups, done: 0, peak: 0, paid: {} }, 0),
  decide: (state, event) =>
    event.type === 'spent'
      ? nextGroup(
          {
            ...state,
            done: state.done + 1,
            peak: Math.max(state.peak, event.peak),
            paid: { ...state.paid, ...event.paid },
          },
          event.taken,
        )
      : { state, effect: { type: 'finish' }, events: [] },
  view: (state) => ({ phase: 'spending', detail: `group ${state.done + 1}` }),
  result: ({ peak, paid }, { budget }: RunTotals) => ({ peak, paid, budget }),
};

/** A run whose calls spend a budget: those of a group at once, the groups one after the other. */
export const spendTogether = hostRun(spendMachine, (kit) => ({
  spend: async ({ group, taken: before }) => {
    let [taken, peak] = [before, before];
    const paid: Record<string, boolean> = {};
    const spend = async ({ key, estimate, used, ms, until }: Spender) => {
      const call = { key, what: key, estimate: async () => usageOf(estimate), bought: async () => NO_USAGE };
      const outcome = await kit.pay(call, async () => {
        taken += estimate;
        peak = Math.max(peak, taken);
        if (until === undefined) await sleep(ms);
        else await condition(() => (kit.budgetLeft?.tokens ?? 0) >= until, ms);
        taken += used - estimate;
        return { usage: usageOf(used) };
      });
      paid[key] = outcome.unpaid === undefined;
    };
    await Promise.all(group.map(spend));
    return { type: 'spent' as const, taken, peak, paid };
  },
}));
