import { homedir } from 'node:os';
import { startProcess } from '../../machine/processes';

/** Settings whose value git starts as a program, while it stages files or sends commits. */
const STARTED =
  '^(filter\\..*\\.(clean|process|smudge)|core\\.(sshcommand|gitproxy|askpass|alternaterefscommand)|credential\\..*helper|credential\\.helper|remote\\..*\\.(receivepack|uploadpack|vcs)|gpg\\.(.*\\.)?program)$';

export interface ProgramEnd {
  /** `null`: it was killed, or could not be started. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Most of a program's output that is kept, bytes. */
const MOST_OUTPUT = 16 * 1024 ** 2;

/** Ways to other repositories: `ext` would start any program that a remote names. */
const GIT_ALLOW_PROTOCOL = 'file:git:http:https:ssh';

export interface ProgramRun {
  cwd: string;
  path: string;
  env?: Readonly<Record<string, string>>;
  input?: string;
  timeoutMs?: number;
  signal: AbortSignal;
}

/** Runs a program on the user's own machine, with nothing of the worker's environment but path and home. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, path, env, input = '', timeoutMs = 60_000, signal }: ProgramRun,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  return new Promise((resolve) => {
    const child = startProcess(program, args, {
      cwd,
      env: {
        PATH: path,
        HOME: homedir(),
        LANG: 'C.UTF-8',
        GIT_TERMINAL_PROMPT: '0',
        GIT_ALLOW_PROTOCOL,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const texts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let kept = 0;
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (chunk: Buffer) => {
        kept += chunk.length;
        if (kept > MOST_OUTPUT) child.kill('SIGKILL');
        else texts[name].push(chunk);
      });
    const stop = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    const done = (code: number | null, error?: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      const [stdout, stderr] = [texts.stdout, texts.stderr].map((parts) =>
        Buffer.concat(parts).toString('utf8'),
      );
      resolve({ code, stdout: stdout ?? '', stderr: error?.message ?? stderr ?? '' });
    };
    child.once('error', (error) => done(null, error));
    child.once('close', (code) => done(code));
    // A program that ends without reading its input is no failure of ours.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Settings for every call: no hook and no watcher of the repository runs. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];

/** A failed call of git. */
export class GitError extends Error {}

/** Calls of git in one directory. */
export class Git {
  constructor(
    private readonly place: Omit<ProgramRun, 'input'>,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** The same with more variables. */
  with(env: Readonly<Record<string, string>>): Git {
    return new Git(this.place, { ...this.env, ...env });
  }

  try(args: readonly string[], input?: string): Promise<ProgramEnd> {
    return runProgram('git', [...SAFE, ...args], { ...this.place, env: this.env, input });
  }

  /** Output of a call; rejects with `GitError` where git fails. */
  async text(args: readonly string[], input?: string): Promise<string> {
    const end = await this.try(args, input);
    this.place.signal.throwIfAborted();
    if (end.code !== 0) throw new GitError(end.stderr.trim() || `git ${args[0] ?? ''} failed`);
    return end.stdout;
  }

  /** A single line; undefined where git fails. */
  async line(args: readonly string[]): Promise<string | undefined> {
    const end = await this.try(args);
    this.place.signal.throwIfAborted();
    const text = end.stdout.trim();
    return end.code === 0 && text !== '' ? text : undefined;
  }

  /** Paths that a call prints, ended by zero bytes each. */
  async paths(args: readonly string[], input?: string): Promise<string[]> {
    return (await this.text(args, input)).split('\0').filter(Boolean);
  }
}

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
