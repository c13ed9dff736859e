export type { ConversationTurn, Mention } from '../conversation';
export { findReferences } from './find';
export type { Reference } from './pattern';
export { resolveReference, withPaths, type Resolved } from './resolve';
