import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobHash } from '../../domain/ids';
import { underOwnerLock } from '../../machine/owner-lock';
import type { LocalTier } from '../local';
import type { OpenStore } from '../open-store';
import type { SharedTier } from '../s3/shared-tier';
import { LocalCollection } from './collect-local';
import { SharedCollection } from './collect-shared';
import { readerOf } from './collection';
import { CollectRefusedError, Marker } from './marker';
import type { CollectReport, CollectRules } from './plan';

/** A collection with a shorter grace could take what an activity has put and not named yet. */
const SHORTEST_GRACE_MS = 60 * 60_000;
/** A put that needs room waits so long for a collection of another process, which makes room too. */
const ROOM_WAIT_MS = 60_000;

export interface CollectRequest extends CollectRules {
  /** Folder of the journals of publishes: what they name is needed to finish or undo them. */
  journals: string;
}

/** Collects both tiers of a store. Rejects with `CollectRefusedError` where the grace is too short, or another collects. */
export async function collectGarbage(store: OpenStore, request: CollectRequest): Promise<CollectReport[]> {
  if (request.graceMs < SHORTEST_GRACE_MS)
    throw new CollectRefusedError(
      'A grace below 1 hour could take what a run has stored and not named yet: use 1h or more.',
    );
  return locked(store.local, 0, async () => {
    const alsoKept = await readJournals(request.journals);
    const isCache = store.shared !== undefined;
    const rules = { ...request, alsoKept };
    const reports = [await new LocalCollection(store.local, { ...rules, isCache }).run()];
    if (store.shared) reports.push(await new SharedCollection(store.local, store.shared, rules).run());
    return reports;
  });
}

/**
 * Makes room in a machine's own tier: what may go goes, but of the runs that may, the newest stay as long as they fit.
 * Where there is a shared tier, copies of what it has go too.
 */
export async function makeRoom(
  local: LocalTier,
  shared: SharedTier | undefined,
  targetBytes: number,
  request: CollectRequest,
): Promise<void> {
  await locked(local, ROOM_WAIT_MS, async () => {
    const alsoKept = await readJournals(request.journals);
    const isSpare = shared && (await spareCopies(local, shared, alsoKept));
    const isCache = shared !== undefined;
    const rules = { ...request, alsoKept, isCache, isSpare, spareBytes: targetBytes };
    await new LocalCollection(local, rules).run();
  });
}

/** Tells which blobs the shared tier surely has and no run of this machine alone needs. */
async function spareCopies(
  local: LocalTier,
  shared: SharedTier,
  alsoKept: readonly string[],
): Promise<(hash: BlobHash) => boolean> {
  const theirs = new Set((await shared.refs.runs()).map(({ run }) => run));
  const own = new Marker(readerOf(local));
  for (const { run } of await local.refs.runs()) {
    // Of a time when there was no shared tier.
    if (!theirs.has(run)) for (const { value } of await local.refs.list(run)) await own.markText(value);
  }
  for (const text of alsoKept) await own.markText(text);
  await shared.leases.readNotices();
  return (hash) => shared.blobs.isSure(hash) && !own.marked.has(hash);
}

/** One collection of a tier at a time; waits that long for another. */
function locked<T>(local: LocalTier, waitMs: number, act: () => Promise<T>): Promise<T> {
  const refuse = (pid: number): Error =>
    new CollectRefusedError(`Process ${pid} is collecting already: wait until it is done.`);
  return underOwnerLock(join(local.folder, 'gc.lock'), { role: 'gc', waitMs, refuse }, act);
}

async function readJournals(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const texts = (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    // It is gone where its publish has just ended.
    .map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
  return Promise.all(texts);
}
