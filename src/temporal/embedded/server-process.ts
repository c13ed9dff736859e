import { startProcess, type ChildProcess } from '../../machine/processes';
import { runTool } from './run-tool';

const PROBE_DEADLINE_MS = 5_000;

/** A process that ends when this one does, however this one ends. */
export interface OwnedProcess {
  pid: number;
  /** Resolves when it has ended, to its exit code or signal. */
  exited: Promise<string>;
  /** Asks it to end, and kills it after `graceMs`. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
}

/** Guard that ends the program with its owner: the kernel, or a shell that watches a pipe from the owner. */
export type Guard = 'setpriv' | 'shell';

/** A trapped signal ends `wait` early, hence the loop. */
const WATCHER = `
"$@" 3<&- &
server=$!
trap 'kill -TERM $server 2>/dev/null' TERM
{ cat <&3; kill -TERM $server; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server; code=$?
while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
kill $watcher
exit $code
`;

/**
 * Starts a program with its output on `logFd`, in its own process group so that a Ctrl-C in the terminal does not
 * reach it. Rejects where it cannot be started.
 */
export async function startOwned(
  command: string,
  args: readonly string[],
  logFd: number,
  guard?: Guard,
): Promise<OwnedProcess> {
  const child =
    (guard ?? (await findGuard())) === 'setpriv'
      ? startProcess('setpriv', ['--pdeathsig', 'TERM', '--', command, ...args], {
          detached: true,
          stdio: ['ignore', logFd, logFd],
        })
      : startProcess('sh', ['-c', WATCHER, 'sh', command, ...args], {
          detached: true,
          stdio: ['ignore', logFd, logFd, 'pipe'],
        });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      child.stdio[3]?.destroy();
      resolve(signal ?? `code ${code}`);
    });
  });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  return { pid: child.pid ?? 0, exited, stop: (graceMs) => stop(child, exited, graceMs) };
}

async function stop(child: ChildProcess, exited: Promise<string>, graceMs: number): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  await exited;
  clearTimeout(timer);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended between the check and the signal.
  }
}

/** util-linux's setpriv has the option, busybox's has not. */
async function findGuard(): Promise<Guard> {
  if (process.platform !== 'linux') return 'shell';
  const probe = await runTool({
    command: 'setpriv',
    args: ['--pdeathsig', 'TERM', 'true'],
    deadlineMs: PROBE_DEADLINE_MS,
  });
  return probe.ok ? 'setpriv' : 'shell';
}
