import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { Config, S3Config } from '../config';
import { badInput, infrastructure } from '../domain/kintsugi-error';
import { searchAttributes } from '../messages';
import { ensureBucket, placeOf } from '../store/s3';
import { configuredServer, connectTo, type ServerAddress } from '../temporal';
import { ensureNamespace, ensureSearchAttributes } from '../temporal/embedded';
import type { Say } from './service';

const SERVER_DEADLINE_MS = 60_000;
const RETRY_MS = 500;

/**
 * Makes what workers need of a configured server and bucket, unless it is there: the namespace, its search attributes,
 * the bucket. May be run at any time, by several machines at once. `say` gets a line for each.
 */
export async function setUp(config: Config, say: Say): Promise<void> {
  const server = configuredServer(config);
  if (!server)
    throw badInput(
      'No Temporal server is configured: set TEMPORAL_ADDRESS; the embedded one needs no setup.',
    );
  const connection = await whenItAnswers(server);
  try {
    await prepareServer(connection, server.namespace, Math.ceil(config.retentionDays), say);
  } finally {
    await connection.close();
  }
  if (config.s3) await prepareBucket(config.s3, say);
}

/** A server that starts at the same time as this may need a minute. */
async function whenItAnswers(server: ServerAddress): Promise<Connection> {
  for (const startedMs = performance.now(); ; await delay(RETRY_MS)) {
    try {
      return await connectTo(server);
    } catch (error) {
      if (performance.now() - startedMs > SERVER_DEADLINE_MS) throw error;
    }
  }
}

async function prepareServer(
  connection: Connection,
  namespace: string,
  days: number,
  say: Say,
): Promise<void> {
  const made = await ensureNamespace(connection, namespace, days);
  say(`Namespace ${namespace}: ${made ? 'made' : 'there'}, keeps ended runs for at least ${days} days.`);
  const outcome = await ensureSearchAttributes(connection, namespace, Object.values(searchAttributes));
  if (!outcome.indexed) {
    throw infrastructure(
      `The search attributes of namespace ${namespace} cannot be made (${outcome.reason.replace(/\.$/, '')}): correct that and run kintsugi setup again.`,
    );
  }
  const added = outcome.added.length === 0 ? 'all there' : `made ${outcome.added.join(', ')}`;
  say(`Search attributes: ${added}.`);
}

async function prepareBucket(settings: S3Config, say: Say): Promise<void> {
  const made = await ensureBucket(settings);
  say(`${placeOf(settings).replace(/^t/, 'T')}: ${made ? 'made' : 'there'}.`);
}
