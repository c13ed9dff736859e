export type { Affected } from './affected';
export { collectGarbage, type CollectRequest, makeRoom } from './collect';
export { CollectRefusedError } from './marker';
export { collectableRuns, type CollectReport } from './plan';
export { keepRunRecord } from './run-records';
export { storeStats, type TierStats } from './stats';
export { type VerifyReport, verifyStore } from './verify-store';
