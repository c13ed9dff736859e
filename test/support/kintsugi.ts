import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { KintsugiClient } from '../../src/client';
import { openClient } from '../../src/client/open';
import { loadConfig, type Config } from '../../src/config';
import { ARTEFACTS, homePaths, PROJECT_ROOT } from '../../src/machine/paths';
import { locateTemporalCli } from '../../src/temporal/embedded/index';
import { readUpState } from '../../src/temporal/up-state';
import { testServer } from './temporal';

const START_DEADLINE_MS = 60_000;

/** A real worker on the test server, and a client of it. */
export interface SharedKintsugi {
  config: Config;
  env: Record<string, string>;
  client: KintsugiClient;
}

/** A worker process with a data folder and a namespace of its own. */
export interface TestKintsugi extends SharedKintsugi {
  /** Kills the worker process at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends the worker process as it is meant to be ended. */
  stop(): Promise<void>;
  /** Starts a new worker process on the same data. */
  start(): Promise<void>;
  /** Everything that the worker processes have printed. */
  logs(): string;
  close(): Promise<void>;
}

/** A start of a worker that costs seconds. */
export interface OwnStart {
  /** Why it can't be the worker that the files of a jest process share. */
  why: string;
  /** Environment variables of the worker. */
  settings?: Record<string, string>;
  /** With a Temporal server of its own, which is killed and started with it. */
  own?: boolean;
}

/** Starts a worker of its own. */
export async function startKintsugi({ settings, own = false }: OwnStart): Promise<TestKintsugi> {
  const home = await mkdtemp(join(tmpdir(), 'kintsugi-test-'));
  const env = { ...workerEnv(home), ...(own ? await ownServer() : await sharedServer()), ...settings };
  const config = loadConfig(env);
  const printed: string[] = [];
  let worker = await startWorkerProcess(config, env, printed);
  const client = await openClient(config, { start: 'none' });
  return {
    config,
    env,
    client,
    kill: () => end(worker, 'SIGKILL'),
    stop: () => end(worker, 'SIGTERM'),
    start: async () => {
      worker = await startWorkerProcess(config, env, printed);
    },
    logs: () => printed.join(''),
    close: async () => {
      await client.close();
      await end(worker, 'SIGTERM', 'SIGINT');
      await endRevived(config);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Environment of a worker whose home folder is `home`. */
function workerEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    KINTSUGI_HOME: join(home, 'data'),
    KINTSUGI_SANDBOX_CHILDREN: '2',
    NO_COLOR: '1',
    // More is asked for by those who test it: each is one more call of a scripted model.
    KINTSUGI_GENERATE_TESTS: 'untested',
  };
}

/** Worker that the test files of a jest process use one after another, with a data folder and a namespace of its own. */
export interface Lane extends SharedKintsugi {
  /** Where its model is to listen: a lane's worker outlives the models of its files. */
  modelPort: number;
  /** Ends what is left of a file's runs, so that the next file meets none of them. */
  leave(): Promise<void>;
}

/**
 * The lane of this jest process; the first file that needs it starts its worker, `global-teardown.ts` removes its folder. `scripted`: its
 * worker asks a model.
 */
export async function enterLane(kind: 'plain' | 'scripted'): Promise<Lane> {
  const lanes = process.env['KINTSUGI_TEST_LANES'];
  if (lanes === undefined) throw new Error('there are no lanes: name this test by its path under test/');
  const home = join(lanes, `${kind}-${process.env['JEST_WORKER_ID'] ?? '1'}`);
  const { env, modelPort } = await laneEnv(home, kind);
  const config = loadConfig(env);
  if (!(await runs(config))) await startWorkerProcess(config, env, []);
  const client = await openClient(config, { start: 'none' });
  const leave = async (): Promise<void> => {
    await terminateOpenRuns(env);
    await client.close();
  };
  return { config, env, client, modelPort, leave };
}

/** Kept in a file: a test file knows nothing of those before it. */
async function laneEnv(
  home: string,
  kind: string,
): Promise<{ env: Record<string, string>; modelPort: number }> {
  const file = join(home, 'lane.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as Awaited<ReturnType<typeof laneEnv>>;
  await mkdir(home, { recursive: true });
  const modelPort = await freePort();
  const model = {
    KINTSUGI_MODEL: 'scripted',
    KINTSUGI_MODEL_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
    KINTSUGI_MODEL_CANDIDATES: '1',
  };
  const env = { ...workerEnv(home), ...(await sharedServer()), ...(kind === 'scripted' && model) };
  await writeFile(file, JSON.stringify({ env, modelPort }));
  return { env, modelPort };
}

async function runs({ home }: Config): Promise<boolean> {
  const { pid } = (await readUpState(homePaths(home).upState)) ?? {};
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Below the ports that the system gives away by itself. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
  }
}

async function terminateOpenRuns(env: Record<string, string>): Promise<void> {
  const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'], connectTimeout: 10_000 });
  try {
    const { workflow } = new Client({ connection, namespace: env['TEMPORAL_NAMESPACE'] });
    for await (const { workflowId, runId } of workflow.list({ query: "ExecutionStatus = 'Running'" }))
      await workflow
        .getHandle(workflowId, runId)
        .terminate('the test file has ended')
        .catch(() => undefined);
  } finally {
    await connection.close();
  }
}

async function sharedServer(): Promise<Record<string, string>> {
  const server = await testServer();
  return { TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: await server.createNamespace() };
}

async function ownServer(): Promise<Record<string, string>> {
  const { temporalCli, cache, path } = loadConfig();
  const cli = await locateTemporalCli({ override: temporalCli, cacheDir: cache, path });
  return { KINTSUGI_TEMPORAL_CLI: cli ?? '' };
}

async function startWorkerProcess(
  config: Config,
  env: Record<string, string>,
  printed: string[],
): Promise<ChildProcess> {
  // A test that fails before it closes must not leave a worker: it dies with the process that runs the tests.
  const guard = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];
  const [program = process.execPath, ...args] = [...guard, process.execPath, ARTEFACTS.up];
  const worker = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    printed.push(chunk.toString());
  };
  worker.stdout?.on('data', keep);
  worker.stderr?.on('data', keep);
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < START_DEADLINE_MS;
    await delay(50)
  ) {
    if ((await readUpState(homePaths(config.home).upState))?.pid === worker.pid) return worker;
    if (worker.exitCode !== null) break;
  }
  worker.kill('SIGKILL');
  throw new Error(`the worker did not start:\n${output}`);
}

