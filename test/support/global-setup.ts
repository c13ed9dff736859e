import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config';
import { findTemporalCli, startEmbeddedServer } from '../../src/temporal/embedded/index';
import { endProcess, workerPid } from './kintsugi';
import { timeSkippingProgram } from './time-skipping';

/** Left for `global-teardown.ts`, which runs in the same process. */
export interface SharedServer {
  kintsugiTestServer?: { stop(): Promise<void> };
}

/** Starts the Temporal server that the tests of this jest run share, and makes the folder of their shared workers. */
export default async function globalSetup(): Promise<void> {
  const { cache, path, temporalCli } = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const cli = await findTemporalCli({ override: temporalCli, cacheDir: cache, path, log });
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-test-server-'));
  const server = await startEmbeddedServer({ cli, dataDir: join(folder, 'server'), log });
  const workers = join(folder, 'workers');
  await mkdir(workers);
  process.env['KINTSUGI_TEST_ADDRESS'] = server.address;
  process.env['KINTSUGI_TEST_UI'] = server.uiUrl;
  process.env['KINTSUGI_TEST_SERVER_DATA'] = join(folder, 'server');
  process.env['KINTSUGI_TEST_WORKERS'] = workers;
  process.env['KINTSUGI_TEST_TIME_SKIPPING'] = (await timeSkippingProgram(log)) ?? '';
  (globalThis as SharedServer).kintsugiTestServer = {
    stop: async () => {
      await endWorkers(workers);
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Workers that were started in band: those of other jest processes have died with them. */
async function endWorkers(workers: string): Promise<void> {
  for (const name of await readdir(workers)) {
    const pid = await workerPid(join(workers, name, 'data'));
    if (pid !== undefined) await endProcess(pid);
  }
}
