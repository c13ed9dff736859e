import { z } from 'zod';
import type { EffectKey } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import { byEffect, checkRef, refFolder, refObject, REFS, refRun, refEffect } from '../ref-names';
import type { SeenRun, SweptRefs } from '../types';
import type { Bucket } from './bucket';

/** Names in the bucket may be cut, so an object says itself what it is. */
const StoredRef = z.object({ version: z.literal(1), run: z.string(), effect: z.string(), value: z.string() });
type StoredRef = z.infer<typeof StoredRef>;
type KnownRef = Omit<StoredRef, 'version'>;

const READS_AT_ONCE = 16;
const NEWS_AT_ONCE = 256;

/**
 * References in the bucket, which all machines agree on, and copies in the local tier of those that this machine
 * wrote. A reference never changes, so a copy is as good.
 */
export class SharedRefs implements SweptRefs {
  constructor(
    private readonly bucket: Bucket,
    private readonly local: SweptRefs,
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
    const rows = await this.readAll(await this.keysOf(run));
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
    await this.bucket.remove(await this.keysOf(run));
    await this.local.removeRun(run);
  }

  private async keysOf(run: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list(refFolder(run))) keys.push(key);
    return keys;
  }

  async *news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    const fresh: string[] = [];
    for await (const { key } of this.bucket.list(REFS))
      if (!known.has(key) && !leaveOut.has(refRun(key) ?? '')) fresh.push(key);
    for (let at = 0; at < fresh.length; at += NEWS_AT_ONCE) {
      const keys = fresh.slice(at, at + NEWS_AT_ONCE);
      for (const key of keys) known.add(key);
      for (const { run, value } of await this.readAll(keys)) if (!leaveOut.has(run)) yield value;
    }
  }

  private async readAll(keys: readonly string[]): Promise<KnownRef[]> {
    const rows: KnownRef[] = [];
    await forEachOf(keys, READS_AT_ONCE, async (key) => {
      const row = (await this.cached(key)) ?? (await this.read(key));
      if (row) rows.push(row);
    });
    return rows;
  }

  /** From the local tier, where the object's name tells which reference it is. */
  private async cached(key: string): Promise<KnownRef | undefined> {
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
