export type { TidyRules } from './tidy-packs';
export type { LeaseView } from './leases';
export { INLINE_LIMIT } from './lmdb-blob-store';
export { type LocalTier, openLocalTier, type LocalTierOptions } from './local-tier';
