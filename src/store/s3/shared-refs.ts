import { z } from 'zod';
import type { EffectKey } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import { byEffect, checkRef, refFolder, refObject, REFS, refRun, refEffect } from '../ref-names';
import type { RefStore, SeenRun } from '../types';
import type { Bucket } from './bucket';

/** Names in the bucket may be cut, so an object says itself what it is. */
const StoredRef = z.object({ version: z.literal(1), run: z.string(), effect: z.string(), value: z.string() });
type StoredRef = z.infer<typeof StoredRef>;

const READS_AT_ONCE = 16;
const NEWS_AT_ONCE = 256;

/**
 * References in the bucket, which all machines agree on, and copies in the local tier of those that this machine
 * wrote. A reference never changes, so a copy is as good.
 */
export class SharedRefs implements RefStore {
  constructor(
    private readonly bucket: Bucket,
    private readonly local: RefStore,
  ) {}

  async get(key: EffectKey): Promise<string | undefined> {
    const known = await this.local.get(key);
    if (known !== undefined) return known;
    return (await this.read(refObject(key)))?.value;
  }

  async putOnce(key: EffectKey, value: string): Promise<string> {
    currentSignal()?.throwIfAborted();
    checkRef(key, value);
    const stored: StoredRef = { version: 1, ...key, value };
    for (;;) {
      if (await this.bucket.putNew(refObject(key), Buffer.from(JSON.stringify(stored)))) break;
      const standing = await this.read(refObject(key));
      // Undefined where its run was collected between the two requests.
      if (standing) return this.local.putOnce(key, standing.value);
    }
    return this.local.putOnce(key, value);
  }

  async list(run: string): Promise<{ effect: string; value: string }[]> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list(refFolder(run))) keys.push(key);
    const rows = await this.readAll(keys);
    return rows.map(({ effect, value }) => ({ effect, value })).sort(byEffect);
  }

  async runs(): Promise<SeenRun[]> {
    const seen = new Map<string, { key: string; seenMs: number }>();
    for await (const { key, modifiedMs } of this.bucket.list(REFS)) {
      const folder = key.slice(0, key.lastIndexOf('/'));
      const before = seen.get(folder)?.seenMs ?? 0;
      seen.set(folder, { key, seenMs: Math.max(before, modifiedMs) });
    }
    const found: SeenRun[] = [];
    for (const { key, seenMs } of seen.values()) {
      const run = refRun(key) ?? (await this.read(key))?.run;
      if (run !== undefined) found.push({ run, seenMs });
    }
    return found;
  }

  async removeRun(run: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list(refFolder(run))) keys.push(key);
    await this.bucket.remove(keys);
    await this.local.removeRun(run);
  }

  /** Values of all references whose names in the bucket are not among `known`, which they are added to. */
  async *news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    let keys: string[] = [];
    for await (const { key } of this.bucket.list(REFS)) {
      if (known.has(key) || leaveOut.has(refRun(key) ?? '')) continue;
      known.add(key);
      if (keys.push(key) < NEWS_AT_ONCE) continue;
      yield* this.valuesOf(keys, leaveOut);
      keys = [];
    }
    yield* this.valuesOf(keys, leaveOut);
  }

  private async *valuesOf(keys: readonly string[], leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    for (const { run, value } of await this.readAll(keys)) if (!leaveOut.has(run)) yield value;
  }

  private async readAll(keys: readonly string[]): Promise<Omit<StoredRef, 'version'>[]> {
    const rows: Omit<StoredRef, 'version'>[] = [];
    await forEachOf(keys, READS_AT_ONCE, async (key) => {
      const row = (await this.cached(key)) ?? (await this.read(key));
      if (row) rows.push(row);
    });
    return rows;
  }

  /** From the local tier, where the object's name tells which reference it is. */
  private async cached(key: string): Promise<Omit<StoredRef, 'version'> | undefined> {
    const [run, effect] = [refRun(key), refEffect(key)];
    if (run === undefined || effect === undefined) return undefined;
    const value = await this.local.get({ run, effect });
    return value === undefined ? undefined : { run, effect, value };
  }

  private async read(key: string): Promise<StoredRef | undefined> {
    const bytes = await this.bucket.get(key);
    return bytes && StoredRef.parse(JSON.parse(bytes.toString('utf8')));
  }
}
