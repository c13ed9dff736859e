import type { BlobStore, TreeStore } from '../../store';

export interface TreeAccess {
  blobs: BlobStore;
  trees: TreeStore;
}
