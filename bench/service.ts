/** The service that a benchmark's client talks to: embedded server and worker, in a process and a data folder of their own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Proposer } from '../src/activities/proposers/types';
import type { KintsugiClient } from '../src/client';
import { openClient } from '../src/client/open';
import { loadConfig } from '../src/config';
import { ensureSearchAttributes, findTemporalCli, startEmbeddedServer } from '../src/dev-server';
import { searchAttributes } from '../src/messages';
import { ARTEFACTS, homePaths, WORKER_NODE_FLAGS } from '../src/paths';
import { acquireOwnerLock } from '../src/store/owner-lock';
import { readUpState, writeUpState } from '../src/up-state';
import { startWorker } from '../src/worker';

const START_DEADLINE_MS = 120_000;

/** Argument by which a benchmark knows that it is to serve with the model as the only proposer. */
export const MODEL_ALONE = '--model-alone';

export interface Service {
  client: KintsugiClient;
  close(): Promise<void>;
}

export interface ServiceOptions {
  modelUrl: string;
  /** `alone`: no other proposer than the model finds anything; else what `kintsugi up` starts. */
  model: 'alone' | 'beside';
  say: (line: string) => void;
}

/** Starts a service with a model, and a client that is connected to it. */
export async function startService({ modelUrl, model, say }: ServiceOptions): Promise<Service> {
  const own = loadConfig();
  const { temporalCli: override, cache: cacheDir, path: PATH } = own;
  const cli = await findTemporalCli({ override, cacheDir, path: PATH, log: say });
  const home = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const env = {
    PATH,
    HOME: home,
    KINTSUGI_HOME: path.join(home, 'data'),
    KINTSUGI_TEMPORAL_CLI: cli,
    KINTSUGI_MODEL: 'scripted',
    KINTSUGI_MODEL_BASE_URL: modelUrl,
    KINTSUGI_MODEL_CANDIDATES: '1',
  };
  const config = loadConfig(env);
  const program = model === 'alone' ? [process.argv[1] ?? '', MODEL_ALONE] : [ARTEFACTS.up];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const up = spawn(process.execPath, [...WORKER_NODE_FLAGS, ...program], { env, stdio: [...stdio] });
  try {
    await untilReady(up, homePaths(config.home).upState);
    const client = await openClient(config, { start: 'none' });
    const close = async (): Promise<void> => {
      await client.close();
      await end(up, home);
    };
    return { client, close };
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

/** Finds nothing, so that every candidate is the model's. */
const SILENT: Proposer = {
  name: 'mutation',
  propose: () =>
    Promise.resolve({
      candidates: [],
      note: '',
      searched: 0,
      usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
      durationMs: 0,
    }),
};

/** Serves until asked to end; what `kintsugi up` does, but for the proposers. */
export async function serveModelAlone(): Promise<void> {
  const asked = once(process, 'SIGTERM');
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const config = loadConfig();
  const { upLock, upState } = homePaths(config.home);
  const { temporalCli: cli = '', home: dataDir } = config;
  const server = await startEmbeddedServer({ cli, dataDir, log: () => undefined });
  const lock = await acquireOwnerLock(upLock, { role: 'up' });
  if (lock.heldBy) throw new Error('Another process serves this data folder.');
  const { address, namespace } = server;
  const connection = await Connection.connect({ address });
  await ensureSearchAttributes(connection, namespace, Object.values(searchAttributes));
  const worker = await startWorker({
    config,
    connection: { address },
    namespace,
    proposers: ({ llm }) => ({ mutation: SILENT, llm }),
  });
  await writeUpState(upState, { pid: process.pid, address, namespace, indexed: true, settings: '' });
  await asked;
  await worker.stop();
  await connection.close();
  await server.stop();
  await lock.release();
}
