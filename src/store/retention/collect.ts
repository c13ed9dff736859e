import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobHash } from '../../domain/ids';
import { underOwnerLock } from '../../machine/owner-lock';
import type { LocalTier } from '../local';
import type { OpenStore } from '../open-store';
import type { SharedTier } from '../s3/shared-tier';
import { readerOf, Collection, type Candidate } from './collection';
import { CollectRefusedError, Marker } from './marker';
import type { CollectReport, CollectRules, RunWithVerdict } from './plan';
import { splitHashes } from '../hash';
import type { Listed } from '../s3/bucket';
import { BLOBS, freshName, LEASES, looseHash, PACKS, packCount, PROBES, SWEEPS } from '../s3/names';
import { Pace } from '../../machine/pace';

interface LocalRules extends CollectRules {
  /** Keeps the newest of the runs that may go, as long as what is kept has no more bytes than this. */
  spareBytes?: number;
  /** True if this tier is a cache of a shared one. */
  isCache?: boolean;
  /** True if a blob that is named may go nevertheless, since the shared tier has it. */
  isSpare?(hash: BlobHash): boolean;
}

/** Blobs removed in one transaction: others wait for it, some 10 ms. */
const AT_ONCE = 500;

interface LocalCandidate extends Candidate {
  hash: BlobHash;
}

/** Collects a machine's own tier. Whoever calls sees to it that no other collection of this tier runs. */
export class LocalCollection extends Collection<LocalCandidate> {
  private readonly cutoffMs: number;
  private written = -1;

  constructor(
    private readonly local: LocalTier,
    protected override readonly rules: LocalRules,
  ) {
    super('local', local.refs, rules, readerOf(local));
    this.cutoffMs = rules.nowMs - rules.graceMs;
  }

  protected async begin(): Promise<number> {
    const { database, leases } = this.local;
    if (!this.rules.dryRun) await database.write([() => leases.removeBefore(this.cutoffMs)]);
    return this.rules.nowMs;
  }

  protected async lookAgain(): Promise<void> {
    this.readLeases();
    // Read first: what is written meanwhile shows at the next look.
    this.written = this.local.database.count('refs');
    await this.markNews();
    // A cache need not hold every folder of a tree that it holds files of.
    if (!this.rules.force && !this.rules.isCache) this.marker.refuseLost();
  }

  private readLeases(): void {
    this.local.leases.addSince(this.cutoffMs, this.seenLeases, this.leased);
  }

  protected override async spare(runs: readonly RunWithVerdict[]): Promise<void> {
    const { spareBytes } = this.rules;
    if (spareBytes === undefined) return;
    for (const { run } of runs) {
      if (!this.collected.has(run)) continue;
      const texts = (await this.refs.list(run)).map(({ value }) => value);
      if (this.marker.bytes + (await this.marker.bytesMoreFor(texts)) > spareBytes) return;
      this.collected.delete(run);
      await this.markNews();
    }
  }

  protected override mayGo(candidate: LocalCandidate): boolean {
    if (super.mayGo(candidate)) return true;
    return !this.leased.has(candidate.hash) && (this.rules.isSpare?.(candidate.hash) ?? false);
  }

  protected async candidates(): Promise<LocalCandidate[]> {
    const found: LocalCandidate[] = [];
    for await (const { hash, size } of this.local.list(this.rules.signal)) {
      const candidate = { hash, hashes: [hash], size };
      if (this.mayGo(candidate)) found.push(candidate);
    }
    return found;
  }

  protected async sweep(candidates: readonly LocalCandidate[]): Promise<LocalCandidate[]> {
    const pace = new Pace(this.rules.signal);
    const { database } = this.local;
    // Files go before the transaction that says so is on disk: from here on no record is believed, whenever this process ends.
    if (candidates.length > 0) await database.write([() => database.countUp('sweeps')]);
    const gone: LocalCandidate[] = [];
    for (let at = 0; at < candidates.length;) {
      const removed = await this.remove(candidates.slice(at, at + AT_ONCE));
      if (pace.due) await pace.rest();
      if (removed) at += AT_ONCE;
      else await this.lookAgain();
      gone.push(...(removed ?? []));
    }
    return gone;
  }

  /** Removes what may go of some blobs; undefined where a reference was written since the last look, and nothing is removed. */
  private remove(some: readonly LocalCandidate[]): Promise<readonly LocalCandidate[] | undefined> {
    const { database, blobs } = this.local;
    // Leases and references of others cannot change within a transaction.
    return database.transaction(() => {
      if (database.count('refs') !== this.written) return undefined;
      this.readLeases();
      const going = some.filter((candidate) => this.mayGo(candidate));
      for (const { hash } of going) blobs.remove(hash);
      database.countUp('sweeps');
      return going;
    });
  }
}

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
