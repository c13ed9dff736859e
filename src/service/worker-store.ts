import { Runtime, type NativeConnection } from '@temporalio/worker';
import { readRunsOnServer } from '../temporal';
import type { Config } from '../config';
import { DEFAULT_GRACE_MS, retentionMs } from '../domain/run/retention';
import { homePaths } from '../machine/paths';
import { openStore, type OpenStore } from '../store';
import { makeRoom } from '../store/retention';
import { probeBucket, SharedStoreError } from '../store/s3';

/**
 * Opens the store of a worker: with the shared tier, if one is configured, and below its quota, by collecting runs that
 * have ended in this namespace. Rejects if the shared tier can't be used as configured.
 */
export async function openWorkerStore(
  config: Config,
  connection: NativeConnection,
  namespace: string,
): Promise<OpenStore> {
  if (config.s3) await probeBucket(config.s3).catch(warnIfPassing);
  const paths = homePaths(config.home);
  const room = async (local: OpenStore['local'], targetBytes: number): Promise<void> => {
    const server = await readRunsOnServer(connection.workflowService, namespace).catch(() => undefined);
    const rules = {
      nowMs: Date.now(),
      graceMs: DEFAULT_GRACE_MS,
      retentionMs: retentionMs(config.retentionDays),
    };
    await makeRoom(local, store.shared, targetBytes, {
      ...rules,
      server,
      foreignToo: false,
      dryRun: false,
      journals: paths.journals,
    });
  };
  const quota = config.storeQuota === undefined ? undefined : { bytes: config.storeQuota, makeRoom: room };
  const store = await openStore(paths.store, { shared: config.s3, quota });
  if (store.local.recovered !== undefined) Runtime.instance().logger.warn(store.local.recovered);
  return store;
}

/** A server that is away may be back soon; what is configured wrongly stays so. */
function warnIfPassing(error: unknown): void {
  if (!(error instanceof SharedStoreError) || !error.passing) throw error;
  Runtime.instance().logger.warn(error.message);
}
