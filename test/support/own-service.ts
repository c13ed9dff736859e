import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config';
import { locateTemporalCli } from '../../src/temporal/embedded/index';

/** A fresh home, and the environment of commands that start a service with a server of its own in it. */
export async function ownService(name: string, children: number) {
  const { temporalCli, cache, path } = loadConfig();
  const cli = await locateTemporalCli({ override: temporalCli, cacheDir: cache, path });
  const home = await mkdtemp(join(tmpdir(), `kintsugi-${name}-`));
  const env = {
    PATH: path,
    HOME: home,
    KINTSUGI_HOME: join(home, 'data'),
    KINTSUGI_TEMPORAL_CLI: cli ?? '',
    KINTSUGI_SANDBOX_CHILDREN: String(children),
  };
  return { home, env };
}
