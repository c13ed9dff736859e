import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileChange } from '../../domain/files/workspace';
import type { RepositoryLook } from '../../domain/session/commit-plan';
import { isSecretFile } from '../../domain/files/secret-names';
import { excerpt, firstLine } from '../../domain/text';
import type { BlobSink } from '../../store';
import { ownCommands, ownCommandsText } from './own-commands';
import { GitError, type Git } from './run-git';
import { withStagedTree } from './staged-tree';

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
