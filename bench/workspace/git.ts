/** git as the peer: the commands that agents use for snapshots, each in a process of its own, as they run them. */
import { execFileSync } from 'node:child_process';

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@localhost',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@localhost',
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

export function gitInit(directory: string): void {
  git(directory, 'init', '-q');
}

/** A snapshot as peers take it; returns the tree. */
export function gitSnapshot(directory: string): string {
  git(directory, 'add', '-A');
  return git(directory, 'write-tree');
}

/** Writes the tree into an empty folder. */
export function gitRestore(repository: string, tree: string, into: string): void {
  const commit = git(repository, 'commit-tree', tree, '-m', 'bench');
  git(repository, `--work-tree=${into}`, 'checkout', '-q', '-f', commit, '--', '.');
}
