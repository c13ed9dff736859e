import fc from './fast-check';
import { decideMode } from '../../src/domain/session/mode-machine';
import { newModeState, type ModeState } from '../../src/domain/session/mode-state';
import { availableTransitions, TRANSITIONS } from '../../src/domain/session/transitions/index';

const ALL = [...new Set(TRANSITIONS.map(({ trigger }) => trigger))].sort();

/** A move of a walk: one of the triggers that the mode offers, or any trigger there is. */
export interface WalkMove {
  readonly fits: boolean;
  readonly pick: number;
}

/** So many random moves, of which four in five fit the mode. */
export function walkMoves(count: number): readonly WalkMove[] {
  const move = fc.record({
    fits: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    pick: fc.nat(10_000),
  });
  return fc.sample(move, count);
}

/** The pure machine on its walk. */
export class PureWalk {
  private state: ModeState = newModeState();

  get mode(): string {
    return this.state.mode;
  }

  get transitions(): ModeState['transitions'] {
    return this.state.transitions;
  }

  get offered(): readonly string[] {
    return availableTransitions(this.state.mode).map(({ trigger, to }) => `${trigger} ${to}`);
  }

  /** Makes a move; resolves to its trigger, and whether the machine refused it. */
  move({ fits, pick }: WalkMove): { trigger: string; isRefused: boolean } {
    const choices = fits ? availableTransitions(this.state.mode).map(({ trigger }) => trigger) : ALL;
    const trigger = choices[pick % choices.length] ?? 'done';
    const { state, effects } = decideMode(this.state, { type: 'trigger', trigger });
    this.state = state;
    return { trigger, isRefused: effects.some(({ type }) => type === 'refuse') };
  }
}
