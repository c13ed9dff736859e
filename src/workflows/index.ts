export { heal } from './heal';
export { publish } from './publish';
export { rollback } from './rollback';
