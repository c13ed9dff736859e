export { LEASE_FRESH_MS, type LocalTier, type LocalTierOptions, openLocalTier } from './local-tier';
export type { StoreDatabase } from './database';
export { DamageWatch, damagesOf, damageSentence, DATABASE, headProblem } from './damage';
