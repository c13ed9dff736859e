export { findReferences } from './find';
export type { Reference } from './pattern';
export { resolveReference, withPaths } from './resolve';
