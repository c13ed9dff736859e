import type { KitEffect, KitEvent, Machine, Transition } from '../run/machine';
import type { HealEffect, HealEvent } from './effects';
import { HealInput } from './input';
import { onInterrupt } from './interrupts';
import { healResult } from './outcome';
import { pastRounds } from './past-rounds';
import { beginHealing, enterBaseline, onBaseline, onBeginning } from './phases/baseline';
import { enterConfirming, onConfirming } from './phases/confirming';
import { enterDelivering, onDelivering } from './phases/delivering';
import { enterRequest, onRequest } from './phases/request';
import { enterRound, onRound } from './phases/round';
import type { HealResult } from './result';
import type { Beginning, HealState, HealTransition, In, PhaseName } from './state';
import type { Entry, Next } from './transitions';
import { viewOf, viewOfBeginning } from './view';

/** A run before and after the first look at its directory. */
export type HealMachineState = Beginning | HealState;

/** A phase: how it begins, and what follows each event that its effects come to. */
interface Phase<Name extends PhaseName> {
  enter(entry: Extract<Entry, { phase: Name }>): Next;
  on(state: In<Name>, event: HealEvent | KitEvent): Next;
}

/** The phases of healing. None knows another: each names by an `Entry` the one that follows. */
const PHASES: { readonly [Name in PhaseName]: Phase<Name> } = {
  baseline: { enter: enterBaseline, on: onBaseline },
  request: { enter: enterRequest, on: onRequest },
  confirming: { enter: enterConfirming, on: onConfirming },
  round: { enter: enterRound, on: onRound },
  delivering: { enter: enterDelivering, on: onDelivering },
};

/** Healing: Execute → Analyze → Patch → Retry, then approval and publish. */
export const healMachine: Machine<HealInput, HealMachineState, HealEffect, HealEvent, HealResult> = {
  kind: 'heal',
  input: HealInput,
  start: beginHealing,
  decide,
  view: (state, effect) => (hasBegun(state) ? viewOf(state, effect) : viewOfBeginning(state)),
  result: (state, totals) => {
    if (state.phase.name !== 'delivering') throw new Error('a run ends with its delivery');
    return healResult(state as In<'delivering'>, totals);
  },
  surplus: (state) => (hasBegun(state) ? pastRounds(state) : undefined),
  settled: ({ facts }) => facts.input,
  audit: (state) => {
    if (!hasBegun(state)) return {};
    const { repairHistory, past } = state.facts.record;
    return { repairHistory, pastRounds: past?.stored };
  },
};

function hasBegun(state: HealMachineState): state is HealState {
  return state.phase.name !== 'importing';
}

/** The only place where healing is decided: pure and total. */
function decide(
  state: HealMachineState,
  event: HealEvent | KitEvent,
): Transition<HealMachineState, HealEffect | KitEffect> {
  if (hasBegun(state)) return settle(onInterrupt(state, event) ?? phase(state.phase.name).on(state, event));
  const follows = onBeginning(state, event);
  return 'state' in follows && !hasBegun(follows.state) ? follows : settle(follows as Next);
}

/** The phase of a name, for any state: the table says that each has states and entries of its own alone. */
function phase(name: PhaseName): {
  enter(entry: Entry): Next;
  on(state: HealState, event: HealEvent | KitEvent): Next;
} {
  return PHASES[name];
}

/** The first effect of the phase that the run goes on in, with all that was told on the way. */
function settle(follows: Next): HealTransition {
  if ('state' in follows) return follows;
  const { enter, events, checkpoints = [] } = follows;
  const entered = settle(phase(enter.phase).enter(enter));
  return {
    ...entered,
    events: [...events, ...entered.events],
    checkpoints: [...checkpoints, ...(entered.checkpoints ?? [])],
  };
}
