import type { KitEffect, KitEvent, Machine, Transition } from '../run/machine';
import { addUsage } from '../run/usage';
import { beginHealing, onImported, startHealing, type Beginning } from './begin';
import { decide } from './decide';
import { HealInput } from './input';
import { healResult } from './outcome';
import { pastRounds } from './past-rounds';
import type { HealResult } from './result';
import type { Timings } from './targets';
import type { HealEffect, HealEvent, HealState } from './state';
import { viewOf, viewOfBeginning } from './view';

/** Before the first look at the directory, and after it. */
export type HealMachineState = Beginning | HealState;

/** Healing: Execute → Analyze → Patch → Retry, then approval and publish. */
export const healMachine: Machine<HealInput, HealMachineState, HealEffect, HealEvent, HealResult> = {
  kind: 'heal',
  input: HealInput,
  start: beginHealing,
  decide: (state, event) => (hasBegun(state) ? decide(state, event) : onBeginning(state, event)),
  view: (state, effect) => (hasBegun(state) ? viewOf(state, effect) : viewOfBeginning(state)),
  result: (state, totals) => {
    if (!hasBegun(state)) throw new Error('a run ends after its first look at the directory');
    const { delivery } = state;
    return healResult(
      { ...state, usage: addUsage(state.usage, totals.givenUp) },
      {
        delivery: delivery?.outcome ?? { status: 'nothing-to-publish' },
        diff: delivery?.diff,
        quarantinedTests: delivery?.leftOut ?? [],
        timings: timingsOf(totals),
        budget: totals.budget,
        checkpoints: totals.checkpoints,
        events: totals.events,
      },
    );
  },
  surplus: (state) => (hasBegun(state) ? pastRounds(state) : undefined),
  settled: ({ input }) => input,
  audit: (state) =>
    hasBegun(state) ? { repairHistory: state.repairHistory, pastRounds: state.past?.stored } : {},
};

function hasBegun(state: HealMachineState): state is HealState {
  return 'baseTree' in state;
}

function onBeginning(
  state: Beginning,
  event: HealEvent | KitEvent,
): Transition<HealMachineState, HealEffect | KitEffect> {
  if (event.type === 'imported') return onImported(state, event);
  if (event.type === 'forked' && state.imported) return startHealing(state, state.imported, event.outcome);
  throw new Error(`a run that begins has no use for what was ${event.type}`);
}

function timingsOf({ clocks, waitingMs, workMs }: Parameters<typeof healMachine.result>[1]): Timings {
  const each = (prefix: string): number[] =>
    Object.entries(clocks).flatMap(([clock, ms]) => (clock.startsWith(prefix) ? [ms] : []));
  return {
    importMs: clocks['import'] ?? 0,
    baselineMs: clocks['baseline'] ?? 0,
    executeMs: clocks['execute'] ?? 0,
    testGenerationMs: each('tests-'),
    testScoringMs: clocks['score-tests'] ?? 0,
    repairMs: each('repair-'),
    waitingMs,
    workMs,
  };
}
