export * from './a.js';
export { b, default } from './a.js';
export * as group from './a.js';
export { bump, late } from './late.js';
export const shared = 'index';
const local = 'own';
export { local as named };
