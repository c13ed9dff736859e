export { openStore, type OpenStore } from './open-store';
export { withSignal } from '../machine/abort-scope';
export { BlobCorruptError, BlobMissingError, readingAt, StoreDamagedError } from './errors';
export { hashAt, hashBytes, HashedBlob, HashingStream } from './hash';
export { isReplyRef, partOf, resultRef, rootRef } from './ref-names';
export { putWith, readFileOf, readTreeFile, textFormAt } from './tree-store';
export { StoreFullError } from './quota';
export { identityOf, identityTimeUs, readIdentity } from './identity';
export { encodeTimes, type EntryTime, readTimes, SnapshotTimes } from './times';
export { touchedPaths, type TreeChange, treeChanges } from './tree-changes';
export { encodeListing } from './tree-listing';
export type {
  BlobSink,
  BlobStore,
  EntryType,
  RefStore,
  StatCache,
  Store,
  FolderEntry,
  TreeEntry,
  TreeFile,
  TreeStore,
} from './types';
