/** A kind of run whose effects are acts, which the policy is asked about. */
import { z } from 'zod';
import type { NewEvent } from '../../../src/domain/run/events';
import { RunInput } from '../../../src/domain/run/input';
import type { Machine } from '../../../src/domain/run/machine';
import { hostRun } from '../../../src/workflows/run/host';
import { buyRecord } from './buy-record';

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
    await buyRecord(kit, 'act', number);
    return { type: 'acted' as const };
  },
}));
