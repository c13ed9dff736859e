export { DONE, INTENT_TRIGGERS, REJECTED, SEED_TRANSITIONS } from './added';
export {
  availableTransitions,
  bestTransition,
  indexOf,
  legalTriggers,
  routeTo,
  TRANSITIONS,
  type TransitionIndex,
} from './table';
export type { Transition } from './transition';
