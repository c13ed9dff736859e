import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config';
import { homePaths } from '../../src/machine/paths';
import { findTemporalCli, startEmbeddedServer } from '../../src/temporal/embedded/index';
import { readUpState } from '../../src/temporal/up-state';

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
  const lanes = join(folder, 'lanes');
  await mkdir(lanes);
  process.env['KINTSUGI_TEST_ADDRESS'] = server.address;
  process.env['KINTSUGI_TEST_UI'] = server.uiUrl;
  process.env['KINTSUGI_TEST_SERVER_DATA'] = join(folder, 'server');
  process.env['KINTSUGI_TEST_LANES'] = lanes;
  (globalThis as SharedServer).kintsugiTestServer = {
    stop: async () => {
      await endWorkers(lanes);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Those of jest's own process: the others have ended with theirs. */
async function endWorkers(lanes: string): Promise<void> {
  for (const lane of await readdir(lanes)) {
    const state = await readUpState(homePaths(join(lanes, lane, 'data')).upState);
    const environment = state && (await readFile(`/proc/${state.pid}/environ`, 'utf8').catch(() => ''));
    if (state && environment?.includes(lanes)) process.kill(state.pid, 'SIGKILL');
  }
}
