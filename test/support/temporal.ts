import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { ensureSearchAttributes } from '../../src/temporal/embedded/index';
import { searchAttributes } from '../../src/messages';

/** The Temporal server that all tests of a jest run share. */
export interface TestServer {
  /** `host:port` */
  address: string;
  /** Its Web UI. */
  uiUrl: string;
  /** Folder of its database. */
  dataDir: string;
  /** Makes a namespace with Kintsugi's search attributes, for a test of its own (about 30 ms); resolves to its name. */
  createNamespace(name?: string): Promise<string>;
}

/** A client in a namespace of its own; close it after the tests. */
export interface TestClient {
  address: string;
  namespace: string;
  connection: Connection;
  client: Client;
  close(): Promise<void>;
}

/** The server that `global-setup.ts` has started; rejects where it has started none. */
export function testServer(): Promise<TestServer> {
  const address = process.env['KINTSUGI_TEST_ADDRESS'];
  const uiUrl = process.env['KINTSUGI_TEST_UI'];
  const dataDir = process.env['KINTSUGI_TEST_SERVER_DATA'];
  return address && uiUrl && dataDir
    ? Promise.resolve({ address, uiUrl, dataDir, createNamespace: (name) => createNamespace(address, name) })
    : Promise.reject(
        new Error('the shared Temporal server is not running: name this test by its path under test/'),
      );
}

/** Connects to a fresh namespace of the shared server: runs of other tests are not seen in it. */
export async function testClient(): Promise<TestClient> {
  const { address, createNamespace: create } = await testServer();
  const namespace = await create();
  const connection = await Connection.connect({ address, connectTimeout: 10_000 });
  const client = new Client({ connection, namespace });
  return { address, namespace, connection, client, close: () => connection.close() };
}

async function createNamespace(address: string, namespace = `test-${randomUUID()}`): Promise<string> {
  const connection = await Connection.connect({ address, connectTimeout: 10_000 });
  try {
    const workflowExecutionRetentionPeriod = msToTs('1 day');
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    const outcome = await ensureSearchAttributes(connection, namespace, Object.values(searchAttributes));
    if (!outcome.indexed) throw new Error(`no search attributes on the test server: ${outcome.reason}`);
    return namespace;
  } finally {
    await connection.close();
  }
}
