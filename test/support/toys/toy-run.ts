/** The least that a kind of run is: what it gets from the kit, without a line of its own. */
import { z } from 'zod';
import { RunInput } from '../../../src/domain/run/input';
import type { Machine } from '../../../src/domain/run/machine';
import { hostRun } from '../../../src/workflows/run/host';
import { asTree } from '../hashes';
import { buyRecord } from './buy-record';

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

const end = (state: ToyState, agreed: string) => {
  const events = [{ kind: 'ended', text: `ended: ${agreed}` }];
  return { state: { ...state, agreed }, effect: { type: 'finish' as const }, events };
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
        if (event.unpaid !== undefined) return end(state, event.unpaid);
        return afterBuying({ ...state, bought: state.bought + 1 });
      case 'rolled-back':
        return afterBuying({ ...state, bought: 0, back: state.back + 1 });
      case 'out-of-time':
        return end(state, 'out of time');
      case 'denied':
        return end(state, event.reason);
      case 'answered':
        return end(state, event.answer.status);
    }
  },
  view: (state) => ({
    phase: 'buying',
    detail: `${state.bought} of ${state.calls}`,
    tree: state.bought === state.calls ? TREE : asTree('b'.repeat(64)),
    outcome: state.agreed,
  }),
  result: (state, { checkpoints, clocks, budget }) => {
    const spent = budget?.spent.tokens;
    return { ...state, checkpoints: checkpoints.length, clocks: Object.keys(clocks), spent };
  },
};

/** A machine with one question, one paid effect and one checkpoint: all else is the kit's. */
export const toy = hostRun(toyMachine, (kit) => ({
  buy: async ({ number }) => ({ type: 'bought' as const, unpaid: await buyRecord(kit, 'buy', number) }),
}));
