/** Kinds of runs that only tests have. */
export { actInTurn } from './acting-run';
export { spendTogether } from './spending-run';
export { toy } from './toy-run';
