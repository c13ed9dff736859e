import { BROKEN, brokenText } from '../domain/verification/broken-text';
import type { EditRefusal, FileEdit, TreeDiff } from '../domain/files/workspace';
import type { TreeHash } from '../domain/ids';
import { isLikelyTest, isTestSide } from '../domain/verification/protected-paths';
import { failuresOf } from '../domain/verification/failed-checks';
import { type BlobStore, readTreeFile, type TreeStore } from '../store';
import type { CheckCall, CheckedTree } from './verify-task';

/** Parts that a change is broken with. */
export interface BreakDeps {
  trees: TreeStore;
  blobs: BlobStore;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
  applyEdits(
    tree: TreeHash,
    edits: readonly FileEdit[],
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
}

/** A change that commands call green. */
export interface GreenChange extends CheckedTree {
  base: TreeHash;
}

/**
 * Finds out whether a check can fail: breaks the functions that the change touches, and runs the commands. Resolves to the files
 * whose broken code nothing notices; empty where a command notices, and where that can't be told.
 */
export async function breakChange(deps: BreakDeps, task: GreenChange & CheckCall): Promise<string[]> {
  const { base, tree, spec, signal } = task;
  const { files } = await deps.diffTrees(base, tree);
  const edits: FileEdit[] = [];
  for (const { path, change, renamedFrom } of files) {
    if (change === 'deleted' || isTestSide(path) || isLikelyTest(path)) continue;
    const before = change === 'added' ? '' : await textOf(deps, base, renamedFrom ?? path);
    const content = brokenText(path, before, await textOf(deps, tree, path));
    if (content !== undefined) edits.push({ action: 'modify', path, content });
  }
  if (edits.length === 0) return [];
  const broken = await deps.applyEdits(tree, edits);
  if ('refusals' in broken) return [];
  for (const command of spec.commands) {
    const report = await task.runCheck(broken.tree, command, signal);
    // What is red for another reason, such as a compiler that sees unreachable code, says nothing of the tests either.
    if (report.end !== 'completed' || report.exitCode !== 0 || failuresOf(report).length > 0) return [];
    if (JSON.stringify(report).includes(BROKEN)) return [];
  }
  return edits.map(({ path }) => path);
}

async function textOf({ trees, blobs }: BreakDeps, tree: TreeHash, path: string): Promise<string> {
  const bytes = await readTreeFile({ trees, blobs }, tree, path);
  return bytes?.toString('utf8') ?? '';
}
