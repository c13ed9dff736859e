import { mkdir, open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { requireModelSettings, writeKeptSettings, readKeptSettings, type Config } from '../config';
import { clearDown, refuseIfDown } from './down-mark';
import { findTemporalCli } from '../temporal/embedded';
import { ARTEFACTS, homePaths, WORKER_NODE_FLAGS, PROJECT_ROOT } from '../machine/paths';
import { startProcess, type ChildProcess } from '../machine/processes';
import { readOwner } from '../machine/owner-lock';
import { isAlive, type ProcessIdentity } from '../machine/process-identity';
import {
  configuredServer,
  connectTo,
  serverOf,
  placeHash,
  readUpState,
  settingsHash,
  type UpState,
} from '../temporal';
import { MAIN_TASK_QUEUE } from '../messages';
import { infrastructure, EXIT, KintsugiError, type ExitCode } from '../domain/kintsugi-error';
import { speaker } from '../domain/run/said';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const COMMAND = join(PROJECT_ROOT, 'bin', 'kintsugi.cjs');

/** True for the package as npm installs it, under any Node and without what the service needs, which its command brings. */
function isBarePackage(): boolean {
  return existsSync(COMMAND) && !existsSync(join(PROJECT_ROOT, 'src'));
}

/** Runs `kintsugi up` of the package; `say` gets its progress. Throws `KintsugiError` with what it said last. */
async function launchUp(say: (line: string) => void): Promise<void> {
  const child = startProcess(process.execPath, [COMMAND, 'up'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let last = 'kintsugi up could not be started.';
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      last = line.replace(/^kintsugi: /, '');
      say(last);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new KintsugiError(last, (code ?? EXIT.infrastructure) as ExitCode);
}

/** Time that a start may need on a busy machine; one that fails ends sooner. */
const START_DEADLINE_MS = 5 * 60_000;
const STOP_DEADLINE_MS = 60_000;
const POLL_MS = 50;
/** A stop that takes longer says what it waits for. */
const SAY_AFTER_MS = 2_000;
const MAX_STARTS = 2;

/** Shows people one line on what is being done. */
export type Say = (line: string) => void;

/** The running `kintsugi up` of this data folder. Undefined: none runs. */
export async function runningUp(
  config: Config,
): Promise<{ owner: ProcessIdentity; state?: UpState } | undefined> {
  const paths = homePaths(config.home);
  const owner = await readOwner(paths.upLock);
  if (!owner) return undefined;
  const state = await readUpState(paths.upState);
  return { owner, state: state?.pid === owner.pid ? state : undefined };
}

export interface EnsureOptions {
  say: Say;
  /** Keep the settings, and restart a worker that has others. False: any running worker will do. */
  restart: boolean;
}

/**
 * Makes sure that server and worker run, and resolves to their state. Starts a detached `kintsugi up` if none runs. A
 * worker with other settings is replaced, which open runs survive; one of another build only while no run is open.
 */
export async function ensureUp(config: Config, { say, restart }: EnsureOptions): Promise<UpState> {
  if (isBarePackage()) return ensureLaunched(config, { say, restart });
  if (restart) {
    requireModelSettings(config);
    await clearDown(config);
    await keepSettings(config);
  }
  let restarted = false;
  let started: ChildProcess | undefined;
  for (let starts = 0; ;) {
    const running = await runningUp(config);
    if (!restart && !running?.state) await refuseIfDown(config);
    if (!running) {
      if (starts === MAX_STARTS) throw await notStarted(config);
      starts += 1;
      if (starts > 1)
        say(speaker(config.language)`The worker ended before it was ready: starting it once more…`);
      else say(speaker(config.language)`Starting the server and the worker…`);
      started = await startDetached(config, say);
    }
    const state = running?.state ?? (await untilReady(config, started));
    // It ended before it was ready, for example because somebody stopped it.
    if (!state) continue;
    // Another process may have kept others meanwhile: the last word counts, and nobody restarts for ever.
    if (!restart || restarted) return state;
    const reason = await staleness(config, state, say);
    if (reason === undefined) return state;
    say(reason);
    await stopUp(config, { say });
    restarted = true;
  }
}

/** The same by the command of the package, whose Node and program are those of the worker. */
async function ensureLaunched(config: Config, { say, restart }: EnsureOptions): Promise<UpState> {
  const running = restart ? undefined : (await runningUp(config))?.state;
  if (running) return running;
  if (!restart) await refuseIfDown(config);
  await launchUp(say);
  const state = await untilReady(config);
  if (!state) throw await notStarted(config);
  return state;
}

/** Why a running worker has to be replaced; undefined where it may stay. */
async function staleness(config: Config, state: UpState, say: Say): Promise<string | undefined> {
  const found = state.unread.some((name) => !config.unread.includes(name));
  const open = () => hasOpenRuns(config, state);
  if (state.settings !== settingsHash(config) || found)
    return (await open())
      ? speaker(config.language)`Settings have changed: restarting the worker. Open runs go on with it.`
      : speaker(config.language)`Settings have changed: restarting the worker.`;
  if (state.place === placeHash(config)) return undefined;
  if (!(await open())) return speaker(config.language)`The program has changed: restarting the worker.`;
  say(
    speaker(
      config.language,
    )`The worker keeps its old program while runs are open; the new one takes effect with a later start, or after kintsugi down.`,
  );
  return undefined;
}

/** Writes down the settings of the service, so that whoever wakes it later has them. */
async function keepSettings({ home, kept }: Config): Promise<void> {
  if (isDeepStrictEqual(readKeptSettings(home), kept)) return;
  await writeKeptSettings(home, kept);
}

async function hasOpenRuns(config: Config, state: UpState): Promise<boolean> {
  const server = serverOf(config, state);
  const connection = await connectTo(server);
  try {
    const query = `TaskQueue = '${MAIN_TASK_QUEUE}' AND ExecutionStatus = 'Running'`;
    const { count } = await connection.workflowService.countWorkflowExecutions({
      namespace: server.namespace,
      query,
    });
    return Number(count) > 0;
  } finally {
    await connection.close();
  }
}

export interface StopOptions {
  say: Say;
  /** Does not wait for calls of models that are under way: they are made, and paid, again later. */
  now?: boolean;
}

/** Stops the running `kintsugi up`: gracefully, then by force. Resolves to false if none runs. */
export async function stopUp(config: Config, { say, now = false }: StopOptions): Promise<boolean> {
  const running = await runningUp(config);
  if (!running) return false;
  const { owner, state } = running;
  const deadlineMs = STOP_DEADLINE_MS + (now ? 0 : (state?.longestCallMs ?? 0));
  endProcess(owner.pid, 'SIGTERM');
  // Any second signal: a stop that waits for nothing.
  if (now) endProcess(owner.pid, 'SIGINT');
  for (let waited = 0; isAlive(owner); waited += POLL_MS) {
    if (waited === SAY_AFTER_MS && !now && state?.longestCallMs !== undefined) say(FINISHING);
    if (waited >= deadlineMs) endProcess(owner.pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  return true;
}

const FINISHING =
  'Calls of models that are under way may end first, so that none is paid for twice; kintsugi down --now does not wait for them.';

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended just before the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function startDetached(config: Config, say: Say): Promise<ChildProcess> {
  const paths = homePaths(config.home);
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  // The CLI is found or built here, where the user sees the progress.
  const cli = configuredServer(config)
    ? undefined
    : await findTemporalCli({
        override: config.temporalCli,
        cacheDir: config.cache,
        path: config.path,
        log: say,
      });
  const log = await open(paths.upLog, 'a', 0o600);
  const child = startProcess(
    process.execPath,
    [...WORKER_NODE_FLAGS, ARTEFACTS.up, '--detached', ...(cli ? ['--temporal-cli', cli] : [])],
    {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  child.unref();
  await log.close();
  return child;
}

/** Waits until the process is ready, `started` or another one that was first. Undefined: it ended before. */
async function untilReady(config: Config, started?: ChildProcess): Promise<UpState | undefined> {
  for (let waited = 0; waited < START_DEADLINE_MS; waited += POLL_MS) {
    const isStarting = started?.exitCode === null && started.signalCode === null;
    const running = await runningUp(config);
    if (running?.state) return running.state;
    if (!running && !isStarting) return undefined;
    await delay(POLL_MS);
  }
  throw await notStarted(config);
}

async function notStarted(config: Config): Promise<Error> {
  const { upLog } = homePaths(config.home);
  return infrastructure(
    `The Kintsugi worker did not start: ${await lastError(upLog)} The whole log is ${upLog}; kintsugi doctor looks for the cause.`,
  );
}

async function lastError(logPath: string): Promise<string> {
  const text = await readFile(logPath, 'utf8').catch(() => '');
  for (const line of text.trimEnd().split('\n').reverse().slice(0, 20)) {
    try {
      const entry = JSON.parse(line) as { level?: number; msg?: string };
      if ((entry.level ?? 0) >= 50 && entry.msg) return entry.msg.endsWith('.') ? entry.msg : `${entry.msg}.`;
    } catch {
      if (line.trim()) return line.trim();
    }
  }
  return 'it left no message.';
}
