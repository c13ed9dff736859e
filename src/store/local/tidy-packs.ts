import type { LocalParts } from './parts';
import { hashAt, HashedBlob } from '../hash';
import { Pace } from '../../machine/pace';
import type { PackFile, Place } from './packs/pack-files';

/** Packs of which less is in use are written anew: usually, and where room is needed. */
const WORTH_KEEPING = 0.75;
const WORTH_KEEPING_IN_NEED = 0.97;

/** A blob in a pack. */
interface Packed {
  key: Buffer;
  place: Place;
}

type Tidied = Pick<LocalParts, 'packs' | 'small' | 'blobs'>;

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
export async function tidyPacks(tier: Tidied, { cutoffMs, isInNeed, signal }: TidyRules): Promise<void> {
  const old = (await tier.packs.list()).filter(({ mtimeMs }) => mtimeMs < cutoffMs);
  if (old.length === 0) return;
  const used = await usedBytes(tier, signal);
  const usedOf = ({ name }: PackFile): number => used.get(name) ?? 0;
  // What is used least goes first: that makes room for the rest.
  const wasteful = old
    .filter((pack) => usedOf(pack) < pack.size * (isInNeed ? WORTH_KEEPING_IN_NEED : WORTH_KEEPING))
    .sort((a, b) => usedOf(a) - usedOf(b));
  if (wasteful.length === 0) return;
  const packed = await blobsIn(tier, wasteful, signal);
  for (const { name } of wasteful) {
    signal?.throwIfAborted();
    await rewrite(tier, name, packed.get(name) ?? [], signal).catch(() => signal?.throwIfAborted());
  }
}

async function usedBytes(tier: Tidied, signal?: AbortSignal): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  await eachPacked(tier, signal, ({ place }) =>
    used.set(place.pack, (used.get(place.pack) ?? 0) + place.length),
  );
  return used;
}

async function blobsIn(
  tier: Tidied,
  packs: readonly PackFile[],
  signal?: AbortSignal,
): Promise<Map<string, Packed[]>> {
  const found = new Map<string, Packed[]>(packs.map(({ name }) => [name, []]));
  await eachPacked(tier, signal, (packed) => found.get(packed.place.pack)?.push(packed));
  return found;
}

async function eachPacked(
  tier: Tidied,
  signal: AbortSignal | undefined,
  act: (packed: Packed) => unknown,
): Promise<void> {
  const pace = new Pace(signal);
  for (const packed of tier.small.packed()) {
    act(packed);
    if (pace.due) await pace.rest();
  }
}

/** Only when the blobs are durable in their new places does the file go. */
async function rewrite(
  tier: Tidied,
  pack: string,
  packed: readonly Packed[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const blobs: HashedBlob[] = [];
  const pace = new Pace(signal);
  for (const { key } of packed.toSorted((a, b) => a.place.offset - b.place.offset)) {
    if (pace.due) await pace.rest();
    const bytes = tier.small.get(key);
    const blob = bytes && new HashedBlob(bytes);
    // What is damaged is set aside by being read as a blob.
    if (blob?.hash === hashAt(key, 0)) blobs.push(blob);
    else await tier.blobs.get(hashAt(key, 0)).catch(() => undefined);
  }
  await tier.small.move(blobs, pack);
  tier.packs.remove(pack);
}
