import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathConflict, TreeDiff } from '../../../domain/files/workspace';
import { HashingStream } from '../../../store';
import type { Say } from '../../../domain/run/said';
import type { RunHandle } from '../../run-handle';
import { pathList } from '../render';
import type { StoreReader } from '../../store-reader';
import { touchedPaths } from '../../../domain/files/touched-paths';

/**
 * Lines on what the user has changed of a change's files since the run began, and on the command that merges both. Empty:
 * nothing, or the directory is on another machine.
 */
export async function changedSince(
  run: RunHandle<unknown>,
  diff: TreeDiff,
  store: Pick<StoreReader, 'hashOf'>,
  say: Say,
): Promise<string[]> {
  const { directory, kind } = await run.described();
  // The folders of a goal are compared by identities, on their own machine.
  if (kind === 'goal') return [];
  const conflicts = directory === undefined ? [] : await conflictsIn(directory, diff, store, say);
  if (conflicts.length === 0) return [];
  return [
    say`You have changed files of this change since the run began: ${pathList(conflicts, say)}.`,
    `  ${say`Publishing it would be a conflict; merge both with: ${`kintsugi fork ${run.id}`}`}`,
  ];
}

async function conflictsIn(
  directory: string,
  { base, tree, files }: TreeDiff,
  { hashOf }: Pick<StoreReader, 'hashOf'>,
  say: Say,
): Promise<PathConflict[]> {
  const conflicts: PathConflict[] = [];
  for (const path of touchedPaths(files)) {
    const before = await hashOf(base, path);
    const present = await hashOfFile(join(directory, path));
    if (present === before || present === (await hashOf(tree, path))) continue;
    const reason =
      before === undefined
        ? say`it was created meanwhile`
        : present === undefined
          ? say`it was deleted`
          : say`its content changed`;
    conflicts.push({ path, reason });
  }
  return conflicts;
}

/** Hash of a file as it is now. Undefined: there is none. Anything else than a file has no hash of a tree's file. */
async function hashOfFile(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  if (!found.isFile()) return '';
  const hashing = new HashingStream();
  for await (const chunk of createReadStream(path)) hashing.update(chunk as Buffer);
  return hashing.digest();
}
