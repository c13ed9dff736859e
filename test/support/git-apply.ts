import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { importDirectory } from '../../src/workspace/capture/import';
import type { createMemoryStore } from './memory-store';
import { plant, type Plant } from './plant-tree';
import { tempFolder } from './temp-folder';

/** The tree of a folder after git has applied a diff to it. */
export async function treeByGitApply(
  store: ReturnType<typeof createMemoryStore>,
  before: readonly Plant[],
  diff: string,
): Promise<string> {
  const folder = tempFolder('git-apply');
  try {
    plant(folder, [...before]);
    execFileSync('git', ['apply', '-'], { cwd: folder, input: diff });
    // git makes files by the umask; trees here have no bits for others to write.
    execFileSync('chmod', ['-R', 'go-w', folder]);
    return (await importDirectory(store, folder)).tree;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
