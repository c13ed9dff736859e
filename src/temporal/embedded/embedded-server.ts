import { mkdir, open, readFile, rename, stat, type FileHandle, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { homePaths } from '../../machine/paths';
import { ensureRetention } from './namespace';
import { runTool } from './run-tool';
import { messageOf, ServerError } from './server-error';
import { startProcess, type ChildProcess } from '../../machine/processes';

const PROBE_DEADLINE_MS = 5_000;

interface OwnedProcess {
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

const NAMESPACE = 'default';
const RETENTION_DAYS = 30;
const HEALTHY_DEADLINE_MS = 60_000;
const CONNECT_DEADLINE_MS = 1_000;
const POLL_MS = 20;
const STOP_GRACE_MS = 10_000;
/** A free port can be taken by another process before the server has it. */
const START_TRIES = 3;
const LOG_LIMIT_BYTES = 5 * 1024 * 1024;

/**
 * Settings of the server. With its defaults an activity takes 91 ms, because a history shard loads its transfer queue
 * at most 20 times a second; with these it takes 8 to 11 ms.
 */
const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=100000',
  'history.timerProcessorMaxPollRPS=100000',
  'system.enableActivityEagerExecution=true',
  'system.enableEagerWorkflowStart=true',
];

/** 144 effects a second with 60 runs at once, 61 without the write-ahead log. */
const SQLITE_PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL'];

export interface EmbeddedServerOptions {
  /** Path of the Temporal CLI. */
  cli: string;
  /** Keeps the database, the server's log and its last ports; one server at a time (the caller holds a lock). */
  dataDir: string;
  /** Ports to use. Absent: those of the last start, else free ones. */
  ports?: Partial<Ports>;
  log: (line: string) => void;
}

/** A running server, bound to loopback. It ends with this process, however this process ends. */
export interface EmbeddedServer {
  address: string;
  uiUrl: string;
  namespace: string;
  pid: number;
  /** Resolves when the server has ended, to its exit code or signal. */
  exited: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts `temporal server start-dev` on a database file, tuned, with the Web UI, and waits until it answers. Rejects
 * with `ServerError`: a configured port is taken, or the server does not start (it names the log).
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir, ports = {}, log } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const portsFile = join(dataDir, 'ports.json');
  let remembered = await readPorts(portsFile);
  for (let tries = 1; ; tries += 1) {
    const chosen = await choosePorts(ports, remembered);
    const attempt = await tryToStart(options, chosen);
    if (attempt.server) {
      await rememberPorts(portsFile, chosen);
      return attempt.server;
    }
    const isTaken = /address already in use/i.test(attempt.failure);
    // The server takes more ports than it is given, so it may end by others starting at the same time.
    if (!(isTaken || attempt.ended) || tries === START_TRIES) {
      throw new ServerError(
        `The Temporal server did not start: ${attempt.failure} Its log is ${homePaths(dataDir).serverLog}.`,
      );
    }
    log(
      isTaken
        ? 'A port was taken in the meantime: starting the server on others.'
        : 'The Temporal server ended while it started: starting it once more.',
    );
    // What was taken may have been a port of the server's own; links to the Web UI stay good where they can.
    if (tries > 1) remembered = undefined;
  }
}

type Attempt =
  | { server: EmbeddedServer; failure?: undefined }
  /** `ended`: by itself. */
  | { server?: undefined; failure: string; ended: boolean };

async function tryToStart({ cli, dataDir }: EmbeddedServerOptions, ports: Ports): Promise<Attempt> {
  const { serverLog } = homePaths(dataDir);
  const logFile = await openLog(serverLog);
  const { size: logStart } = await logFile.stat();
  try {
    const own = ['-c', 'umask 077; exec "$@"', 'sh', cli, ...serverArgs(dataDir, ports)];
    const server = await startOwned('sh', own, logFile.fd);
    const unhealthy = await untilHealthy(server, ports.port);
    if (!unhealthy) return { server: describe(server, ports) };
    await server.stop(STOP_GRACE_MS);
    return { ...unhealthy, failure: (await lastLine(serverLog, logStart)) ?? unhealthy.failure };
  } catch (error) {
    return { failure: `${messageOf(error)}.`, ended: false };
  } finally {
    await logFile.close();
  }
}

function serverArgs(dataDir: string, { port, uiPort }: Ports): string[] {
  const { database } = homePaths(dataDir);
  return [
    ...['server', 'start-dev', '--db-filename', database],
    ...['--ip', '127.0.0.1', '--port', String(port), '--ui-ip', '127.0.0.1', '--ui-port', String(uiPort)],
    ...['--log-level', 'error', '--color', 'never'],
    ...DYNAMIC_CONFIG.flatMap((value) => ['--dynamic-config-value', value]),
    ...SQLITE_PRAGMAS.flatMap((pragma) => ['--sqlite-pragma', pragma]),
  ];
}

