export { codingAgent } from './coding-agent';
export { heal } from './heal';
export { rollback } from './rollback';
