import type { LocalTier } from '../local-tier';
import { HashedBlob } from '../hash';
import { Pace } from '../pace';
import type { PackFile } from '../packs/pack-files';

/** Packs of which less is in use are written anew: usually, and where room is needed. */
const WORTH_KEEPING = 0.75;
const WORTH_KEEPING_IN_NEED = 0.97;

export interface TidyRules {
  /** Packs younger than this (ms since 1970) are left alone: their places may still be on their way. */
  cutoffMs: number;
  /** The store is about to be full. */
  isInNeed?: boolean;
  signal?: AbortSignal;
}

/**
 * Frees the room of blobs that were removed from packs: what is still in use of a pack that is used little is stored
 * anew, and its file removed. A pack with which that cannot be done stays as it is.
 */
export async function tidyPacks(tier: LocalTier, { cutoffMs, isInNeed, signal }: TidyRules): Promise<void> {
  const old = (await tier.packs.list()).filter(({ mtimeMs }) => mtimeMs < cutoffMs);
  if (old.length === 0) return;
  const used = await usedBytes(tier, signal);
  const usedOf = ({ name }: PackFile): number => used.get(name) ?? 0;
  // What is used least goes first: that makes room for the rest.
  const wasteful = old
    .filter((pack) => usedOf(pack) < pack.size * (isInNeed ? WORTH_KEEPING_IN_NEED : WORTH_KEEPING))
    .sort((a, b) => usedOf(a) - usedOf(b));
  if (wasteful.length === 0) return;
  const keys = await keysIn(tier, wasteful, signal);
  for (const { name } of wasteful) {
    signal?.throwIfAborted();
    await rewrite(tier, name, keys.get(name) ?? [], new Pace(signal)).catch(() => signal?.throwIfAborted());
  }
}

async function usedBytes(tier: LocalTier, signal?: AbortSignal): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  const pace = new Pace(signal);
  for (const key of tier.small.packedKeys()) {
    const place = tier.small.place(key);
    if (place) used.set(place.pack, (used.get(place.pack) ?? 0) + place.length);
    if (pace.due) await pace.rest();
  }
  return used;
}

async function keysIn(
  tier: LocalTier,
  packs: readonly PackFile[],
  signal?: AbortSignal,
): Promise<Map<string, Buffer[]>> {
  const keys = new Map<string, Buffer[]>(packs.map(({ name }) => [name, []]));
  const pace = new Pace(signal);
  for (const key of tier.small.packedKeys()) {
    keys.get(tier.small.place(key)?.pack ?? '')?.push(key);
    if (pace.due) await pace.rest();
  }
  return keys;
}

/** Only when the blobs are durable in their new places does the file go. */
async function rewrite(tier: LocalTier, pack: string, keys: readonly Buffer[], pace: Pace): Promise<void> {
  const blobs: HashedBlob[] = [];
  const offsetOf = (key: Buffer): number => tier.small.place(key)?.offset ?? 0;
  for (const key of keys.toSorted((a, b) => offsetOf(a) - offsetOf(b))) {
    if (pace.due) await pace.rest();
    const bytes = tier.small.get(key);
    const blob = bytes && new HashedBlob(bytes);
    // What is damaged is set aside by being read as a blob.
    if (blob?.hash === key.toString('hex')) blobs.push(blob);
    else await tier.blobs.get(key.toString('hex')).catch(() => undefined);
  }
  await tier.small.move(blobs, pack);
  tier.packs.remove(pack);
}
