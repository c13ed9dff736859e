import type { CommitPlan } from '../../domain/session/commit-plan';
import { firstLine } from '../../domain/text';
import { stagedByUser, ignoredOf, listed, withStagedTree } from './look';
import { ownCommands, ownCommandsText, GitError, type Git } from './run-git';

/** Outcome of a commit. On a refusal the repository is as it was; `reason` is one sentence. */
export type CommitOutcome =
  | { readonly status: 'committed'; readonly commit: string; readonly notes: readonly string[] }
  | { readonly status: 'refused'; readonly reason: string };

/**
 * Commits the paths of a plan as they were approved. The user's own index keeps what was staged in it; other entries of these
 * paths follow the commit. No working file changes: a new branch begins at the commit that is checked out.
 */
export async function commitPaths(git: Git, directory: string, plan: CommitPlan): Promise<CommitOutcome> {
  try {
    const commands = await ownCommands(git);
    if (commands.length > 0) return { status: 'refused', reason: ownCommandsText(commands) };
    const ref = `refs/heads/${plan.branch}`;
    const [head, current, at] = [
      await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
      await git.line(['symbolic-ref', '--quiet', 'HEAD']),
      await git.line(['rev-parse', '--verify', '--quiet', ref]),
    ];
    // A retry finds the commit that it has made: the tree, the parent and the message are those of the plan.
    if (at !== undefined && (await isMade(git, at, plan))) {
      if (current !== ref) await git.text(['symbolic-ref', 'HEAD', ref]);
      return { status: 'committed', commit: at, notes: [] };
    }
    if (head !== plan.parent || (plan.isNewBranch ? at !== undefined : current !== ref))
      return { status: 'refused', reason: 'The repository moved on meanwhile: ask for the commit again.' };
    const staged = new Set(await stagedByUser(git, plan.paths, head));
    const commit = await withStagedTree(
      git,
      { directory, paths: plan.paths, head, keep: true },
      async ({ tree }) => {
        if (tree !== plan.tree) return undefined;
        const parents = head === undefined ? [] : ['-p', head];
        return (await git.text(['commit-tree', tree, ...parents, '-F', '-'], plan.message)).trim();
      },
    );
    if (commit === undefined)
      return {
        status: 'refused',
        reason: 'The files changed since the commit was approved: ask for it again.',
      };
    // The empty old value says that the branch is not there yet.
    await git.text([
      'update-ref',
      '-m',
      `commit: ${firstLine(plan.message, 80)}`,
      ref,
      commit,
      plan.isNewBranch ? '' : (head ?? ''),
    ]);
    if (plan.isNewBranch) await git.text(['symbolic-ref', 'HEAD', ref]);
    return { status: 'committed', commit, notes: await followed(git, plan.paths, staged) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { status: 'refused', reason: `Git refused: ${firstLine(error.message)}` };
  }
}

async function isMade(git: Git, commit: string, { tree, parent, message }: CommitPlan): Promise<boolean> {
  const facts = await git.text(['log', '-1', '--no-show-signature', '--format=%T %P%n%B', commit]);
  const [first = '', ...rest] = facts.split('\n');
  return first.trim() === [tree, parent ?? ''].join(' ').trim() && rest.join('\n').trim() === message.trim();
}

/** Takes the commit over into the entries of the user's index that nobody has staged. */
async function followed(
  git: Git,
  paths: readonly string[],
  staged: ReadonlySet<string>,
): Promise<readonly string[]> {
  const left = paths.filter((path) => staged.has(path));
  const skipped = new Set([...left, ...(await ignoredOf(git, paths))]);
  const free = paths.filter((path) => !skipped.has(path));
  const end = await git.try(['update-index', '--add', '--remove', '-z', '--stdin'], listed(free));
  return [
    'Hooks of the repository were not run.',
    ...(left.length > 0 ? [`What you had staged stays staged: ${left.join(', ')}.`] : []),
    ...(end.code === 0
      ? []
      : [`The index could not follow (${firstLine(end.stderr)}): run \`git reset\` on these paths.`]),
  ];
}
