export { DONE, INTENT_TRIGGERS, REJECTED } from './added';
export { tableProblems } from './check';
export { SEED_TRANSITIONS } from './seed';
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
