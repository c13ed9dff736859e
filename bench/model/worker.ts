/** The embedded server and a worker in this process, where the model is the only proposer: it is what is judged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Proposer } from '../../src/activities/proposers/types';
import { KintsugiClient } from '../../src/client';
import { loadConfig } from '../../src/config';
import { ensureSearchAttributes, findTemporalCli, startEmbeddedServer } from '../../src/dev-server';
import { readHostId } from '../../src/host-id';
import { searchAttributes } from '../../src/messages';
import { homePaths } from '../../src/paths';
import { startWorker } from '../../src/worker';

export interface ModelService {
  client: KintsugiClient;
  close(): Promise<void>;
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

/** Starts server, worker and client, in a data folder of their own. */
export async function startModelService(
  modelUrl: string,
  say: (line: string) => void,
): Promise<ModelService> {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const own = loadConfig();
  const cli = await findTemporalCli({
    override: own.temporalCli,
    cacheDir: own.cache,
    path: own.path,
    log: say,
  });
  const home = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const config = loadConfig({
    PATH: own.path,
    HOME: home,
    KINTSUGI_HOME: home,
    KINTSUGI_MODEL: 'scripted',
    KINTSUGI_MODEL_BASE_URL: modelUrl,
    KINTSUGI_MODEL_CANDIDATES: '1',
  });
  const server = await startEmbeddedServer({ cli, dataDir: home, log: say });
  const { address, namespace } = server;
  const connection = await Connection.connect({ address });
  await ensureSearchAttributes(connection, namespace, Object.values(searchAttributes));
  const worker = await startWorker({
    config,
    connection: { address },
    namespace,
    proposers: ({ llm }) => ({ mutation: SILENT, llm }),
  });
  const client = new KintsugiClient(connection, {
    namespace,
    hostId: await readHostId(homePaths(home).hostId),
    hostName: config.hostName,
    indexed: true,
  });
  return {
    client,
    close: async () => {
      await worker.stop();
      await client.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
