import { join } from 'node:path';
import { type HashedBlob, joinHashes, keyOf } from '../hash';
import { salvage } from '../damage/salvage';
import type { DamageNote, SetAside } from '../damage/set-aside';
import type { LocalParts } from './parts';

const BATCH = 500;

type Refilled = Pick<LocalParts, 'blobs' | 'refs' | 'small' | 'packs' | 'files' | 'leases'>;

/**
 * Fills a new database with what can be had: places of blobs in packs, which say themselves what they hold, and what is found
 * in the damaged database. All of it is leased, since nobody knows any more what was about to be named.
 */
export async function refill(tier: Refilled, aside: SetAside, nowMs = Date.now()): Promise<DamageNote> {
  const packs = await placesFromPacks(tier);
  const found = aside.folder === undefined ? { blobs: 0, refs: 0 } : await fromDatabase(tier, aside.folder);
  let files = 0;
  for await (const { hash } of tier.files.list()) {
    await tier.leases.note(keyOf(hash));
    files += 1;
  }
  await tier.small.flushed;
  return { at: new Date(nowMs).toISOString(), problem: aside.problem, ...found, ...packs, files };
}

async function placesFromPacks({
  packs,
  small,
  leases,
}: Refilled): Promise<{ packed: number; unreadablePacks: number }> {
  const counts = { packed: 0, unreadablePacks: 0 };
  for (const { name, size } of await packs.list()) {
    const held = packs.contents(name)?.filter(({ offset, length }) => offset + length <= size);
    if (!held) {
      counts.unreadablePacks += 1;
      continue;
    }
    await small.putPlaces(name, held);
    await leases.note(joinHashes(held.map(({ hash }) => hash)));
    counts.packed += held.length;
  }
  return counts;
}

async function fromDatabase(tier: Refilled, folder: string): Promise<{ blobs: number; refs: number }> {
  const blobs = new Map<string, HashedBlob>();
  let [kept, refs] = [0, 0];
  const keep = async (): Promise<void> => {
    await tier.blobs.putHashed([...blobs.values()]);
    kept += blobs.size;
    blobs.clear();
  };
  for await (const found of salvage(join(folder, 'data.mdb'))) {
    if (found.blob) {
      if (!tier.small.has(keyOf(found.blob.hash))) blobs.set(found.blob.hash, found.blob);
      if (blobs.size >= BATCH) await keep();
    } else if (await tier.refs.restore(found.ref.key, found.ref.value)) refs += 1;
  }
  await keep();
  return { blobs: kept, refs };
}
