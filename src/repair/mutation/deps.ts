import type { TreeHash } from '../../domain/ids';
import type { EditRefusal, FileEdit, TreeDiff } from '../../domain/files/workspace';
import type { BlobStore } from '../../store';
import type { Sandbox } from '../../sandbox';
import type { LoadProgram } from '../../verifier';
import type { BenchesOf } from '../commands';

/** Parts that the mutation proposer is built from. */
export interface MutationDeps {
  sandbox: Sandbox;
  blobs: BlobStore;
  loadProgram: LoadProgram;
  /** Checkouts in which edits are tried with commands. Absent: commands cannot be run here. */
  benchesOf?: BenchesOf;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}
