import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobHash } from '../../domain/ids';
import { underOwnerLock } from '../../machine/owner-lock';
import type { LocalTier } from '../local';
import type { OpenStore } from '../open-store';
import type { SharedTier } from '../s3/shared-tier';
import { LocalCollection } from './collect-local';
import { readerOf, Collection, type Candidate } from './collection';
import { CollectRefusedError, Marker } from './marker';
import type { CollectReport, CollectRules } from './plan';
import { splitHashes } from '../hash';
import type { Listed } from '../s3/bucket';
import { BLOBS, freshName, LEASES, looseHash, PACKS, packCount, PROBES, SWEEPS } from '../s3/names';

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

/** How long notices of sweeps stay: a machine that was away for longer has nothing fresh in its index. */
const NOTICE_MS = 90 * 24 * 3_600_000;

/** An object that may go. */
type SharedCandidate = Candidate & Listed;

/**
 * Collects the bucket: packs as a whole, other blobs one by one. Several machines may collect and others write at the same
 * time.
 */
export class SharedCollection extends Collection<SharedCandidate> {
  private nowMs = 0;
  private readonly oldLeases = new Set<string>();

  constructor(
    local: LocalTier,
    private readonly shared: SharedTier,
    rules: CollectRules,
  ) {
    super('shared', shared.refs, rules, readerOf(local, shared));
  }

  /** All times here are the server's, since it dates the objects. */
  protected async begin(): Promise<number> {
    const { bucket, blobs } = this.shared;
    const key = PROBES + freshName();
    await bucket.put(key, Buffer.alloc(0));
    this.nowMs = Date.now();
    for await (const found of bucket.list(key)) this.nowMs = found.modifiedMs;
    await bucket.remove([key]);
    await blobs.refresh(true);
    return this.nowMs;
  }

  protected async lookAgain(): Promise<void> {
    for await (const { key, modifiedMs } of this.shared.bucket.list(LEASES)) {
      if (this.isOld(modifiedMs)) this.oldLeases.add(key);
      else if (!this.seenLeases.has(key)) {
        this.seenLeases.add(key);
        const hashes = (await this.shared.bucket.get(key)) ?? Buffer.alloc(0);
        for (const hash of splitHashes(hashes)) this.leased.add(hash);
      }
    }
    await this.markNews();
    if (!this.rules.force) this.marker.refuseLost();
  }

  protected async candidates(): Promise<SharedCandidate[]> {
    const { bucket, index } = this.shared;
    const found: SharedCandidate[] = [];
    for await (const listed of bucket.list(PACKS)) {
      // Of a pack that the index could not read nobody knows what it holds.
      const hashes = index.blobsIn(listed.key).map(({ hash }) => hash);
      if (hashes.length > 0 && hashes.length === packCount(listed.key)) found.push({ ...listed, hashes });
    }
    for await (const listed of bucket.list(BLOBS)) {
      const hash = looseHash(listed.key);
      if (hash !== undefined) found.push({ ...listed, hashes: [hash] });
    }
    return found.filter(({ modifiedMs }) => this.isOld(modifiedMs));
  }

  /** Says what goes, looks once more who needs it, and removes the rest. */
  protected async sweep(condemned: readonly SharedCandidate[]): Promise<SharedCandidate[]> {
    const { bucket, index, leases } = this.shared;
    if (condemned.length > 0) {
      await leases.announce({ version: 2, keys: condemned.map(({ key }) => key) });
      await this.lookAgain();
    }
    const going = condemned.filter((candidate) => this.mayGo(candidate));
    const gone = going.map(({ key }) => key);
    await bucket.remove(gone);
    await index.remove(gone);
    await bucket.remove([...this.oldLeases, ...(await this.oldNotices())]);
    return going;
  }

  private isOld(modifiedMs: number): boolean {
    return modifiedMs < this.nowMs - this.rules.graceMs;
  }

  private async oldNotices(): Promise<string[]> {
    const old: string[] = [];
    for await (const { key, modifiedMs } of this.shared.bucket.list(SWEEPS))
      if (modifiedMs < this.nowMs - NOTICE_MS) old.push(key);
    return old;
  }
}
