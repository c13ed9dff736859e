/** Ten heals over both workers. In the middle one worker and the database are killed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KintsugiClient } from '../../src/client';
import { beginHeals, connectTo, tallyOf, untilStatus, type Heal } from './heals';
import { WORKERS, type Topology } from './start';

const RUNS = 10;
/** Time that the other worker has alone, with the database killed in it. */
const ALONE_MS = 5_000;
/** Each verification takes so long, so that there is a middle to be killed in. */
const FLAGS = ['--approval', 'low', '--check', 'sleep 2'];

export interface Disturbed {
  topology: 'ok' | 'failed';
  runs: number;
  recovered: number;
  lost: number;
}

/** Runs the heals and the kills. `lost` counts runs that did not end, or whose result and directory disagree. */
export async function healDisturbed(topology: Topology, say: (line: string) => void): Promise<Disturbed> {
  const client = await connectTo(topology);
  try {
    const heals = await beginHeals(topology, RUNS / WORKERS.length, 'heal', FLAGS);
    say(`${RUNS} runs have begun.`);
    await disturb(topology, client, heals, say);
    const { runs, recovered, lost, moved } = await tallyOf(client, heals);
    say(`${moved} of ${runs} runs had steps on both workers.`);
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
