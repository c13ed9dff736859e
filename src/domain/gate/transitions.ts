/** Transitions of a gate, and what they are made of. */
import type { NewCheckpoint } from '../run/checkpoints';
import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import type { GateEffect, GateEnding, GateState } from './state';

export type Next = Transition<GateState, GateEffect | KitEffect>;

/** Waits for the next message: none is under way. */
export function receive(state: GateState): Next {
  return {
    state: { ...state, open: undefined },
    effect: { type: 'receive', idleMs: state.input.idleMs },
    events: [],
  };
}

export function endWith(
  state: GateState,
  status: GateEnding['status'],
  why: string,
  conflicts?: GateEnding['conflicts'],
): Next {
  return { state: { ...state, ending: { status, why, conflicts } }, effect: { type: 'finish' }, events: [] };
}

/** The transition with what happened before it. */
export function after(events: readonly NewEvent[], next: Next): Next {
  return { ...next, events: [...events, ...next.events] };
}

/** The transition with a state of the files that people can go back to. */
export function keeping(checkpoint: NewCheckpoint, next: Next): Next {
  return { ...next, checkpoints: [checkpoint, ...(next.checkpoints ?? [])] };
}
