export { SharedStoreError } from './errors';
export { placeOf } from './settings';
export { probeBucket, tierId } from './shared-tier';
