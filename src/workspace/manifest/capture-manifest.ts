import type { BlobHash, TreeHash } from '../../domain/ids';
import { compareNames } from '../../machine/file-names';
import { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { type BlobStore, encodeListing, encodeTimes, HashedBlob, type FolderEntry } from '../../store';
import { realDirectory } from '../capture/import';
import { DirectoryError } from '../errors';
import { BlobBatch } from '../io/blob-batch';
import { SafeDir } from '../io/safe-dir';
import { FolderLister, timeOf, type ListedFolder, isInside } from './list-folder';

export interface ManifestRequest {
  /** Real paths of the folders; their numbers are the names in the tree. */
  roots: readonly string[];
  signal?: AbortSignal;
  progress?: (detail: unknown) => void;
}

/** Folders of people as one tree: its files are known by their identities, and none was read. */
export interface Manifest {
  tree: TreeHash;
  times: BlobHash;
  /** Files, links and folders in all. */
  entries: number;
  /** Sizes of the files. */
  bytes: number;
  /** At most 20 folders that could not be listed: they can be moved, not looked into. */
  unreadable: string[];
}

const LISTED = 20;

/**
 * Lists folders as a tree that holds each under its number. Rejects with `DirectoryError` if one is missing, can't be
 * read or lies in another.
 */
export async function captureManifest(
  deps: { blobs: BlobStore; exclude: readonly string[] },
  { roots, signal, progress }: ManifestRequest,
): Promise<Manifest> {
  const places = await realRoots(roots);
  const batch = new BlobBatch(deps.blobs);
  const unreadable: string[] = [];
  const lister = new FolderLister({
    exclude: deps.exclude,
    pace: new Pace(signal),
    store: (blob) => batch.put(blob),
    unreadable: (path) => unreadable.length < LISTED && unreadable.push(path),
    progress: (entries) => progress?.(`${entries} entries`),
  });
  const listed = [];
  for (const [index, place] of places.entries())
    listed.push({ name: String(index), ...(await listRoot(lister, place)) });
  // As a listing orders names: 10 comes before 2.
  listed.sort((a, b) => compareNames(a.name, b.name));
  const tree = new HashedBlob<TreeHash>(encodeListing(listed.map(({ entry, name }) => ({ ...entry, name }))));
  const times = new HashedBlob(
    encodeTimes(listed.map(({ mtimeUs, below }) => ({ mtimeUs, times: below.times }))),
  );
  batch.add(tree);
  batch.add(times);
  await batch.finish();
  return {
    tree: tree.hash,
    times: times.hash,
    entries: listed.reduce((sum, { below }) => sum + below.entries, 0),
    bytes: listed.reduce((sum, { below }) => sum + below.bytes, 0),
    unreadable,
  };
}

async function listRoot(
  lister: FolderLister,
  place: string,
): Promise<{ entry: Omit<FolderEntry, 'name'>; mtimeUs: number; below: ListedFolder }> {
  let root: SafeDir | undefined;
  try {
    root = SafeDir.openRoot(place);
    const stat = root.stat();
    const below = await lister.list(root, place);
    const entry = { type: 'dir' as const, mode: root.mode(), hash: below.tree, size: 0 };
    return { entry, mtimeUs: timeOf(stat), below };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM')
      throw new DirectoryError(`${place} cannot be read: permission denied.`);
    throw error;
  } finally {
    root?.close();
  }
}

/** The real paths of roots. Rejects with `DirectoryError` where one can't be a root, or lies in another. */
export async function realRoots(roots: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  for (const root of roots) places.push(await realDirectory(root));
  for (const [index, place] of places.entries()) {
    const outer = places.find((other, at) => at !== index && isInside(place, other));
    if (outer !== undefined)
      throw new DirectoryError(`${place} lies in ${outer}: name only one of the two as a root.`);
  }
  return places;
}
