import { existsSync } from 'node:fs';
import { resolve, join } from 'node:path';
import type { FileChange } from '../../domain/files/workspace';
import type { RepositoryLook } from '../../domain/session/commit-plan';
import { isSecretFile } from '../../domain/files/secret-names';
import { excerpt, firstLine } from '../../domain/text';
import type { BlobSink } from '../../store';
import { ownCommands, ownCommandsText, GitError, type Git } from './run-git';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Files of a commit, staged in an index of their own: the user's index is not touched. */
interface StagedTree {
  git: Git;
  /** Git's name of the tree. */
  tree: string;
  /** Tree of the commit that is checked out; the empty one where there is none. */
  base: string;
}

/** Files of git's folder that tell of work under way. */
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/** Most files of one commit. */
const MOST_PATHS = 2_000;

/** Looks at the repository of a directory: the commit that its paths would make. Writes nothing to it. */
export async function lookAtRepository(
  git: Git,
  { blobs, redact }: { blobs: BlobSink; redact(text: string): string },
  { directory, paths, branch: wanted }: { directory: string; paths?: readonly string[]; branch?: string },
): Promise<RepositoryLook> {
  const inside = await git.try(['rev-parse', '--is-inside-work-tree']);
  if (inside.code === null)
    return unfit(`Git could not be started (${firstLine(inside.stderr)}): install it.`);
  if (inside.stdout.trim() !== 'true')
    return unfit('The directory is in no git repository: run `git init` first, or go on without commits.');
  const commands = await ownCommands(git);
  if (commands.length > 0) return unfit(ownCommandsText(commands));
  for (const name of UNDER_WAY) {
    const path = (await git.text(['rev-parse', '--git-path', name])).trimEnd();
    if (existsSync(resolve(directory, path)))
      return unfit(`Git is in the middle of something (${name}): finish or abort it first.`, true);
  }
  if (wanted !== undefined && (await git.try(['check-ref-format', '--branch', wanted])).code !== 0)
    return unfit(`${wanted} is no name of a branch: choose another.`);
  try {
    return await fit(git, { blobs, redact }, { directory, paths, wanted });
  } catch (error) {
    if (error instanceof GitError) return unfit(`Git refused: ${firstLine(redact(error.message))}`);
    throw error;
  }
}

const unfit = (reason: string, hasConflicts = false): RepositoryLook => ({
  status: 'unfit',
  reason,
  hasConflicts,
});

async function fit(
  git: Git,
  { blobs, redact }: { blobs: BlobSink; redact(text: string): string },
  { directory, paths: given, wanted }: { directory: string; paths?: readonly string[]; wanted?: string },
): Promise<RepositoryLook> {
  const head = await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  const branch = await git.line(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const exists =
    wanted !== undefined &&
    (await git.line(['rev-parse', '--verify', '--quiet', `refs/heads/${wanted}`])) !== undefined;
  const found = given ? [] : await changedPaths(git, head);
  const secret = found.filter(isSecretFile);
  const paths = given ?? found.filter((path) => !isSecretFile(path));
  if (paths.length > MOST_PATHS)
    return unfit(
      `More than ${MOST_PATHS} files changed: commit them by git, or let .gitignore name what is no part of the project.`,
    );
  const staged = await stagedByUser(git, paths, head);
  return withStagedTree(git, { directory, paths, head, keep: false }, async ({ git: own, tree, base }) => {
    const diff = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--relative'];
    const text = redact(await own.text([...diff, '-p', base, tree]));
    const status = await own.paths([...diff, '--name-status', '-z', base, tree]);
    const counts = await own.paths([...diff, '--numstat', '-z', base, tree]);
    return {
      status: 'fit',
      ...(branch !== undefined && { branch }),
      ...(head !== undefined && { head }),
      isTaken: exists && wanted !== branch,
      ...{ tree, staged, paths },
      ...(secret.length > 0 && { secret }),
      files: changesOf(status, counts),
      diff: await blobs.put(Buffer.from(text)),
      excerpt: excerpt(text),
    };
  });
}

/** Files below the directory that differ from the commit, new ones among them; what the user's rules ignore is left out. */
async function changedPaths(git: Git, head: string | undefined): Promise<string[]> {
  const present = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'];
  const found = [
    ...(await git.paths(present)),
    ...(await git.paths(head === undefined ? ['ls-files', '-z'] : [...STAGED, head, '--', '.'])),
  ];
  // A repository in the repository is listed as a folder.
  return [...new Set(found)].filter((path) => !path.endsWith('/')).sort();
}

const STAGED = [
  ...['--literal-pathspecs', 'diff-index', '--cached'],
  ...['--name-only', '-z', '--no-renames', '--relative'],
];

/** Paths whose entry in the user's index is not that of the commit. */
export async function stagedByUser(
  git: Git,
  paths: readonly string[],
  head: string | undefined,
): Promise<string[]> {
  if (paths.length === 0) return [];
  // Before the first commit whatever stands in the index was staged.
  if (head === undefined) return git.paths(['--literal-pathspecs', 'ls-files', '-z', '--', ...paths]);
  return git.paths([...STAGED, head, '--', ...paths]);
}

const CHANGES: Readonly<Record<string, FileChange['change']>> = { A: 'added', D: 'deleted' };

function changesOf(status: readonly string[], counts: readonly string[]): FileChange[] {
  const lines = new Map(
    counts.map((row) => {
      const [added = '', removed = '', path = ''] = row.split('\t');
      // Git writes `-` for a binary file.
      return [path, { addedLines: Number(added) || 0, removedLines: Number(removed) || 0 }] as const;
    }),
  );
  return status.flatMap((letter, index) => {
    const path = status[index + 1];
    if (index % 2 === 1 || path === undefined) return [];
    const none = { addedLines: 0, removedLines: 0 };
    return [{ path, change: CHANGES[letter] ?? 'modified', ...(lines.get(path) ?? none) }];
  });
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
