/** Saves a topology while runs go on, ends it as a lost machine would end, and lets the runs go on in another one. */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { KintsugiClient } from '../../src/client';
import { restore, save } from './backup';
import { beginHeals, connectTo, tallyOf, untilStatus, type Heal } from './heals';
import { prepareTopology, WORKERS, type Topology } from './start';

/** Of each worker: as many runs that work during the backup, and as many that wait for an approval. */
const EACH = 2;

export interface Restored {
  topology: 'ok' | 'failed';
  runs: number;
  recovered: number;
  lost: number;
}

/** The new topology is in the folder `restored` of the old one. The old one is ended, the new one goes to `onStart`. */
export async function healRestored(
  old: Topology,
  onStart: (topology: Topology) => void,
  say: (line: string) => void,
): Promise<Restored> {
  const heals = await saveAmidst(old, say);
  for (const name of [...WORKERS, 'temporal', 'database', 's3']) await old.engine.kill(name, true);
  await old.engine.down();
  say('The topology is gone.');
  const topology = await anew(old, say);
  onStart(topology);
  await restore(topology, path.join(old.engine.folder, 'backup'));
  await topology.engine.up();
  say('Another one has its data.');
  const client = await connectTo(topology);
  try {
    for (const heal of heals.waiting) await approve(client, heal);
    // The new topology also takes new work.
    const later = await beginHeals(topology, 1, 'later', ['--approval', 'low']);
    const { runs, recovered, lost } = await tallyOf(client, [...heals.waiting, ...heals.working, ...later]);
    return { topology: recovered === runs && lost === 0 ? 'ok' : 'failed', runs, recovered, lost };
  } finally {
    await client.close();
  }
}

/** Makes a backup between runs that wait and runs that work. */
async function saveAmidst(
  topology: Topology,
  say: (line: string) => void,
): Promise<{ waiting: Heal[]; working: Heal[] }> {
  const client = await connectTo(topology);
  try {
    const waiting = await beginHeals(topology, EACH, 'waiting', []);
    for (const heal of waiting) await untilStatus(client, heal, ({ pending }) => pending !== undefined);
    const working = await beginHeals(topology, EACH, 'working', ['--approval', 'low', '--check', 'sleep 3']);
    for (const heal of working) await untilStatus(client, heal, ({ phase }) => phase !== 'importing');
    say(`${waiting.length} runs wait for an approval, ${working.length} work.`);
    await save(topology, path.join(topology.engine.folder, 'backup'));
    const ended = await Promise.all(working.map(({ id }) => client.run(id).execution()));
    const open = ended.filter((status) => status === 'RUNNING').length;
    if (open === 0) throw new Error('All runs ended before the backup did, so it was not made amidst them.');
    say(`Database and bucket are saved; ${open} runs work on.`);
    return { waiting, working };
  } finally {
    await client.close();
  }
}

/** The same secrets and folders of projects: both belong to a backup. */
async function anew(old: Topology, say: (line: string) => void): Promise<Topology> {
  const folder = path.join(old.engine.folder, 'restored');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  cpSync(path.join(old.engine.folder, '.env'), path.join(folder, '.env'));
  return prepareTopology({ folder, say });
}

async function approve(client: KintsugiClient, heal: Heal): Promise<void> {
  const { pending } = await untilStatus(client, heal, (status) => status.pending !== undefined);
  await client.run(heal.id).answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
}
