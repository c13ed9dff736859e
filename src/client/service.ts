import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config';
import { findTemporalCli } from '../dev-server';
import { ARTEFACTS, homePaths } from '../paths';
import { readOwner } from '../store/owner-lock';
import { isAlive, type ProcessIdentity } from '../store/process-identity';
import { readUpState, type UpState } from '../up-state';
import { configuredServer } from './connect';
import { infrastructure } from './errors';

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 60_000;
const POLL_MS = 50;

/** Tells people what is being done: one line. */
export type Say = (line: string) => void;

/** Hash of the settings that a worker is started with: another hash needs another worker. */
export function settingsHash(config: Config): string {
  const { home, model, sandboxChildren, port, uiPort, temporalEnv, logLevel } = config;
  const relevant = { home, model, sandboxChildren, port, uiPort, temporalEnv, logLevel };
  return createHash('sha256').update(JSON.stringify(relevant)).digest('hex').slice(0, 16);
}

/** The running `kintsugi up` of this data folder; undefined where there is none. */
export async function runningUp(
  config: Config,
): Promise<{ owner: ProcessIdentity; state?: UpState } | undefined> {
  const paths = homePaths(config.home);
  const owner = await readOwner(paths.upLock);
  if (!owner) return undefined;
  const state = await readUpState(paths.upState);
  return { owner, state: state?.pid === owner.pid ? state : undefined };
}

/**
 * Makes sure that server and worker run, and resolves to where they are. Starts a detached `kintsugi up`
 * where none runs, and a new one where it runs with other settings: open runs go on under the new worker.
 */
export async function ensureUp(config: Config, say: Say): Promise<UpState> {
  const running = await runningUp(config);
  if (running?.state?.settings === settingsHash(config)) return running.state;
  if (running) {
    const state = running.state ?? (await waitForReady(config));
    if (state.settings === settingsHash(config)) return state;
    say('Settings have changed: restarting the worker (open runs go on).');
    await stopUp(config);
  }
  await startDetached(config, say);
  return waitForReady(config);
}

/** Stops the running `kintsugi up`: gracefully, then by force. False where none runs. */
export async function stopUp(config: Config): Promise<boolean> {
  const running = await runningUp(config);
  if (!running) return false;
  const { owner } = running;
  process.kill(owner.pid, 'SIGTERM');
  for (let waited = 0; isAlive(owner); waited += POLL_MS) {
    if (waited >= STOP_DEADLINE_MS) process.kill(owner.pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  return true;
}

async function startDetached(config: Config, say: Say): Promise<void> {
  const paths = homePaths(config.home);
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  // Found (or built) here, where somebody can see that it is working on it.
  const cli = configuredServer(config)
    ? undefined
    : await findTemporalCli({
        override: config.temporalCli,
        cacheDir: config.cache,
        path: config.path,
        log: say,
      });
  say('Starting the server and the worker…');
  const log = await open(paths.upLog, 'a', 0o600);
  const child = spawn(
    process.execPath,
    [ARTEFACTS.up, '--detached', ...(cli ? ['--temporal-cli', cli] : [])],
    {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  child.unref();
  await log.close();
}

async function waitForReady(config: Config): Promise<UpState> {
  const paths = homePaths(config.home);
  let seen = false;
  for (let waited = 0; waited < START_DEADLINE_MS; waited += POLL_MS) {
    const running = await runningUp(config);
    if (running?.state) return running.state;
    if (seen && !running) break;
    seen ||= running !== undefined;
    await delay(POLL_MS);
  }
  throw infrastructure(
    `The Kintsugi worker did not start: ${await lastError(paths.upLog)} The whole log is ${paths.upLog}; kintsugi doctor looks for causes.`,
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
