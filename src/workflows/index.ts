export { heal } from './heal';
export { publish } from './publish';
