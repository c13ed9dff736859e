import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import { decideMode } from './mode-machine';
import type { ModeEffect, ModeEvent } from './mode-state';
import type { SavedState, SessionEffect, SessionEnding, SessionState } from './state';
import type { AgentMode } from './modes';
import { sessionEvents } from './tell';
import { bestTransition, DONE, INTENT_TRIGGERS } from './transitions/index';
import { closeTurn } from './turns';

/** Decision of the session's machine. */
export type Next = Transition<SessionState, SessionEffect | KitEffect>;

/** Effect of the mode machine that the session performs. */
type ModeWork = Extract<ModeEffect, { type: 'ask' | 'execute' | 'apply' | 'accept' | 'refuse' }>;

/** A decision of the mode machine, taken over: what is told, and the work that comes of it. */
export interface Moved {
  readonly state: SessionState;
  readonly events: readonly NewEvent[];
  readonly work?: ModeWork;
}

/** The session after an event of its mode machine. */
export function move(state: SessionState, event: ModeEvent): Moved {
  const { state: modes, effects } = decideMode(state.modes, event);
  const words = sessionEvents(state.language);
  const made = effects.flatMap((effect) => (effect.type === 'record' ? [effect.transition] : []));
  const events = effects.flatMap((effect) =>
    effect.type === 'log' ? [words.log(effect.line, effect.level === 'info' ? made[0] : undefined)] : [],
  );
  const turn = state.turn && { ...state.turn, transitions: [...state.turn.transitions, ...made] };
  const work = effects.find((effect): effect is ModeWork => WORK.has(effect.type));
  return { state: { ...state, modes, ...(turn && { turn }) }, events, work };
}

const WORK: ReadonlySet<ModeEffect['type']> = new Set(['ask', 'execute', 'apply', 'accept', 'refuse']);

/** Moves to a mode by its intent, from idle; a mode that is entered already stays. */
export function goTo(state: SessionState, target: AgentMode): Moved {
  if (state.modes.mode === target || target === 'idle') return { state, events: [] };
  const left =
    state.modes.mode === 'idle' ? { state, events: [] } : move(state, { type: 'trigger', trigger: DONE });
  const trigger = INTENT_TRIGGERS[target];
  const isEntry = bestTransition('idle', trigger, left.state.modes.context)?.to === target;
  if (!isEntry) throw new Error(`idle has no transition to ${target} by ${trigger}`);
  const entered = move(left.state, { type: 'trigger', trigger });
  return { state: entered.state, events: [...left.events, ...entered.events] };
}

/** Waits for the next message. */
export function receive(state: SessionState, events: readonly NewEvent[]): Next {
  return { state, effect: { type: 'receive', idleMs: state.idleMs }, events };
}

/** The end of a turn: its state is kept as a checkpoint, and the session waits. `say` is added to what it answers. */
export function rest(state: SessionState, events: readonly NewEvent[], label: string): Next {
  const { modes, turns, head, usage, marks } = state;
  const record: SavedState = { modes, turns, ...(head && { previous: head }), usage };
  const name = `save-${state.turnCount}${label}-${(marks.at(-1)?.mark ?? -1) + 1}`;
  return { state, effect: { type: 'save', label: name, record }, events };
}

export function endWith(given: SessionState, ending: SessionEnding): Next {
  const state = { ...given, ending };
  return { state, effect: { type: 'finish' }, events: [sessionEvents(state.language).ended(ending.why)] };
}

/** Something could not be done: the turn ends with the reason, and the session goes on. */
export function fail(given: SessionState, reason: string): Next {
  const failed = sessionEvents(given.language).failed(reason);
  if (!given.files) return { ...endWith(given, { status: 'failed', why: reason }) };
  const { rewind, ...state } = given;
  if (rewind || !state.turn) return { ...receive(state, [failed]), refusal: reason };
  const { state: done, events } = move(state, { type: 'finish' });
  return rest(closeTurn(done, 'failed', reason), [...events, failed], '');
}
