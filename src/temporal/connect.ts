import { loadClientConnectConfig } from '@temporalio/envconfig';
import { Connection } from '@temporalio/client';
import type { Config } from '../config';
import { retryInterceptors } from './closed-channel';
import { infrastructure } from '../domain/kintsugi-error';

const CONNECT_DEADLINE_MS = 5_000;

/** Address of a Temporal server, from the standard client configuration or from `kintsugi up`. */
export interface ServerAddress {
  connection: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
  namespace: string;
}

/**
 * Existing server that the standard Temporal configuration names (TEMPORAL_ADDRESS, a profile, TLS, an API key).
 * Undefined: it names none, so the embedded one is used.
 */
export function configuredServer(config: Config): ServerAddress | undefined {
  const loaded = loadConnectConfig(config);
  if (!loaded.connectionOptions.address) return undefined;
  return { connection: loaded.connectionOptions, namespace: loaded.namespace ?? 'default' };
}

function loadConnectConfig(config: Config) {
  try {
    return loadClientConnectConfig({ overrideEnvVars: { ...config.temporalEnv } });
  } catch (error) {
    throw infrastructure(
      `The Temporal client configuration cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
        'Correct TEMPORAL_* or the profile file, or unset them to use the embedded server.',
    );
  }
}

/** Connects within 5 s, or fails with a sentence that names the address. */
export async function connectTo(server: ServerAddress): Promise<Connection> {
  const { address } = server.connection;
  try {
    return await Connection.connect({
      ...server.connection,
      interceptors: retryInterceptors(),
      connectTimeout: CONNECT_DEADLINE_MS,
    });
  } catch {
    throw infrastructure(
      `No Temporal server answers at ${address ?? 'the configured address'}: start it, correct TEMPORAL_ADDRESS, or unset it to use the embedded server.`,
    );
  }
}
