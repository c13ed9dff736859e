import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config';
import { findTemporalCli, startEmbeddedServer } from '../../src/temporal/embedded/index';

/** Part of jest's configuration that this file needs. */
interface GlobalConfig {
  testPathPatterns?: { patterns?: readonly string[] };
  nonFlagArgs?: readonly string[];
}

/** Left for `global-teardown.ts`, which runs in the same process. */
export interface SharedServer {
  kintsugiTestServer?: { stop(): Promise<void> };
}

/** Starts the Temporal server that the tests of this jest run share; none where only tests that need none were named. */
export default async function globalSetup(config: GlobalConfig): Promise<void> {
  if (needsNoServer([...(config.testPathPatterns?.patterns ?? []), ...(config.nonFlagArgs ?? [])])) return;
  const { cache, path, temporalCli } = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const cli = await findTemporalCli({ override: temporalCli, cacheDir: cache, path, log });
  const dataDir = await mkdtemp(join(tmpdir(), 'kintsugi-test-server-'));
  const server = await startEmbeddedServer({ cli, dataDir, log });
  process.env['KINTSUGI_TEST_ADDRESS'] = server.address;
  process.env['KINTSUGI_TEST_SERVER_DATA'] = dataDir;
  (globalThis as SharedServer).kintsugiTestServer = {
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Folders of tests in which nothing is run on Temporal. */
const WITHOUT_SERVER =
  /(^|\/)(unit|property|contract|integration\/(?!agent|cli|client|goal|heal|run|session|temporal)[a-z]+)\//;

function needsNoServer(patterns: readonly string[]): boolean {
  return patterns.length > 0 && patterns.every((pattern) => WITHOUT_SERVER.test(pattern));
}
