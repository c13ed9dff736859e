import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Git } from './run-git';

/** Files of a commit, staged in an index of their own: the user's index is not touched. */
export interface StagedTree {
  git: Git;
  /** Git's name of the tree. */
  tree: string;
  /** Tree of the commit that is checked out; the empty one where there is none. */
  base: string;
}

/**
 * Stages paths over the commit that is checked out, and hands the tree over while it lasts. `keep: false` writes objects to
 * a folder of their own, which is removed: a look leaves nothing in the repository.
 */
export async function withStagedTree<T>(
  git: Git,
  {
    directory,
    paths,
    head,
    keep,
  }: { directory: string; paths: readonly string[]; head?: string; keep: boolean },
  act: (staged: StagedTree) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-git-'));
  try {
    const objects = join(folder, 'objects');
    await mkdir(objects);
    const real = resolve(directory, (await git.text(['rev-parse', '--git-path', 'objects'])).trimEnd());
    const own = git.with({
      GIT_INDEX_FILE: join(folder, 'index'),
      ...(keep ? {} : { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: real }),
    });
    await own.text(head === undefined ? ['read-tree', '--empty'] : ['read-tree', head]);
    const base = await own.text(['write-tree']);
    const ignored = await ignoredOf(own, paths);
    await own.text(
      ['update-index', '--add', '--remove', '-z', '--stdin'],
      listed(paths.filter((path) => !ignored.has(path))),
    );
    const tree = await own.text(['write-tree']);
    return await act({ git: own, tree: tree.trim(), base: base.trim() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Paths for the input of git. */
export function listed(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

/** Paths that the user's rules leave out; those that are in a commit already are none of them. */
export async function ignoredOf(git: Git, paths: readonly string[]): Promise<ReadonlySet<string>> {
  // A path that begins with a colon would be read as a pattern.
  const end = await git.try(['check-ignore', '-z', '--stdin'], listed(paths.map((path) => `./${path}`)));
  return new Set(end.stdout.split('\0').map((path) => path.replace(/^\.\//, '')));
}
