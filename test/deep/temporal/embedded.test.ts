import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { loadConfig } from '../../../src/config';
import {
  ensureSearchAttributes,
  findTemporalCli,
  ServerError,
  startEmbeddedServer,
  type EmbeddedServer,
} from '../../../src/temporal/embedded/index';
import { startOwned, type Guard } from '../../../src/temporal/embedded/embedded-server';
import { searchAttributes } from '../../../src/messages';
import { identify, isAlive, type ProcessIdentity } from '../../../src/machine/process-identity';
import { until } from '../../support/until';

const PROJECT = join(__dirname, '../../..');
const silent = () => undefined;

let dataDir: string;
let cli: string;
const running: EmbeddedServer[] = [];

beforeAll(async () => {
  const { cache, path, temporalCli } = loadConfig();
  cli = await findTemporalCli({ override: temporalCli, cacheDir: cache, path, log: silent });
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kintsugi-dev-server-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(ports?: { port?: number; uiPort?: number }): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ cli, dataDir, ports, log: silent });
  running.push(server);
  return server;
}

async function withConnection<T>(
  server: EmbeddedServer,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address: server.address });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/** Waits for the end of a process that is not our child. */
async function endOf(processId: ProcessIdentity): Promise<void> {
  await until(`process ${processId.pid} has ended`, () => !isAlive(processId));
}

function identityOf(pid: number): ProcessIdentity {
  const identity = identify(pid);
  if (!identity) throw new Error(`there is no process ${pid}`);
  return identity;
}

test('ended runs are kept for 30 days and the Web UI answers', async () => {
  const server = await start();
  await withConnection(server, async (connection) => {
    const { config } = await connection.workflowService.describeNamespace({ namespace: server.namespace });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 86_400);
  });
  const page = await fetch(server.uiUrl, { signal: AbortSignal.timeout(10_000) });
  expect(page.status).toBe(200);
});

test('a search attribute of another type is a reason, not an error', async () => {
  const server = await start();
  await withConnection(server, async (connection) => {
    await connection.operatorService.addSearchAttributes({
      namespace: server.namespace,
      searchAttributes: { KintsugiKind: 3 },
    });
    const outcome = await ensureSearchAttributes(connection, server.namespace, [searchAttributes.kind]);
    expect(outcome).toEqual({ indexed: false, reason: expect.stringContaining('KintsugiKind') });
  });
});

test('a program that is no Temporal CLI is refused with its own words', async () => {
  const refused = startEmbeddedServer({ cli: '/bin/sh', dataDir, log: silent });
  await expect(refused).rejects.toThrow(ServerError);
  await expect(refused).rejects.toThrow(/did not start: .*server.*Its log is/s);
});

test('a server that ends while it starts is started once more', async () => {
  const mark = join(dataDir, 'started');
  const flaky = join(dataDir, 'temporal');
  await writeFile(
    flaky,
    `#!/bin/sh\nif [ ! -e '${mark}' ]; then : > '${mark}'; exit 1; fi\nexec '${cli}' "$@"\n`,
  );
  await chmod(flaky, 0o755);
  const said: string[] = [];
  running.push(await startEmbeddedServer({ cli: flaky, dataDir, log: (line) => said.push(line) }));
  expect(said).toEqual(['The Temporal server ended while it started: starting it once more.']);
});

describe.each<Guard>(['setpriv', 'shell'])('a program owned through %s', (guard) => {
  const available = guard === 'shell' || process.platform === 'linux';

  async function startSleeper() {
    const path = join(dataDir, 'pid');
    const log = await open(join(dataDir, 'log'), 'a');
    const owned = await startOwned(
      'sh',
      ['-c', `echo $$ > '${path}'; exec sleep 600`],
      log.fd,
      available ? guard : 'shell',
    );
    await log.close();
    let pid = '';
    while (pid === '') {
      await delay(20);
      pid = (await readFile(path, 'utf8').catch(() => '')).trim();
    }
    return { owned, sleeper: identityOf(Number(pid)) };
  }

  test('ends when it is stopped', async () => {
    const { owned, sleeper } = await startSleeper();
    await owned.stop(10_000);
    expect(isAlive(sleeper)).toBe(false);
    expect(await owned.exited).toMatch(/SIGTERM|code 143/);
  });

  test('ends when its owner is killed', async () => {
    const program = `
      const { openSync } = require('node:fs');
      const { startOwned } = require(process.argv[1]);
      const log = openSync(process.argv[2], 'a');
      startOwned('sh', ['-c', 'echo $$; exec sleep 600'], log, process.argv[3]).then(() => console.log('started'));
    `;
    const log = join(dataDir, 'log');
    const args = ['-e', program, join(PROJECT, 'dist/temporal/embedded/embedded-server.js'), log, guard];
    const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')]);
    expect(String(said)).toBe('started\n');
    let pid = '';
    while (pid === '') {
      await delay(20);
      pid = (await readFile(log, 'utf8')).trim();
    }
    const sleeper = identityOf(Number(pid));
    owner.kill('SIGKILL');
    await endOf(sleeper);
  });
});
