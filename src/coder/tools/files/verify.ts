import { contradiction, type Claim, pathsOf, type Standing } from '../../../domain/goal/expect';
import type { TreeHash } from '../../../domain/ids';
import { type BlobStore, treeChanges, type TreeStore } from '../../../store';
import { TreeDraft } from './tree-draft';

/** The first thing in which a call's outcome and the trees before and after it disagree; undefined where they agree. */
export async function verifyOutcome(
  stores: { trees: TreeStore; blobs: BlobStore },
  before: TreeHash,
  claim: Claim,
): Promise<string | undefined> {
  const after = claim.outcome.tree ?? before;
  const [was, is] = [new TreeDraft(stores, before), new TreeDraft(stores, after)];
  const known = new Map<string, { before?: Standing; after?: Standing }>();
  for (const path of pathsOf(claim))
    known.set(path, { before: await was.find(path), after: await is.find(path) });
  const changes = await treeChanges(stores.trees, before, after);
  return contradiction(claim, { changes, at: (path) => known.get(path) ?? {} });
}
