export { SharedStoreError } from './errors';
export { ensureBucket } from './ensure-bucket';
export { placeOf } from './settings';
export { probeBucket, tierId } from './shared-tier';
