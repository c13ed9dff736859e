import type { TreeHash } from '../../../domain/ids';
import type { EditRefusal, FileEdit, TreeDiff } from '../../../domain/workspace';
import type { BlobStore } from '../../../store/types';
import type { ProgramFiles, Sandbox } from '../../sandbox/types';

/** What the mutation proposer is built from. */
export interface MutationDeps {
  sandbox: Sandbox;
  blobs: BlobStore;
  /** The modules of a tree, path → text. */
  loadProgram(tree: TreeHash): Promise<ProgramFiles>;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}
