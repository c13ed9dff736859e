import { mkdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { TreeHash } from '../../domain/ids';
import { baseName, parentPath } from '../../domain/files/paths';
import { type BlobStore, readingAt, type TreeChange, treeChanges, type TreeStore } from '../../store';
import { DirectoryError } from '../errors';
import { Pace } from '../../machine/pace';
import { DirCursor, SafeDir } from '../io/safe-dir';
import { writeEntry } from '../io/write-entry';

export interface MaterialiseRequest {
  tree: TreeHash;
  /** Made where it is missing. */
  directory: string;
  /** Tree that the directory holds already. Absent: the directory must be empty. */
  from?: TreeHash;
  signal?: AbortSignal;
  progress?: (detail: unknown) => void;
}

/**
 * Writes a tree into a directory of Kintsugi's own, by the difference to its present content. Never writes through a
 * link. Not for the user's directory: use `publish`.
 */
export async function materialise(
  store: { blobs: BlobStore; trees: TreeStore },
  request: MaterialiseRequest,
): Promise<void> {
  await mkdir(request.directory, { recursive: true, mode: 0o700 });
  const root = SafeDir.openRoot(request.directory);
  const cursor = new DirCursor(root);
  try {
    if (request.from === undefined && root.names().length > 0) {
      throw new DirectoryError(`${request.directory} is not empty.`);
    }
    const changes = await treeChanges(
      store.trees,
      request.from ?? (await store.trees.emptyTree()),
      request.tree,
    );
    refuseIdentities(changes);
    await store.blobs.prefetch(
      changes.flatMap(({ after }) => (after && after.type !== 'dir' ? [after.hash] : [])),
    );
    const pace = new Pace(request.signal);
    await remove(cursor, changes, pace);
    cursor.reset();
    await create(store.blobs, cursor, changes, request, pace);
    setFolderModes(cursor, changes);
  } finally {
    cursor.reset();
    root.close();
  }
}

/** Bytes of an identity are on the user's disk alone; whoever needs them in a folder stores them first. */
function refuseIdentities(changes: readonly TreeChange[]): void {
  const path = changes.find(({ after }) => after?.type === 'identity')?.path;
  if (path === undefined) return;
  throw new DirectoryError(
    `${JSON.stringify(path)} is known by its identity only: its bytes have to be stored before the tree can be written.`,
  );
}

/** Everything that goes or is replaced, what a folder holds before the folder. */
async function remove(cursor: DirCursor, changes: readonly TreeChange[], pace: Pace): Promise<void> {
  for (const { path, before, after } of changes.toReversed()) {
    if (!before || (before.type === 'dir' && after?.type === 'dir')) continue;
    const dir = cursor.enter(parentPath(path));
    if (before.type === 'dir') rmdirSync(dir.at(baseName(path)));
    else unlinkSync(dir.at(baseName(path)));
    if (pace.due) await pace.rest();
  }
}

async function create(
  blobs: BlobStore,
  cursor: DirCursor,
  changes: readonly TreeChange[],
  { tree, progress }: MaterialiseRequest,
  pace: Pace,
): Promise<void> {
  for (const [index, { path, before, after }] of changes.entries()) {
    if (!after || (before?.type === 'dir' && after.type === 'dir')) continue;
    const dir = cursor.enter(parentPath(path));
    const name = baseName(path);
    if (after.type === 'dir') mkdirSync(dir.at(name), 0o700);
    else await readingAt({ tree, path }, () => writeEntry(blobs, dir, name, after));
    if (!pace.due) continue;
    progress?.(`${index} of ${changes.length} paths`);
    await pace.rest();
  }
}

/** Last and from the inside, since a folder may not be writable for its owner. */
function setFolderModes(cursor: DirCursor, changes: readonly TreeChange[]): void {
  for (const { path, after } of changes.toReversed())
    if (after?.type === 'dir') cursor.enter(path).setMode(after.mode);
}
