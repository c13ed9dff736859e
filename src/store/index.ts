export { openStore, type OpenStore, type StoreOptions } from './open-store';
export { withSignal } from './abort-scope';
export type {
  BlobStore,
  BulkBlobStore,
  RefStore,
  StatCache,
  Store,
  TreeEntry,
  TreeFile,
  TreeStore,
} from './types';
