import type { Config } from '../config';
import { readOwnToken } from '../machine/own-token';
import { homePaths } from '../machine/paths';
import { KintsugiClient } from './client';
import { configuredServer, connectTo, serverOf } from '../temporal';
import { infrastructure } from '../domain/kintsugi-error';
import { refuseIfDown } from './down-mark';
import { configuredRules, startFacts } from '../run-input';
import { ensureUp, runningUp, type Say } from './service';

export interface OpenOptions {
  /**
   * `all`: keep the settings, start server and worker if they are missing, and restart them if their settings differ.
   * `embedded`: start them only if they are missing and no server is configured. `none`: a missing server is an error.
   */
  start: 'all' | 'embedded' | 'none';
  say?: Say;
}

/**
 * Restarts the embedded server and worker on their ports if they have died. Leaves a configured server alone. Throws
 * `ServiceDownError` where somebody has stopped them.
 */
export function reviver(config: Config): () => Promise<void> {
  return async () => {
    await refuseIfDown(config);
    if (!configuredServer(config)) await ensureUp(config, { say: () => undefined, restart: false });
  };
}

/** Connects to Kintsugi: the configured server, else the embedded one. */
export async function openClient(config: Config, options: OpenOptions): Promise<KintsugiClient> {
  // Checked first, so that nothing is started in vain.
  configuredRules(config);
  const say = options.say ?? (() => undefined);
  const configured = configuredServer(config);
  const starts = options.start === 'all' || (options.start === 'embedded' && !configured);
  const up = starts
    ? await ensureUp(config, { say, restart: options.start === 'all' })
    : (await runningUp(config))?.state;
  const server = serverOf(config, up);
  if (!server) {
    throw infrastructure(
      'No Temporal server is running: start one with "kintsugi up", or name your own with TEMPORAL_ADDRESS.',
    );
  }
  return new KintsugiClient(await connectTo(server), {
    namespace: server.namespace,
    ...startFacts(config, {
      hostId: await readOwnToken(homePaths(config.home).hostId),
      indexed: up?.indexed ?? true,
    }),
    gateRecords: homePaths(config.home).gates,
    proofKey: await readOwnToken(homePaths(config.home).proofKey),
    uiUrl: up?.uiUrl,
  });
}
