export { codingAgent } from './coding-agent';
export { gate } from './gate';
export { goal } from './goal';
export { heal } from './heal';
export { rollback } from './rollback';
export { session } from './session';
export { default } from './unknown-kind';
