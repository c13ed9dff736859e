import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { loadConfig } from '../../../src/config';
import {
  ensureSearchAttributes,
  findTemporalCli,
  startEmbeddedServer,
  type EmbeddedServer,
} from '../../../src/temporal/embedded/index';
import { searchAttributes } from '../../../src/messages';
import { identify, isAlive, type ProcessIdentity } from '../../../src/machine/process-identity';

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
  for (let waited = 0; isAlive(processId); waited += 50) {
    if (waited > 15_000) throw new Error(`process ${processId.pid} is still there`);
    await delay(50);
  }
}

function identityOf(pid: number): ProcessIdentity {
  const identity = identify(pid);
  if (!identity) throw new Error(`there is no process ${pid}`);
  return identity;
}

test('runs, search attributes and the address of the Web UI survive a restart', async () => {
  const first = await start();
  await withConnection(first, async (connection) => {
    const outcome = await ensureSearchAttributes(
      connection,
      first.namespace,
      Object.values(searchAttributes),
    );
    expect(outcome).toEqual({
      indexed: true,
      added: expect.arrayContaining(['KintsugiKind', 'KintsugiAttempt']),
    });
    const client = new Client({ connection, namespace: first.namespace });
    await client.workflow.start('heal', {
      taskQueue: 'nobody',
      workflowId: 'survivor',
      typedSearchAttributes: [{ key: searchAttributes.kind, value: 'heal' }],
    });
  });
  await first.stop();

  const second = await start();
  expect(second.uiUrl).toBe(first.uiUrl);
  await withConnection(second, async (connection) => {
    const client = new Client({ connection, namespace: second.namespace });
    const found = await client.workflow.getHandle('survivor').describe();
    expect(found.status.name).toBe('RUNNING');
    expect(found.typedSearchAttributes.get(searchAttributes.kind)).toBe('heal');
    const again = await ensureSearchAttributes(connection, second.namespace, Object.values(searchAttributes));
    expect(again).toEqual({ indexed: true, added: [] });
  });
});

test('no other user of the machine can read its files', async () => {
  await start();
  const files = (await readdir(dataDir)).map((name) => join(dataDir, name));
  expect(files.map((file) => basename(file))).toContain('temporal.db');
  for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
});

test('a configured port that is taken is refused with a sentence that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    await expect(start({ port })).rejects.toThrow(new RegExp(`Port ${port} \\(KINTSUGI_PORT\\) is in use`));
  } finally {
    other.close();
  }
});

test('the server ends when its owner is killed', async () => {
  const program = `
    const { startEmbeddedServer } = require(process.argv[1]);
    startEmbeddedServer({ cli: process.argv[2], dataDir: process.argv[3], log: () => {} })
      .then((server) => console.log(server.pid));
  `;
  const args = ['-e', program, join(PROJECT, 'dist/temporal/embedded/index.js'), cli, dataDir];
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const server = identityOf(Number(String(line).trim()));
  owner.kill('SIGKILL');
  await endOf(server);
});
