import type { MergeOutcome } from '../../domain/files/workspace';
import { placeOf, shownPlace } from '../../domain/goal/places';
import type { TreeHash } from '../../domain/ids';
import { mergeTrees } from '../trees/merge-trees';
import type { TreeAccess } from '../trees/tree-access';
import { identified } from './identified';
import { devicesSince, withDevices } from './devices';
import type { IdentityPaths } from './identity-paths';
import { inRunsWords, originsNow, type FileOrigins } from './origins';

/** Three trees of folders, of which `ours` is what the disk holds. */
export interface ManifestMerge {
  /** Real paths. */
  roots: readonly string[];
  base: TreeHash;
  ours: TreeHash;
  theirs: TreeHash;
  /** Merges what meets no conflict, and tells what was left out. */
  partial?: boolean;
  /** Takes equal bytes of files that runs wrote for the same file. */
  followFiles?: boolean;
  /** States that the run left behind: where the disk is in one of them, nothing was changed since. */
  states: readonly TreeHash[];
}

/**
 * Merges trees of folders. What runs wrote has other names in their trees than on disk: all are compared in the words of
 * runs, and the merge is told in those of the disk.
 */
export async function mergeManifests(
  store: TreeAccess & { paths: IdentityPaths; origins: FileOrigins },
  { roots, base, ours, theirs, partial, followFiles, states }: ManifestMerge,
): Promise<MergeOutcome> {
  const numbers = await devicesSince(store.paths, theirs, ours);
  const origins = originsNow(await store.origins.of(roots), numbers);
  const inWords = async (tree: TreeHash) =>
    inRunsWords(store, await withDevices(store, tree, numbers), origins);
  const [present, target] = [await inWords(ours), await inWords(theirs)];
  let from = await inWords(base);
  for (const state of states) if ((await inWords(state)) === present) from = present;
  const merged = await mergeTrees(store, {
    ...{ base: from, ours: present, theirs: target, partial, followFiles },
    shown: (path) => shownPlace(roots, placeOf(path)),
  });
  if (merged.status === 'conflict') return merged;
  const onDisk = await identified(store, { tree: merged.tree, last: present, published: ours });
  // What is not on disk any more, but kept aside, comes back as the file that it was.
  const wanted = await withDevices(store, theirs, numbers);
  return { ...merged, tree: await identified(store, { tree: onDisk, last: target, published: wanted }) };
}
