/** A command of the user on a checkout, on the user's own terminal. */
import { closeSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { shellWord } from '../../domain/shell-word';
import { isBelow } from '../../machine/paths';
import { runProcessSync, startProcess, type ChildProcess } from '../../machine/processes';
import { bubblewrapArgs, type BubblewrapView } from '../bubblewrap';
import type { Checkout } from '../checkout';
import { dependencyView, machineView, type MachineView } from '../machine-view';
import { MARKER } from '../environment';
import { openFilter } from '../run-command';
import { findTool, type CommandTools } from '../sandboxing';
import { INSIDE } from './asked';

/** Rights of a command besides its checkout. Paths are real and absolute. */
export interface GuardRights {
  /** It has the network of this machine. */
  network: boolean;
  /** Files and folders that it sees. */
  read: readonly string[];
  /** Folders that it writes to for good. */
  write: readonly string[];
  /** It may make namespaces of users. */
  allowUserns: boolean;
}

export interface GuardedCommand {
  command: readonly string[];
  checkout: Checkout;
  /** Folder of the user, by its real path: the command finds the checkout there. */
  original: string;
  rights: GuardRights;
  /** Its environment, besides PATH, HOME and what follows from its isolation. */
  variables: Readonly<Record<string, string>>;
  /** Parts of the guard that it sees. */
  shown: readonly { source: string; target: string }[];
  path: string;
  toolHomes: Readonly<Record<string, string>>;
  /** Folder of Kintsugi's own data. */
  data: string;
  tools: CommandTools & { bwrap: string };
}

const STATUS_FD = 3;
const FILTER_FD = 4;
const MEMORY_FOLDER_BYTES = 1024 ** 3;
const RESOLVER = '/etc/resolv.conf';
/** Signals for the command: a guard that ended by them would leave it alone. */
const PASSED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGWINCH'] as const;

/** Runs a command to its end. Resolves to its exit code; of one that a signal ended, as a shell counts it. */
export async function runGuarded(task: GuardedCommand): Promise<number> {
  const { checkout, tools } = task;
  const machine = machineView(task);
  const filter = openFilter(`${checkout.logFile}.filter`);
  const view = { ...viewOf(task, machine), statusFd: STATUS_FD, filterFd: filter && FILTER_FD };
  const args = bubblewrapArgs(view, commandLine(task));
  const env = environmentOf(task, machine);
  const stdio = ['inherit', 'inherit', 'inherit', 'pipe', ...(filter === undefined ? [] : [filter])] as const;
  // In a session of its own nothing in there can type into the user's terminal, or stop bubblewrap by its keys.
  const child = startProcess(tools.bwrap, args, { env, stdio, detached: true });
  if (filter !== undefined) closeSync(filter);
  return ended(child);
}

function ended(child: ChildProcess): Promise<number> {
  let status = '';
  child.stdio[STATUS_FD]?.on('data', (chunk: Buffer) => (status += chunk.toString('utf8')));
  const pass = (signal: NodeJS.Signals): void => {
    const leader = /"child-pid":\s*(\d+)/.exec(status)?.[1];
    for (const pid of leader === undefined ? [] : childrenOf(leader)) sent(pid, signal);
  };
  for (const signal of PASSED) process.on(signal, pass);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    for (const signal of PASSED) process.removeListener(signal, pass);
  });
}

/** The command itself: the first process of the sandbox only waits for it. */
function childrenOf(pid: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function sent(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Home of the command: at the user's own path, so that what is shown of it is where programs look for it. */
function homeOf(): string {
  const home = homedir();
  return home === '/' ? '/tmp/home' : home;
}

function environmentOf(
  { path, variables, checkout }: GuardedCommand,
  machine: MachineView,
): Record<string, string> {
  return {
    ...machine.variables,
    ...variables,
    PATH: `${INSIDE}/bin:${path}`,
    HOME: homeOf(),
    TMPDIR: '/tmp',
    [MARKER]: checkout.id,
  };
}

function viewOf(task: GuardedCommand, machine: MachineView): Omit<BubblewrapView, 'statusFd' | 'filterFd'> {
  const { checkout, original, rights, shown, data, tools } = task;
  const { read, write, network, allowUserns } = rights;
  const home = homeOf();
  const bound = checkout.bound
    .map((folder) => join(original, folder))
    .filter((folder) => !write.some((place) => isBelow(folder, place) && isBelow(place, original)));
  const dependencies = dependencyView(bound);
  const lent = machine.lent.map(({ source, inHome }) => ({ source, target: join(home, inHome) }));
  const itself = (place: string) => ({ source: place, target: place });
  const resolver =
    network && existsSync(RESOLVER) ? [{ source: realpathSync(RESOLVER), target: RESOLVER }] : [];
  const secret = [...read, ...write].some((place) => isBelow(data, place)) ? [data] : [];
  return {
    work: checkout.work,
    inside: original,
    tmp: checkout.tmp,
    system: machine.system,
    readOnly: [
      ...machine.tools,
      ...lent,
      ...resolver,
      ...shown,
      ...read.map(itself),
      ...historyOf(task).map(itself),
      ...dependencies.readOnly,
    ],
    kept: [{ source: checkout.home, target: home }, ...write.map(itself)],
    links: dependencies.links.filter(
      ({ path: link }) => !existsSync(join(checkout.work, link.slice(original.length))),
    ),
    scratch: [...dependencies.scratch, ...secret],
    memoryFolderBytes: tools.boundsMemoryFolders ? MEMORY_FOLDER_BYTES : undefined,
    network,
    allowUserns: allowUserns || tools.forbidsUserns !== true,
  };
}

/** The history of git, which the command reads and does not write. */
function historyOf({ checkout, original }: GuardedCommand): string[] {
  const history = join(original, '.git');
  // A file leads elsewhere, and is a file of the checkout.
  if (!existsSync(join(history, 'HEAD'))) return [];
  mkdirSync(join(checkout.work, '.git'), { recursive: true });
  return [history];
}

/** The command with a terminal of its own inside of the user's, so that keys and job control are those of the command alone. */
function commandLine({ command, path, variables }: GuardedCommand): string[] {
  const plain = ['sh', '-c', 'exec "$@"', 'sh', ...command];
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
  const script = isTerminal ? findTool('script', path) : undefined;
  if (script === undefined || !worksAsTerminal(script)) return plain;
  const shell = variables['SHELL'] ?? '/bin/sh';
  const line = `export SHELL=${shellWord(shell)}; exec ${command.map(shellWord).join(' ')}`;
  return ['env', 'SHELL=/bin/sh', script, '-qec', line, '/dev/null'];
}

function worksAsTerminal(script: string): boolean {
  const { status } = runProcessSync(script, ['-qec', 'exit 7', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeoutMs: 2_000,
  });
  return status === 7;
}
