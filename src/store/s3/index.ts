export { SharedStoreError } from './errors';
export { placeOf } from './settings';
export { ensureBucket, probeBucket, tierId } from './shared-tier';
