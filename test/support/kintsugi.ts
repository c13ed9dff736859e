import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { KintsugiClient } from '../../src/client';
import { openClient } from '../../src/client/open';
import { loadConfig, type Config } from '../../src/config';
import { ARTEFACTS, homePaths, PROJECT_ROOT } from '../../src/machine/paths';
import { locateTemporalCli } from '../../src/temporal/embedded/index';
import { readUpState } from '../../src/temporal/up-state';
import { testServer } from './temporal';
import { HANG_MS } from './until';

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
export interface SharedWorker extends SharedKintsugi {
  /** Where its model is to listen: the worker outlives the models of its files. */
  modelPort: number;
  /** Ends what is left of a file's runs, so that the next file meets none of them. */
  leave(): Promise<void>;
}

/**
 * The shared worker of this jest process; the first file that needs it starts it, `global-teardown.ts` removes its folder. `scripted`: it asks a
 * model.
 */
export async function sharedWorker(kind: 'plain' | 'scripted'): Promise<SharedWorker> {
  const workers = process.env['KINTSUGI_TEST_WORKERS'];
  if (workers === undefined) throw new Error('there are no shared workers in this tier of tests');
  const id = Number(process.env['JEST_WORKER_ID'] ?? '1');
  const home = join(workers, `${kind}-${id}`);
  const { env, modelPort } = await sharedEnv(home, kind, id);
  const config = loadConfig(env);
  if ((await workerPid(config.home)) === undefined) await startSharedWorker(config, env, home);
  const client = await openClient(config, { start: 'none' });
  const leave = async (): Promise<void> => {
    await terminateOpenRuns(client.temporal);
    await client.close();
  };
  return { config, env, client, modelPort, leave };
}

/** It must not keep jest from ending, nor its output in the memory of a file that has ended. */
async function startSharedWorker(config: Config, env: Record<string, string>, home: string): Promise<void> {
  const log = openSync(join(home, 'worker.log'), 'a');
  try {
    const [program = '', ...args] = WORKER_COMMAND;
    const worker = spawn(program, args, { env, stdio: ['ignore', log, log] });
    worker.unref();
    if (!(await isUp(worker, config)))
      throw new Error(
        `the shared worker did not start:\n${await readFile(join(home, 'worker.log'), 'utf8')}`,
      );
  } finally {
    closeSync(log);
  }
}

/** Settings of a worker that asks a scripted model for one reply a round. */
export const modelSettings = (baseUrl: string) => ({
  KINTSUGI_MODEL: 'scripted',
  KINTSUGI_MODEL_BASE_URL: baseUrl,
  KINTSUGI_MODEL_CANDIDATES: '1',
});

/** Kept in a file: a test file knows nothing of those before it. */
async function sharedEnv(
  home: string,
  kind: 'plain' | 'scripted',
  id: number,
): Promise<{ env: Record<string, string>; modelPort: number }> {
  const file = join(home, 'worker.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as Awaited<ReturnType<typeof sharedEnv>>;
  await mkdir(home, { recursive: true });
  const modelPort = kind === 'scripted' ? await freePort(20_000 + (id % 100) * 100) : 0;
  const model = kind === 'scripted' && modelSettings(`http://127.0.0.1:${modelPort}/v1`);
  const env = { ...workerEnv(home), ...(await sharedServer()), ...model };
  await writeFile(file, JSON.stringify({ env, modelPort }));
  return { env, modelPort };
}

/** One of the 100 ports from `first` on, which no other jest process draws from and the system does not give away by itself. */
async function freePort(first: number): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * 100);
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

/** By id alone: a run may have continued as new meanwhile. */
async function terminateOpenRuns({ workflow }: Client): Promise<void> {
  for await (const { workflowId } of workflow.list({ query: "ExecutionStatus = 'Running'" }))
    await workflow
      .getHandle(workflowId)
      .terminate('the test file has ended')
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
}

/** Process of the worker that has this data folder; undefined where it runs no more, though another process may have its number. */
export async function workerPid(home: string): Promise<number | undefined> {
  const state = await readUpState(homePaths(home).upState);
  const environment = state && (await readFile(`/proc/${state.pid}/environ`, 'utf8').catch(() => ''));
  return environment?.includes(`KINTSUGI_HOME=${home}`) ? state?.pid : undefined;
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

/** A test that fails before it closes must not leave a worker: it dies with the process that runs the tests. */
const WORKER_COMMAND = [
  ...(process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []),
  process.execPath,
  ARTEFACTS.up,
];

async function startWorkerProcess(
  config: Config,
  env: Record<string, string>,
  printed: string[],
): Promise<ChildProcess> {
  const [program = '', ...args] = WORKER_COMMAND;
  const worker = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const keep = (chunk: Buffer) => printed.push(chunk.toString());
  worker.stdout.on('data', keep);
  worker.stderr.on('data', keep);
  if (await isUp(worker, config)) return worker;
  worker.kill('SIGKILL');
  throw new Error(`the worker did not start:\n${printed.join('')}`);
}

/** Waits until the worker serves; false where it has ended or takes too long. */
async function isUp(worker: ChildProcess, { home }: Config): Promise<boolean> {
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < HANG_MS && worker.exitCode === null;
    await delay(50)
  )
    if ((await readUpState(homePaths(home).upState))?.pid === worker.pid) return true;
  return false;
}

/** Ends the worker that a command has started where it found none. */
async function endRevived({ home }: Config): Promise<void> {
  const pid = await workerPid(home);
  if (pid !== undefined) await endProcess(pid);
}

/** Kills a process that is not a child of this one, and waits for its end. */
export async function endProcess(pid: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGKILL'; ; signal = 0) {
    try {
      process.kill(pid, signal);
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
  files: Record<string, string | Uint8Array>,
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
