import type { Config } from '../config';
import { readOwnToken } from '../machine/own-token';
import { homePaths } from '../machine/paths';
import { hostTaskQueue } from '../messages';
import { configuredServer, connectTo, hasPollers } from '../temporal';
import { runningUp } from './service';

/** State of this data folder's worker, and a sentence on it. */
export interface Readiness {
  ready: boolean;
  sentence: string;
}

/** Says if the worker of this data folder runs and asks the server for work. Starts nothing. */
export async function readiness(config: Config): Promise<Readiness> {
  const { state } = (await runningUp(config)) ?? {};
  if (!state)
    return { ready: false, sentence: 'No worker serves this data folder: start it with kintsugi up.' };
  const server = configuredServer(config) ?? {
    connection: { address: state.address },
    namespace: state.namespace,
  };
  const queue = hostTaskQueue(await readOwnToken(homePaths(config.home).hostId));
  try {
    const connection = await connectTo(server);
    // The queue of a machine has no workflows.
    const polls = await hasPollers(connection, server.namespace, queue, 'activity').finally(() =>
      connection.close(),
    );
    const sentence = `Process ${state.pid} ${polls ? 'serves' : 'does not ask for'} work of ${queue}.`;
    return { ready: polls, sentence };
  } catch (error) {
    return { ready: false, sentence: error instanceof Error ? error.message : String(error) };
  }
}
