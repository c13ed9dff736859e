/** A container without an engine: a process in namespaces of its own, on a read-only root, made by bubblewrap. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, openSync, closeSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Numbers of the users that images have. */
export const USERS: Readonly<Record<string, number>> = { root: 0, postgres: 999, temporal: 1000, node: 1000 };

export interface Mount {
  from: string;
  to: string;
  writable: boolean;
}

export interface ContainerSpec {
  name: string;
  hostname: string;
  user: string;
  env: Readonly<Record<string, string>>;
  command: readonly string[];
  mounts: readonly Mount[];
  /** Folders in memory. */
  tmpfs: readonly string[];
  /** True: user namespaces and `/proc` are not forbidden, as with `seccomp=unconfined` and `systempaths=unconfined`. */
  nesting: boolean;
  stopSignal: NodeJS.Signals;
  stopMs: number;
  /** File that gets what it prints. */
  log: string;
  /** File that it reads as its standard input. Absent: none. */
  input?: string;
}

/** A running container. */
export interface Container {
  readonly spec: ContainerSpec;
  /** Process id of its command, as this machine counts. */
  readonly pid: number;
  /** Resolves to how it ended: an exit code, or 128 and the number of a signal. */
  readonly exited: Promise<number>;
  /** Runs another command in it, as `docker exec` does. */
  exec(command: readonly string[], deadlineMs: number): Promise<{ code: number; output: string }>;
  /** Starts a command in it that goes on; the caller ends it. */
  spawn(command: readonly string[], stdio: StdioOptions): ChildProcess;
  /** Ends it and all that it started, at once. */
  kill(): Promise<void>;
  /** Asks it to end, and kills it after its grace time. Resolves to its exit code. */
  stop(): Promise<number>;
}

const START_DEADLINE_MS = 10_000;
/** Where the pipe is that bubblewrap tells its first process through. */
const INFO_FD = 3;

/** Starts a container. It ends with this process, however this one ends. */
export async function startContainer(spec: ContainerSpec): Promise<Container> {
  const log = openSync(spec.log, 'a', 0o600);
  const input = spec.input === undefined ? 'ignore' : openSync(spec.input, 'r');
  const child = spawn('bwrap', [...isolation(spec), ...entry(spec)], {
    // A Ctrl-C of the terminal is for the topology, which stops its containers in order.
    detached: true,
    stdio: [input, log, log, 'pipe'],
    // Here, since everybody can read the arguments of a process.
    env: { ...spec.env },
  });
  closeSync(log);
  if (input !== 'ignore') closeSync(input);
  const exited = once(child, 'exit').then(([code, signal]) => (code as number | null) ?? (signal ? 137 : 1));
  try {
    const first = await firstProcess(child);
    const pid = await commandOf(first, exited);
    return containerOf(spec, pid, child, exited);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function containerOf(
  spec: ContainerSpec,
  pid: number,
  child: ChildProcess,
  exited: Promise<number>,
): Container {
  let ended = false;
  void exited.then(() => (ended = true));
  const kill = async (): Promise<void> => {
    // The first process of a process namespace takes all others with it.
    if (!ended) child.kill('SIGKILL');
    await exited;
  };
  const start = (command: readonly string[], stdio: StdioOptions): ChildProcess =>
    spawn('nsenter', [...joining(pid), ...command], { stdio, env: { ...spec.env } });
  return {
    spec,
    pid,
    exited,
    kill,
    spawn: start,
    exec: (command, deadlineMs) => outcomeOf(start(command, ['ignore', 'pipe', 'pipe']), deadlineMs),
    stop: async () => {
      if (!ended) signal(pid, spec.stopSignal);
      const timer = setTimeout(() => void kill(), spec.stopMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

function joining(pid: number): string[] {
  const namespaces = ['--user', '--mount', '--pid', '--uts', '--ipc'];
  return ['--target', String(pid), ...namespaces, '--preserve-credentials', '--'];
}

async function outcomeOf(child: ChildProcess, deadlineMs: number): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code: code ?? 137, output };
}

function isolation(spec: ContainerSpec): string[] {
  const { hostname, user, mounts, tmpfs, nesting } = spec;
  const id = String(USERS[user] ?? 0);
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-uts', '--unshare-ipc', '--hostname', hostname],
    ...['--die-with-parent', '--new-session', '--info-fd', String(INFO_FD)],
    // Only the first user of a user namespace may mount: the command then gets a namespace and a user of its own.
    ...(nesting ? ['--uid', '0', '--gid', '0', '--cap-add', 'CAP_SYS_ADMIN'] : ['--uid', id, '--gid', id]),
    ...(nesting ? [] : ['--disable-userns']),
    ...system(),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/usr/local'],
    ...tmpfs.flatMap((folder) => ['--perms', '1777', '--tmpfs', folder]),
    ...mounts.flatMap(({ from, to, writable }) => [writable ? '--bind' : '--ro-bind', from, to]),
    ...['--remount-ro', '/', '--remount-ro', '/usr/local'],
  ];
}

/** The system's folders; `/bin` and others are links into `/usr` on most machines. */
function system(): string[] {
  const folders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((folder) => {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found) return [];
    return found.isSymbolicLink()
      ? ['--symlink', readlinkSync(folder), folder]
      : ['--ro-bind', folder, folder];
  });
  return ['--ro-bind', '/usr', '/usr', ...folders, '--ro-bind', '/etc', '/etc'];
}

/** The command. With nesting a fresh `/proc` comes first, of which nothing is masked. */
function entry({ nesting, user, command }: ContainerSpec): string[] {
  if (!nesting) return [...command];
  const id = USERS[user] ?? 0;
  const become = `unshare --user --map-user=${id} --map-group=${id} setpriv --no-new-privs --`;
  return ['sh', '-c', `mount -t proc proc /proc && exec ${become} "$@"`, 'sh', ...command];
}

/** Process id that bubblewrap tells of the first process of the new namespace. */
async function firstProcess(child: ChildProcess): Promise<number> {
  const info = child.stdio[INFO_FD];
  if (!info) throw new Error('bubblewrap has no pipe to tell through');
  let text = '';
  info.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw new Error(`bubblewrap cannot be started (${String(error)}): install bubblewrap.`);
  });
  await Promise.race([once(info, 'end'), failed]);
  const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
  if (pid === undefined) throw new Error('bubblewrap made no namespaces here: allow user namespaces.');
  return Number(pid);
}

/** The only child of the first process, once it has one: the command. */
async function commandOf(first: number, exited: Promise<number>): Promise<number> {
  let ended = false;
  void exited.then(() => (ended = true));
  for (const startedMs = performance.now(); !ended && performance.now() - startedMs < START_DEADLINE_MS;) {
    const [pid] = childrenOf(first);
    if (pid !== undefined) return pid;
    await delay(2);
  }
  // A command that has ended already: its exit code says how.
  return first;
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended just now.
  }
}
