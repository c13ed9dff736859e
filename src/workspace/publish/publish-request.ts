import type { BlobStore, TreeStore } from '../../store';

export interface PublishDeps {
  blobs: BlobStore;
  trees: TreeStore;
  /** Folder of the journals, in Kintsugi's own data. */
  journals: string;
  /** How long to wait for another publish to the same directory; 30 s by default. */
  lockWaitMs?: number;
}
