/** Ten heals over both workers. In the middle one worker and the database are killed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KintsugiClient } from '../../src/client';
import { beginHeal, connectTo, outcomeOf, untilPhase, type Heal, type Outcome } from './heals';
import { WORKERS, type Topology } from './start';

const RUNS = 10;
const PHASE_DEADLINE_MS = 3 * 60_000;
const RUN_DEADLINE_MS = 10 * 60_000;
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
    const heals = await begin(topology, say);
    await disturb(topology, client, heals, say);
    const outcomes = await Promise.all(heals.map((heal) => outcomeOf(client, heal, RUN_DEADLINE_MS)));
    const count = (pick: (outcome: Outcome) => boolean): number => outcomes.filter(pick).length;
    say(`${count(({ workers }) => workers.length > 1)} of ${RUNS} runs had steps on both workers.`);
    const [recovered, lost] = [count((outcome) => outcome.recovered), count((outcome) => outcome.lost)];
    return { topology: recovered === RUNS && lost === 0 ? 'ok' : 'failed', runs: RUNS, recovered, lost };
  } finally {
    await client.close();
  }
}

async function begin(topology: Topology, say: (line: string) => void): Promise<Heal[]> {
  const each = RUNS / WORKERS.length;
  const begun = await Promise.all(
    WORKERS.map(async (worker) => {
      const heals: Heal[] = [];
      for (let index = 0; index < each; index += 1)
        heals.push(await beginHeal(topology, worker, `heal-${index}`, FLAGS));
      return heals;
    }),
  );
  say(`${RUNS} runs have begun, ${each} of each worker's directories.`);
  return begun.flat();
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
  await untilPhase(client, last.id, 'baseline', PHASE_DEADLINE_MS);
  await engine.kill('worker-1', true);
  say('worker-1 is killed.');
  await delay(ALONE_MS);
  await engine.kill('database');
  say('The database is killed.');
  await engine.untilHealthy('database');
  await engine.untilHealthy('temporal');
  say('Database and server answer again.');
  // worker-2 has taken over; only the directory's own worker may publish to it.
  await untilPhase(client, last.id, 'waiting-for-host', PHASE_DEADLINE_MS);
  say('A run of worker-1 was carried on by worker-2 up to the publishing, which waits for worker-1.');
  await engine.start('worker-1');
  say('worker-1 is back.');
}
