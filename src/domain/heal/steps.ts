import { stepsOfHeal, type RunStep } from '../run/rollback';
import { forkedFromOf } from './outcome';
import type { HealState } from './state';

/** The states of a run that goes on; the last is the tree that it works on. */
export function stepsOfState(state: HealState): RunStep[] {
  return stepsOfHeal({ ...state, record: state, forkedFrom: forkedFromOf(state) }, 'the run so far');
}
