import type { Git } from './run-git';

/** Settings whose value git starts as a program, while it stages files or sends commits. */
const STARTED =
  '^(filter\\..*\\.(clean|process|smudge)|core\\.(sshcommand|gitproxy|askpass|alternaterefscommand)|credential\\..*helper|credential\\.helper|remote\\..*\\.(receivepack|uploadpack|vcs)|gpg\\.(.*\\.)?program)$';

/**
 * Settings of the repository's own that make git start programs. The user's are the user's choice; those of a repository came
 * with the project, and would run with all that the user may do.
 */
export async function ownCommands(git: Git): Promise<readonly string[]> {
  const found = await git.try(['config', '--show-scope', '--includes', '--null', '--get-regexp', STARTED]);
  const parts = found.stdout.split('\0').filter(Boolean);
  return parts.flatMap((scope, index) => {
    if (index % 2 === 1 || (scope !== 'local' && scope !== 'worktree')) return [];
    return [parts[index + 1]?.split('\n')[0] ?? ''];
  });
}

/** Says why such a repository is left alone. */
export function ownCommandsText(names: readonly string[]): string {
  return `The repository's own settings start programs (${names.join(', ')}): look at them in .git/config, and commit by git yourself.`;
}
