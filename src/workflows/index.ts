export { heal } from './heal';
export { rollback } from './rollback';
