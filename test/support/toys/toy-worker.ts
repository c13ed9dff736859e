import type { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { byRow } from '../../../src/activities/effect';
import { testClient, type TestClient } from '../temporal';
import { toyActivities } from './toy-activities';

/** A worker of the toy runs for the tests of a `describe`; `done` receives what their effects do, in order. */
export function useToyWorker(
  taskQueue: string,
  place: () => { address: string; namespace: string },
  done: string[] = [],
): void {
  let connection: NativeConnection;
  let worker: Worker;
  let running: Promise<void>;
  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    const { address, namespace } = place();
    connection = await NativeConnection.connect({ address });
    worker = await Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowsPath: require.resolve('./toy-runs'),
      activities: byRow(toyActivities(done)),
    });
    running = worker.run();
  }, 120_000);
  afterAll(async () => {
    worker.shutdown();
    await running;
    await connection.close();
  });
}

/** The same in a namespace of its own, with a client of it. */
export function useToyServer(taskQueue: string, done: string[] = []): { readonly client: Client } {
  let server: TestClient | undefined;
  const started = (): TestClient => {
    if (!server) throw new Error('The server is there for tests and their set-up, not before.');
    return server;
  };
  beforeAll(async () => {
    server = await testClient();
  });
  useToyWorker(taskQueue, started, done);
  afterAll(() => server?.close());
  return {
    get client() {
      return started().client;
    },
  };
}
