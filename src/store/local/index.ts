export type { LeaseView } from './leases';
export { INLINE_LIMIT } from './blobs';
export type { StoreDatabase, Table } from './database';
export { type LocalTier, openLocalTier, type LocalTierOptions } from './local-tier';
export { damagesOf, damageSentence, DATABASE, headProblem } from './damage';
export { DamageWatch } from './damage-watch';
export { numberIn, numberOf } from './counts';
