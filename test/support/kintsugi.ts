import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { KintsugiClient } from '../../src/client';
import { openClient } from '../../src/client/open';
import { loadConfig, type Config } from '../../src/config';
import { ARTEFACTS, homePaths, PROJECT_ROOT } from '../../src/machine/paths';
import { locateTemporalCli } from '../../src/temporal/embedded/index';
import { readUpState } from '../../src/temporal/up-state';
import { testServer } from './temporal';

const START_DEADLINE_MS = 60_000;

/** A real worker process with a data folder and a namespace of its own, on the test server. */
export interface TestKintsugi {
  config: Config;
  env: Record<string, string>;
  client: KintsugiClient;
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

/**
 * Starts a worker; `extra` are further environment variables. `own`: with a Temporal server of its own, which is killed and
 * started with it.
 */
export async function startKintsugi(
  extra: Record<string, string> = {},
  { own = false } = {},
): Promise<TestKintsugi> {
  const home = await mkdtemp(join(tmpdir(), 'kintsugi-test-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    KINTSUGI_HOME: join(home, 'data'),
    KINTSUGI_SANDBOX_CHILDREN: '2',
    ...(own ? await ownServer() : await sharedServer()),
    NO_COLOR: '1',
    // More is asked for by those who test it: each is one more call of a scripted model.
    KINTSUGI_GENERATE_TESTS: 'untested',
    ...extra,
  };
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
