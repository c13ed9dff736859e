import type { TreeHash } from '../../../src/domain/ids';
import fc from '../../support/fast-check';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunsOnServer } from '../../../src/domain/run/retention';
import { openStore, type OpenStore } from '../../../src/store';
import { LocalCollection } from '../../../src/store/retention/collect';
import { openElse, readTrees, type Timing } from '../../support/busy-runs';
import { bundleChild, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';
import type { Told } from './collection.child';

/** Short, so that leases end all the time; trees that take longer to keep than they allow do not count. */
const TIMING: Timing = { graceMs: 1_200, leaseFreshMs: 200 };
const BUSY_MS = 6_000;
const WRITERS = 3;

const folder = tempFolder('collection');
const child = bundleChild(join(__dirname, 'collection.child.ts'), folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** States of the runs of all writers, as a server would know them. */
class Runs {
  readonly kept = new Map<string, readonly TreeHash[]>();
  private readonly over = new Set<string>();

  hear({ run, named, over }: Told): void {
    if (over) this.over.add(run);
    else this.kept.set(run, named);
  }

  onServer(): RunsOnServer {
    return openElse(this.over);
  }
}

async function collectUntil(
  store: OpenStore,
  runs: Runs,
  untilMs: number,
): Promise<{ blobs: number; runs: number }> {
  const taken = { blobs: 0, runs: 0 };
  while (Date.now() < untilMs) {
    const report = await new LocalCollection(store.local, {
      server: runs.onServer(),
      nowMs: Date.now(),
      graceMs: TIMING.graceMs,
      retentionMs: 1,
      foreignToo: false,
      dryRun: false,
    }).run();
    taken.blobs += report.blobs;
    taken.runs += report.collectedRuns.length;
    await delay(5);
  }
  return taken;
}

describe('collections while several processes put the same blobs', () => {
  it('never take what is named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const at = join(folder, `store-${seed}`);
        const store = await openStore(at, { leaseFreshMs: TIMING.leaseFreshMs });
        const runs = new Runs();
        const untilMs = Date.now() + BUSY_MS;
        const writers = Array.from({ length: WRITERS }, (_, index) => {
          const args = [at, String(seed + index), String(untilMs), JSON.stringify(TIMING)];
          const writer = startChild(child, args);
          writer.on('message', (told: Told) => runs.hear(told));
          return new Promise<number | null>((resolve) => writer.once('exit', resolve));
        });
        const taken = await collectUntil(store, runs, untilMs);
        expect(await Promise.all(writers)).toEqual(writers.map(() => 0));
        const last = await collectUntil(store, runs, Date.now() + 2 * TIMING.graceMs);
        expect(runs.kept.size).toBeGreaterThan(2);
        for (const named of runs.kept.values()) await readTrees(store, named);
        // Otherwise nothing was put to the test.
        expect(taken.blobs + last.blobs).toBeGreaterThan(10);
        expect(taken.runs + last.runs).toBeGreaterThan(0);
        await store.close();
        rmSync(at, { recursive: true, force: true });
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
