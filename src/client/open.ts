import type { Config } from '../config';
import { readHostId } from '../machine/host-id';
import { homePaths } from '../machine/paths';
import { KintsugiClient } from './client';
import { configuredServer, connectTo, type ServerAddress } from '../temporal';
import { infrastructure } from '../domain/kintsugi-error';
import { configuredRules } from './heavy-rules';
import { ensureUp, runningUp, type Say } from './service';

export interface OpenOptions {
  /**
   * `all`: start server and worker where they are missing, and anew where their settings differ. `embedded`: only
   * where they are missing, and leave a configured server to its own workers. `none`: a missing server is an error.
   */
  start: 'all' | 'embedded' | 'none';
  say?: Say;
}

/** Starts what has died of the embedded server and worker, on the ports it had; does nothing for a configured one. */
export function reviver(config: Config): () => Promise<void> {
  return async () => {
    if (!configuredServer(config)) await ensureUp(config, { say: () => undefined, restart: false });
  };
}

/** Connects to Kintsugi: the configured server, else the embedded one. */
export async function openClient(config: Config, options: OpenOptions): Promise<KintsugiClient> {
  // Before anything is started that would be of no use.
  const heavyFolders = configuredRules(config);
  const say = options.say ?? (() => undefined);
  const configured = configuredServer(config);
  const starts = options.start === 'all' || (options.start === 'embedded' && !configured);
  const up = starts
    ? await ensureUp(config, { say, restart: options.start === 'all' })
    : (await runningUp(config))?.state;
  const server: ServerAddress | undefined =
    configured ?? (up && { connection: { address: up.address }, namespace: up.namespace });
  if (!server) {
    throw infrastructure(
      'No Temporal server is running: start one with "kintsugi up", or set TEMPORAL_ADDRESS to use your own.',
    );
  }
  return new KintsugiClient(await connectTo(server), {
    namespace: server.namespace,
    hostId: await readHostId(homePaths(config.home).hostId),
    hostName: config.hostName,
    indexed: up?.indexed ?? true,
    uiUrl: up?.uiUrl,
    heavyFolders,
    secrets: config.secrets,
    budget: config.budget,
  });
}
