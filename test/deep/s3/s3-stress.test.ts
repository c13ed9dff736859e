import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TreeHash } from '../../../src/domain/ids';
import type { RunsOnServer } from '../../../src/domain/run/retention';
import { openStore, type OpenStore } from '../../../src/store';
import { LocalCollection, SharedCollection } from '../../../src/store/retention/collect';
import type { CollectRules } from '../../../src/store/retention/plan';
import { BusyRun, readTrees, seeded, type Timing } from '../../support/busy-runs';
import { describeS3, startS3Server, type S3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';

/** The server dates objects in whole seconds. */
const TIMING: Timing = { graceMs: 5_000, leaseFreshMs: 500 };
const BUSY_MS = 20_000;

let server: S3Server;
const prefix = randomUUID();
const folder = tempFolder('s3-stress');
const open: OpenStore[] = [];

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await Promise.all(open.map((store) => store.close()));
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function machine(): Promise<OpenStore> {
  const shared = server.settings(prefix);
  const store = await openStore(join(folder, randomUUID()), { shared, leaseFreshMs: TIMING.leaseFreshMs });
  open.push(store);
  return store;
}

/** Runs that have not been said to be over are open. */
class Ends extends Map<string, number | 'open'> {
  override get(run: string): number | 'open' {
    return super.get(run) ?? 'open';
  }
}

const ends = new Ends();
const kept: TreeHash[] = [];

async function work(store: OpenStore, seed: number, untilMs: number): Promise<void> {
  const random = seeded(seed);
  for (let count = 0; Date.now() < untilMs; count += 1) {
    const run = new BusyRun(`run-${seed}-${count}`, store, TIMING, random);
    for (let tree = 0; tree < 4; tree += 1) await run.keepTree();
    await readTrees(store, run.named);
    if (random() < 0.6) ends.set(run.run, 0);
    else kept.push(...run.named);
  }
}

/** Collects both tiers again and again; resolves to the number of blobs that the shared one lost. */
async function clean(store: OpenStore, untilMs: number): Promise<number> {
  let taken = 0;
  const { graceMs } = TIMING;
  const server: RunsOnServer = { namespaceId: 'here', ends };
  while (Date.now() < untilMs) {
    const nowMs = Date.now();
    const rules: CollectRules = { server, nowMs, graceMs, retentionMs: 1, foreignToo: false, dryRun: false };
    if (!store.shared) throw new Error('no shared tier');
    taken += (await new SharedCollection(store.local, store.shared, rules).run()).blobs;
    await new LocalCollection(store.local, { ...rules, isCache: true }).run();
    await delay(300);
  }
  return taken;
}

describeS3('a shared tier under load', () => {
  test('two machines collect and put the same blobs at the same time: nothing that is named is lost', async () => {
    const untilMs = Date.now() + BUSY_MS;
    const [one, two] = [await machine(), await machine()];
    const working = [
      work(one, 1, untilMs),
      work(one, 2, untilMs),
      work(two, 3, untilMs),
      work(two, 4, untilMs),
    ];
    const cleaning = [one, two].map((store) => clean(store, untilMs + 2 * TIMING.graceMs));
    await Promise.all(working);
    const taken = (await Promise.all(cleaning)).reduce((sum, count) => sum + count, 0);
    // Otherwise nothing was put to the test.
    expect(taken).toBeGreaterThan(10);
    expect(kept.length).toBeGreaterThan(5);
    await readTrees(await machine(), kept);
  });
});