/** Ends the worker that a command has started where it found none. */
async function endRevived({ home }: Config): Promise<void> {
  const state = await readUpState(homePaths(home).upState);
  // Another process may have the number by now.
  const environment = state && (await readFile(`/proc/${state.pid}/environ`, 'utf8').catch(() => ''));
  if (!state || !environment?.includes(`KINTSUGI_HOME=${home}`)) return;
  for (let signal: NodeJS.Signals | 0 = 'SIGKILL'; ; signal = 0) {
    try {
      process.kill(state.pid, signal);
    } catch {
      return;
    }
    await delay(20);
  }
}

/** A second signal: it waits for no call of a model. */
async function end(worker: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  for (const signal of signals) worker.kill(signal);
  await ended;
}

/** A project in a temporary folder: path → text. */
export async function makeProject(
  files: Record<string, string>,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'kintsugi-project-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A temporary copy of a project of `examples/`. */
export async function copyExample(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-example-'));
  const path = join(folder, name);
  await cp(join(PROJECT_ROOT, 'examples', name), path, { recursive: true });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A project with one bug that one edit repairs. */
export const BROKEN_SUM = {
  'package.json': '{ "name": "sum", "private": true }\n',
  'src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a - b;\n}\n',
  'test/sum.test.ts': [
    "import { sum } from '../src/sum';",
    '',
    "it('adds', () => {",
    '  expect(sum(1, 2)).toBe(3);',
    '  expect(sum(-1, 1)).toBe(0);',
    '});',
    '',
  ].join('\n'),
};
