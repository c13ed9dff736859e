/**
 * Ten heals over both workers on an upgraded database: in the middle one worker and the database are killed, and at the
 * end everything is, and started in the wrong order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { KintsugiClient } from '../../src/client';
import { beginHeals, connectTo, tallyOf, untilStatus, type Heal } from './heals';
import { WORKERS, type Topology } from './start';

const RUNS = 10;
/** Time that the other worker has alone, with the database killed in it. */
const ALONE_MS = 5_000;
/** Versions of the two schemas that older Temporals have; this one's are newer. */
const OLDER = { temporal: '1.12', temporal_visibility: '1.2' };
const FOLDERS = { temporal: 'temporal', temporal_visibility: 'visibility' };
/** Each verification takes so long, so that there is a middle to be killed in. */
const FLAGS = ['--approval', 'low', '--check', 'sleep 2'];

export interface Disturbed {
  topology: 'ok' | 'failed';
  runs: number;
  recovered: number;
  lost: number;
}

/** Starts a new topology on empty schemas of an older Temporal, which the schema job has to bring up to date. */
export async function startOnOlderDatabase({ engine }: Topology, say: (line: string) => void): Promise<void> {
  await engine.up(['database']);
  for (const database of ['temporal', 'temporal_visibility'] as const) {
    const tool = ['temporal-sql-tool', '--database', database];
    const schema = ['--schema-name', `postgresql/v12/${FOLDERS[database]}`, '--version', OLDER[database]];
    await engine.runOnce('schema', [...tool, 'create-database', '--defaultdb', 'postgres']);
    await engine.runOnce('schema', [...tool, 'setup-schema', '--version', '0.0']);
    await engine.runOnce('schema', [...tool, 'update-schema', ...schema]);
  }
  say(`The schemas are of versions ${Object.values(OLDER).join(' and ')}.`);
  await engine.up();
}

/** Kills every service at once and starts them in the wrong order, the workers first. */
async function startBackwards({ engine }: Topology, say: (line: string) => void): Promise<void> {
  const services = Object.entries(engine.project.services).flatMap(([name, { restart }]) =>
    restart ? [name] : [],
  );
  await Promise.all(services.map((name) => engine.kill(name, true)));
  const backwards = services.toSorted().reverse();
  for (const name of backwards) await engine.startAlone(name);
  await Promise.all(services.map((name) => engine.untilHealthy(name)));
  for (const job of ['schema', 'setup']) await engine.start(job);
  say(`All services were killed and started in the order ${backwards.join(', ')}; both jobs ran again.`);
}

/** Runs the heals and the kills. `lost` counts runs that did not end, or whose result and directory disagree. */
export async function healDisturbed(topology: Topology, say: (line: string) => void): Promise<Disturbed> {
  const client = await connectTo(topology);
  try {
    const heals = await beginHeals(topology, RUNS / WORKERS.length, 'heal', FLAGS);
    say(`${RUNS} runs have begun.`);
    await disturb(topology, client, heals, say);
    const { moved } = await tallyOf(client, heals);
    await startBackwards(topology, say);
    const { runs, recovered, lost } = await tallyOf(client, heals);
    say(`${moved} of ${runs} runs had effects on both workers.`);
    const good = recovered === RUNS && lost === 0 && moved > 0;
    return { topology: good ? 'ok' : 'failed', runs, recovered, lost };
  } finally {
    await client.close();
  }
}

async function disturb(
  { engine }: Topology,
  client: KintsugiClient,
  heals: readonly Heal[],
  say: (line: string) => void,
): Promise<void> {
  const last = heals.findLast(({ worker }) => worker === 'worker-1');
  if (!last) throw new Error('worker-1 has no run');
  // Its directory has been read, so that the other worker can go on with the run.
  await untilStatus(client, last, ({ phase }) => phase !== 'importing');
  await engine.kill('worker-1', true);
  say('worker-1 is killed.');
  await delay(ALONE_MS);
  await engine.kill('database');
  say('The database is killed.');
  await engine.untilHealthy('database');
  await engine.untilHealthy('temporal');
  say('Database and server answer again.');
  // worker-2 has taken over; only the directory's own worker may publish to it.
  await untilStatus(client, last, ({ phase }) => phase === 'waiting-for-host');
  say('A run of worker-1 was carried on by worker-2 up to the publishing, which waits for worker-1.');
  await engine.start('worker-1');
  say('worker-1 is back.');
}
