export { openStore } from './lmdb-store';
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
