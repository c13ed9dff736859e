import { HashedBlob } from '../hash';
import type { BlobHash } from '../../domain/ids';
import { withSignal, unlessAborted } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import type { BulkBlobStore } from '../types';
import type { Bucket } from './bucket';
import { packCount, packKey, PACKS, timeText } from './names';
import { decodePackIndex, encodePack } from '../pack';
import { headBytes, type SharedIndex } from './shared-index';

const LISTED_FACT = 'packs listed';
/** How far the clocks of machines may differ before a new pack is seen only by a listing of all. */
const SKEW_MS = 60 * 60_000;
const HEADS_AT_ONCE = 8;

export type Found = 'found' | 'damaged' | 'absent';

/** Packs in the bucket. They are read as a whole: whoever needs a file of a capture needs its neighbours too. */
export class SharedPacks {
  private readonly reading = new Map<string, Promise<Set<BlobHash> | undefined>>();
  private readonly listing = new Map<boolean, Promise<void>>();

  constructor(
    private readonly bucket: Bucket,
    private readonly index: SharedIndex,
    /** Where blobs are kept that were read. */
    private readonly local: BulkBlobStore,
  ) {}

  /** Writes blobs, each of them once, as one object. */
  async put(blobs: readonly HashedBlob[]): Promise<void> {
    const key = packKey(blobs.length);
    const pack = encodePack(blobs);
    await this.bucket.put(key, pack);
    await this.index.addPack(key, pack.subarray(0, headBytes(key)), true);
  }

  /** Keeps all blobs of a pack in the local tier; says what became of one of them, if one is asked for. */
  async fetch(key: string, hash?: BlobHash): Promise<Found> {
    const damaged = await this.once(this.reading, key, () => this.read(key));
    if (!damaged) return 'absent';
    return hash !== undefined && damaged.has(hash) ? 'damaged' : 'found';
  }

  /** Undefined where the pack is gone, else the hashes of blobs in it that are damaged. */
  private async read(key: string): Promise<Set<BlobHash> | undefined> {
    const bytes = await this.bucket.get(key);
    if (!bytes) {
      await this.index.removePack(key);
      return undefined;
    }
    const damaged = new Set<BlobHash>();
    const whole: HashedBlob[] = [];
    // A damaged head may name anything; what the index knows was in it is what it should hold.
    for (const { hash, offset, length } of decodePackIndex(bytes, packCount(key) ?? -1) ?? []) {
      const blob = new HashedBlob(bytes.subarray(offset, offset + length));
      if (blob.hash === hash) whole.push(blob);
      else damaged.add(hash);
    }
    const held = new Set(whole.map((blob) => blob.hash));
    for (const { hash } of this.index.blobsIn(key)) if (!held.has(hash)) damaged.add(hash);
    await this.local.putHashed(whole);
    return damaged;
  }

  /** Learns of packs that were written since the last look; with `all`, of all, and which are gone. */
  refresh(all = false): Promise<void> {
    return this.once(this.listing, all, () => this.list(all));
  }

  /** Looks unless somebody has just looked. */
  async refreshIfOlder(ms: number): Promise<void> {
    if (Date.now() - (this.index.fact(LISTED_FACT) ?? 0) > ms) await this.refresh();
  }

  private async list(all: boolean): Promise<void> {
    const startedMs = Date.now();
    const since = this.index.fact(LISTED_FACT);
    const complete = all || since === undefined;
    const after = complete ? undefined : PACKS + timeText(since - SKEW_MS);
    const present = new Set<string>();
    for await (const { key } of this.bucket.list(PACKS, after))
      if (packCount(key) !== undefined) present.add(key);
    const fresh = [...present].filter((key) => !this.index.hasPack(key));
    await forEachOf(fresh, HEADS_AT_ONCE, async (key) => {
      const head = await this.bucket.get(key, { from: 0, length: headBytes(key) });
      if (head) await this.index.addPack(key, head, false);
    });
    if (complete)
      for (const key of this.index.packKeys()) if (!present.has(key)) await this.gone(key, startedMs);
    await this.index.setFact(LISTED_FACT, startedMs);
  }

  /** Not listed: removed, or written while the listing went on. */
  private async gone(key: string, listedMs: number): Promise<void> {
    if (key < PACKS + timeText(listedMs - SKEW_MS)) await this.index.removePack(key);
  }

  /** Of calls at the same time one does the work, and none of them can abort it for the others. */
  private once<K, T>(running: Map<K, Promise<T>>, key: K, run: () => Promise<T>): Promise<T> {
    const standing = running.get(key);
    if (standing) return unlessAborted(standing);
    const started = withSignal(undefined, run).finally(() => running.delete(key));
    started.catch(() => undefined);
    running.set(key, started);
    return unlessAborted(started);
  }
}
