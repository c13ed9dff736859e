import { z } from 'zod';
import type { StepKey } from '../../domain/ids';
import { currentSignal } from '../abort-scope';
import { forEachOf } from '../for-each-of';
import { checkRef } from '../refs';
import type { RefStore, SeenRun } from '../types';
import type { Bucket } from './bucket';
import { refFolder, refObject, REFS, refRun, refStep } from './names';

/** Names in the bucket may be cut, so an object says itself what it is. */
const StoredRef = z.object({ version: z.literal(1), run: z.string(), step: z.string(), value: z.string() });
type StoredRef = z.infer<typeof StoredRef>;

const READS_AT_ONCE = 16;

/**
 * References in the bucket, which all machines agree on, and copies of them in the local tier. A reference never
 * changes, so a copy is as good.
 */
export function createSharedRefs(bucket: Bucket, local: RefStore): RefStore {
  async function read(key: string): Promise<StoredRef | undefined> {
    const bytes = await bucket.get(key);
    return bytes && StoredRef.parse(JSON.parse(bytes.toString('utf8')));
  }

  async function get(key: StepKey): Promise<string | undefined> {
    const known = await local.get(key);
    if (known !== undefined) return known;
    const stored = await read(refObject(key));
    return stored && local.putOnce(key, stored.value);
  }

  async function putOnce(key: StepKey, value: string): Promise<string> {
    currentSignal()?.throwIfAborted();
    checkRef(key, value);
    const stored: StoredRef = { version: 1, ...key, value };
    for (;;) {
      if (await bucket.putNew(refObject(key), Buffer.from(JSON.stringify(stored)))) break;
      const standing = await read(refObject(key));
      // Undefined where its run was collected between the two requests.
      if (standing) return local.putOnce(key, standing.value);
    }
    return local.putOnce(key, value);
  }

  async function list(run: string): Promise<{ step: string; value: string }[]> {
    const keys: string[] = [];
    for await (const { key } of bucket.list(refFolder(run))) keys.push(key);
    const rows: { step: string; value: string }[] = [];
    await forEachOf(keys, READS_AT_ONCE, async (key) => {
      const step = refStep(key);
      const known = step === undefined ? undefined : await local.get({ run, step });
      const row = step !== undefined && known !== undefined ? { step, value: known } : await read(key);
      if (row) rows.push({ step: row.step, value: row.value });
    });
    return rows.sort((a, b) => Buffer.compare(Buffer.from(a.step), Buffer.from(b.step)));
  }

  async function runs(): Promise<SeenRun[]> {
    const seen = new Map<string, { key: string; seenMs: number }>();
    for await (const { key, modifiedMs } of bucket.list(REFS)) {
      const folder = key.slice(0, key.lastIndexOf('/'));
      const before = seen.get(folder)?.seenMs ?? 0;
      seen.set(folder, { key, seenMs: Math.max(before, modifiedMs) });
    }
    const found: SeenRun[] = [];
    for (const { key, seenMs } of seen.values()) {
      const run = refRun(key) ?? (await read(key))?.run;
      if (run !== undefined) found.push({ run, seenMs });
    }
    return found;
  }

  async function removeRun(run: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of bucket.list(refFolder(run))) keys.push(key);
    await bucket.remove(keys);
    await local.removeRun(run);
  }

  return { get, putOnce, list, runs, removeRun };
}
