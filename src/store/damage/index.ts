export { headProblem } from './check-database';
export { StoreDamagedError } from './errors';
export { damageNotes, damageSentence } from './set-aside';
export { DamageWatch } from './watch';
