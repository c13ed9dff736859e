import type { BlobHash, TreeHash } from '../../src/domain/ids';

/** A text of a fixture that stands for a blob's hash; it need not have the form of one. */
export function asBlob(text: string): BlobHash {
  return text as BlobHash;
}

/** A text of a fixture that stands for a tree's hash. */
export function asTree(text: string): TreeHash {
  return text as TreeHash;
}
