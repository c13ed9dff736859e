export type { ConversationTurn, Mention } from '../conversation';
export { findReferences, type Reference } from './find';
export { resolveReference, type Resolved } from './resolve';
