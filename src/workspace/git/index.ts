/** Git repositories of users: looks at them and commits of a session's changes. */
import type { CommitPlan, RepositoryLook } from '../../domain/session/commit-plan';
import type { HistoryAsk, HistoryOutcome } from '../../domain/session/history';
import { excerpt, firstLine } from '../../domain/text';
import type { BlobSink } from '../../store';
import { commitPaths, type CommitOutcome } from './commit';
import { historyOf } from './history';
import { lookAtRepository } from './look';
import { Git, runProgram } from './run-git';

const TIMEOUT_MS = 10_000;

interface TrackedRequest {
  names: readonly string[];
  /** Names of folders that are not looked into. */
  outside: readonly string[];
  /** Most folders that are told. */
  most: number;
  path: string;
}

/** Folders of these names whose files git tracks, by their paths in the directory, the outermost first. None without git or a repository. */
export async function trackedFolders(directory: string, request: TrackedRequest): Promise<string[]> {
  const { names, most, path } = request;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const git = new Git({ cwd: directory, path, signal, timeoutMs: TIMEOUT_MS });
  const wanted = names.map((name) => `:(glob)**/${name}/**`);
  const files = await git.paths(['ls-files', '-z', '--', ...wanted]).catch(() => []);
  const found = new Set(files.flatMap((file) => foldersOf(file, request)));
  const depth = (folder: string): number => folder.split('/').length;
  return [...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, most);
}

/** Each folder on the way to a file that has one of the names; none for a file that only keeps its folder, such as `.gitkeep`. */
function foldersOf(file: string, { names, outside }: Pick<TrackedRequest, 'names' | 'outside'>): string[] {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  if (name.startsWith('.') || parts.some((part) => outside.includes(part))) return [];
  return parts.flatMap((part, at) => (names.includes(part) ? [parts.slice(0, at + 1).join('/')] : []));
}

export type { CommitOutcome } from './commit';

export interface RepositoriesDeps {
  blobs: BlobSink;
  redact(text: string): string;
  path: string;
  /** Command that opens a pull request, for `sh -c`. */
  pullRequestCommand?: string;
}

/** Git repositories of this machine. Directories are real paths. */
export interface Repositories {
  look(
    directory: string,
    request: { paths?: readonly string[]; branch?: string; signal: AbortSignal },
  ): Promise<RepositoryLook>;
  /** Commits of the repository, the newest first. */
  history(directory: string, ask: HistoryAsk, signal: AbortSignal): Promise<HistoryOutcome>;
  /** Makes the commit; sends it, and opens a pull request, where the plan says so. */
  commit(directory: string, plan: CommitPlan, signal: AbortSignal): Promise<CommitOutcome>;
}

const NETWORK_TIMEOUT_MS = 120_000;

export function createRepositories(deps: RepositoriesDeps): Repositories {
  const { path, redact } = deps;
  const gitIn = (cwd: string, signal: AbortSignal, timeoutMs?: number) =>
    new Git({ cwd, path, signal, timeoutMs });
  return {
    look: (directory, { signal, ...request }) =>
      lookAtRepository(gitIn(directory, signal), deps, { directory, ...request }),
    history: (directory, ask, signal) => historyOf(gitIn(directory, signal), ask, redact),
    commit: async (directory, plan, signal) => {
      const made = await commitPaths(gitIn(directory, signal), directory, plan);
      if (made.status === 'refused') return { ...made, reason: redact(made.reason) };
      const notes = [...made.notes];
      if (plan.push) {
        const pushed = await push(gitIn(directory, signal, NETWORK_TIMEOUT_MS), plan);
        notes.push(pushed.note);
        if (pushed.ok && plan.pullRequest) notes.push(await openPullRequest(deps, directory, plan, signal));
      }
      return { ...made, notes: notes.map(redact) };
    },
  };
}

async function push(git: Git, { branch }: CommitPlan): Promise<{ ok: boolean; note: string }> {
  const remote =
    (await git.line(['config', '--get', `branch.${branch}.remote`])) ??
    (await git.line(['remote']))?.split('\n')[0];
  if (remote === undefined) return { ok: false, note: 'It was not pushed: the repository has no remote.' };
  const end = await git.try([
    'push',
    '--no-verify',
    '--set-upstream',
    remote,
    `refs/heads/${branch}:refs/heads/${branch}`,
  ]);
  return end.code === 0
    ? { ok: true, note: `Pushed ${branch} to ${remote}.` }
    : { ok: false, note: `It was not pushed: ${firstLine(end.stderr)}` };
}

async function openPullRequest(
  { path, pullRequestCommand }: RepositoriesDeps,
  cwd: string,
  { branch, message }: CommitPlan,
  signal: AbortSignal,
): Promise<string> {
  if (pullRequestCommand === undefined)
    return 'No pull request was opened: set KINTSUGI_PULL_REQUEST_COMMAND to the command that opens one.';
  const [title = '', ...body] = message.split('\n');
  const env = { KINTSUGI_BRANCH: branch, KINTSUGI_TITLE: title, KINTSUGI_BODY: body.join('\n').trim() };
  const end = await runProgram('sh', ['-c', pullRequestCommand], {
    cwd,
    path,
    env,
    signal,
    timeoutMs: NETWORK_TIMEOUT_MS,
  });
  return end.code === 0
    ? `Pull request: ${excerpt(end.stdout.trim(), 500)}`
    : `No pull request was opened: ${firstLine(end.stderr || end.stdout)}`;
}
