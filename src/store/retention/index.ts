export type { Affected } from './affected';
export { collectGarbage, type CollectRequest, makeRoom } from './collect';
export { collectableRuns, type CollectReport, keepRunRecord } from './plan';
export { storeStats, type TierStats, type VerifyReport, verifyStore } from './verify-store';
