/** Kinds of runs that only tests have: what they get from the kit, without a line of their own. */
import { condition, sleep } from '@temporalio/workflow';
import type { Machine, RunTotals } from '../../../src/domain/run/machine';
import type { NewEvent } from '../../../src/domain/run/events';
import { RunInput } from '../../../src/domain/run/input';
import type { BudgetReport } from '../../../src/domain/run/budget-report';
import { NO_USAGE, type Usage } from '../../../src/domain/run/usage';
import { STORE } from '../../../src/workflows/activity-options';
import { hostRun } from '../../../src/workflows/run/host';
import { z } from 'zod';
import { asTree } from '../../support/hashes';

const usageOf = (tokens: number): Usage => ({ modelCalls: 1, inputTokens: tokens, outputTokens: 0 });

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

const ToyInput = RunInput.extend({ calls: z.number() });
type ToyInput = z.infer<typeof ToyInput>;
type ToyState = { calls: number; bought: number; agreed?: string; back: number };
type ToyEffect = { type: 'buy'; number: number };
type ToyEvent = { type: 'bought'; unpaid?: string };

const TREE = asTree('c'.repeat(64));

const afterBuying = (state: ToyState) => {
  const events = [{ kind: 'bought', text: `bought ${state.bought}` }];
  if (state.bought < state.calls)
    return { state, events, effect: { type: 'buy' as const, number: state.bought + 1, clock: 'buying' } };
  const checkpoints = [{ snapshot: { tree: TREE }, reason: 'everything is bought' }];
  const question = { kind: 'publish', summary: 'agree to what was bought', action: `buy ${state.bought}` };
  return { state, events, checkpoints, effect: { type: 'ask' as const, question } };
};

const toyMachine: Machine<ToyInput, ToyState, ToyEffect, ToyEvent, object> = {
  kind: 'toy',
  input: ToyInput,
  start: ({ calls }) => {
    const state = { calls, bought: 0, back: 0 };
    const checkpoints = [{ snapshot: { tree: asTree('b'.repeat(64)) }, reason: 'before the run' }];
    return { ...afterBuying(state), checkpoints, events: [] };
  },
  decide: (state, event) => {
    switch (event.type) {
      case 'bought':
        return event.unpaid === undefined
          ? afterBuying({ ...state, bought: state.bought + 1 })
          : { state: { ...state, agreed: event.unpaid }, effect: { type: 'finish' }, events: [] };
      case 'rolled-back':
        return afterBuying({ ...state, bought: 0, back: state.back + 1 });
      case 'out-of-time':
        return { state: { ...state, agreed: 'out of time' }, effect: { type: 'finish' }, events: [] };
      case 'denied':
        return { state: { ...state, agreed: event.reason }, effect: { type: 'finish' }, events: [] };
      case 'answered':
        return {
          state: { ...state, agreed: event.answer.status },
          effect: { type: 'finish' },
          events: [{ kind: 'ended', text: `ended: ${event.answer.status}` }],
        };
    }
  },
  view: (state) => ({
    phase: 'buying',
    detail: `${state.bought} of ${state.calls}`,
    tree: state.bought === state.calls ? TREE : asTree('b'.repeat(64)),
    outcome: state.agreed,
  }),
  result: (state, { checkpoints, clocks, budget }) => ({
    ...state,
    checkpoints: checkpoints.length,
    clocks: Object.keys(clocks),
    spent: budget?.spent.tokens,
  }),
};

/** A machine with one question, one paid effect and one checkpoint: all else is the kit's. */
export const toy = hostRun(toyMachine, (kit) => ({
  buy: async ({ number }) => {
    const call = {
      key: `buy-${number}`,
      what: `buy ${number}`,
      estimate: async () => usageOf(10),
      bought: async () => NO_USAGE,
    };
    const paid = await kit.pay(call, async () => {
      await kit.call('buy', STORE, (activities) =>
        activities.keepRecord({ key: kit.key(call.key), record: String(number) }),
      );
      return { usage: usageOf(7) };
    });
    return { type: 'bought' as const, unpaid: paid.unpaid };
  },
}));

const ActInput = RunInput.extend({
  acts: z.array(
    z.object({ tool: z.string(), command: z.string().optional(), paths: z.array(z.string()).optional() }),
  ),
});
type ActInput = z.infer<typeof ActInput>;
type ActState = { acts: ActInput['acts']; done: readonly string[] };
type ActEffect = { type: 'act'; number: number };
type ActEvent = { type: 'acted' };

const nextAct = (state: ActState, events: readonly NewEvent[] = []) => {
  const number = state.done.length;
  const act = state.acts[number];
  if (!act) return { state, events, effect: { type: 'finish' as const } };
  const summary = `${act.tool} ${act.command ?? act.paths?.join(' ') ?? ''}`.trim();
  return { state, events, effect: { type: 'act' as const, number, act: { ...act, summary } } };
};

const actMachine: Machine<ActInput, ActState, ActEffect, ActEvent, readonly string[]> = {
  kind: 'actInTurn',
  input: ActInput,
  start: ({ acts }) => nextAct({ acts, done: [] }),
  decide: (state, event) => {
    const outcome = event.type === 'denied' ? `denied: ${event.reason}` : event.type;
    return nextAct({ ...state, done: [...state.done, outcome] });
  },
  view: ({ done }) => ({ phase: 'acting', detail: `${done.length} done`, findings: {} }),
  result: ({ done }) => done,
};

/** A machine whose effects are acts: that the policy is asked about them is the kit's. */
export const actInTurn = hostRun(actMachine, (kit) => ({
  act: async ({ number }) => {
    const call = {
      key: `buy-${number}`,
      what: `act ${number}`,
      estimate: async () => usageOf(10),
      bought: async () => NO_USAGE,
    };
    await kit.pay(call, async () => {
      await kit.call('act', STORE, (activities) =>
        activities.keepRecord({ key: kit.key(call.key), record: String(number) }),
      );
      return { usage: usageOf(7) };
    });
    return { type: 'acted' as const };
  },
}));