function describe(server: OwnedProcess, { port, uiPort }: Ports): EmbeddedServer {
  let stopped: Promise<void> | undefined;
  return {
    address: `127.0.0.1:${port}`,
    uiUrl: `http://127.0.0.1:${uiPort}`,
    namespace: NAMESPACE,
    pid: server.pid,
    exited: server.exited,
    stop: () => (stopped ??= server.stop(STOP_GRACE_MS)),
  };
}

/** Undefined when the server answers for its namespace; else why it does not. */
async function untilHealthy(
  server: OwnedProcess,
  port: number,
): Promise<{ failure: string; ended: boolean } | undefined> {
  let ended: string | undefined;
  void server.exited.then((how) => (ended = how));
  const deadline = performance.now() + HEALTHY_DEADLINE_MS;
  let failure = 'nothing answered';
  while (performance.now() < deadline) {
    if (ended !== undefined) return { failure: `it ended with ${ended}.`, ended: true };
    if (await accepts(port)) {
      try {
        await prepareNamespace(port);
        return undefined;
      } catch (error) {
        failure = messageOf(error);
      }
    }
    await delay(POLL_MS);
  }
  return { failure: `it did not answer within ${HEALTHY_DEADLINE_MS / 1000} s (${failure}).`, ended: false };
}

/** Cheaper to ask again and again than a gRPC channel, which backs off for a second. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function prepareNamespace(port: number): Promise<void> {
  const connection = await Connection.connect({
    address: `127.0.0.1:${port}`,
    connectTimeout: CONNECT_DEADLINE_MS,
  });
  try {
    await ensureRetention(connection, NAMESPACE, RETENTION_DAYS);
  } finally {
    await connection.close();
  }
}

/** Opened to append; one that has grown large is kept once as `.1`. */
async function openLog(path: string): Promise<FileHandle> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Last line of the server's log after `from`, as a sentence. */
async function lastLine(path: string, from: number): Promise<string | undefined> {
  const text = (await readFile(path)).subarray(from).toString('utf8').trim();
  const lines = text.split('\n').filter((candidate) => candidate.trim() !== '');
  const line = lines.findLast((candidate) => /error|fatal|panic/i.test(candidate)) ?? lines.at(-1);
  return line && `${line.trim().replace(/\.$/, '')}.`;
}

const Ports = z.object({ port: z.number().int(), uiPort: z.number().int() });

/** Ports of the server's gRPC interface and of its Web UI. */
type Ports = z.infer<typeof Ports>;

/**
 * Chooses the ports: the configured ones; else those of the last start, so that links to the Web UI stay good; else
 * free ones. Rejects with `ServerError` if a configured port is taken.
 */
async function choosePorts(configured: Partial<Ports>, remembered?: Ports): Promise<Ports> {
  return {
    port: await choosePort(configured.port, remembered?.port, 'KINTSUGI_PORT'),
    uiPort: await choosePort(configured.uiPort, remembered?.uiPort, 'KINTSUGI_UI_PORT'),
  };
}

/** The ports of the last start; undefined where there was none. */
async function readPorts(file: string): Promise<Ports | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Ports.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function rememberPorts(file: string, ports: Ports): Promise<void> {
  await writeFile(file, JSON.stringify(ports), { mode: 0o600 });
}

async function choosePort(
  configured: number | undefined,
  remembered: number | undefined,
  variable: string,
): Promise<number> {
  if (configured !== undefined) {
    if ((await tryPort(configured)) !== undefined) return configured;
    throw new ServerError(
      `Port ${configured} (${variable}) is in use: set ${variable} to another, or unset it for a free one.`,
    );
  }
  const again = remembered === undefined ? undefined : await tryPort(remembered);
  const free = again ?? (await lastingPort()) ?? (await tryPort(0));
  if (free === undefined)
    throw new ServerError('This machine has no free port on 127.0.0.1: end what uses them.');
  return free;
}

/** A free port below those that systems give to outgoing connections: nothing takes it between two starts by chance. */
async function lastingPort(): Promise<number | undefined> {
  for (let tries = 0; tries < 20; tries += 1) {
    const free = await tryPort(randomInt(20_000, 32_768));
    if (free !== undefined) return free;
  }
  return undefined;
}

/** Listens for a moment: the port's number (a free one for 0), or undefined where it is taken. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      const number = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(number));
    });
  });
}
