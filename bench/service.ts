/** The service that a benchmark's client talks to: a worker in a process and a data folder of its own, with the embedded server or another. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { KintsugiClient } from '../src/client';
import { openClient } from '../src/client/open';
import { setUp } from '../src/client/cli/service-commands';
import { loadConfig, type Config } from '../src/config';
import { findTemporalCli } from '../src/temporal/embedded/index';
import { ARTEFACTS, homePaths, WORKER_NODE_FLAGS } from '../src/machine/paths';
import { readUpState } from '../src/temporal/up-state';

const START_DEADLINE_MS = 120_000;

export interface Service {
  client: KintsugiClient;
  config: Config;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Absent: no model. */
  modelUrl?: string;
  /** Absent: all. */
  proposers?: string;
  /** Variables of a server and a bucket. Absent: the embedded server, no bucket. */
  backing?: Readonly<Record<string, string>>;
  say: (line: string) => void;
}

/** Starts a service, and a client that is connected to it. */
export async function startService({
  modelUrl = '',
  proposers = '',
  backing = {},
  say,
}: ServiceOptions): Promise<Service> {
  const own = loadConfig();
  const { temporalCli: override, cache: cacheDir, path: PATH } = own;
  const cli = await findTemporalCli({ override, cacheDir, path: PATH, log: say });
  const home = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const env = {
    PATH,
    HOME: home,
    KINTSUGI_HOME: path.join(home, 'data'),
    KINTSUGI_TEMPORAL_CLI: cli,
    KINTSUGI_MODEL: modelUrl && 'scripted',
    KINTSUGI_MODEL_BASE_URL: modelUrl,
    KINTSUGI_MODEL_CANDIDATES: '1',
    KINTSUGI_PROPOSERS: proposers,
    ...backing,
  };
  const config = loadConfig(env);
  if (backing['TEMPORAL_ADDRESS']) await setUp(config, () => undefined);
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const up = spawn(process.execPath, [...WORKER_NODE_FLAGS, ARTEFACTS.up], { env, stdio: [...stdio] });
  try {
    await untilReady(up, homePaths(config.home).upState);
    const client = await openClient(config, { start: 'none' });
    const close = async (): Promise<void> => {
      await client.close();
      await end(up, home);
    };
    return { client, config, close };
  } catch (error) {
    await end(up, home);
    throw error;
  }
}

async function untilReady(up: ChildProcess, stateFile: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < START_DEADLINE_MS; await delay(50)) {
    if ((await readUpState(stateFile))?.pid === up.pid) return;
    if (up.exitCode !== null) break;
  }
  throw new Error('The service did not start: run `kintsugi doctor`, which looks for causes.');
}

async function end(up: ChildProcess, home: string): Promise<void> {
  if (up.exitCode === null && up.signalCode === null) {
    const ended = once(up, 'exit');
    up.kill('SIGTERM');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
}
