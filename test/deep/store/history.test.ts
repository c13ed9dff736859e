import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobHash } from '../../../src/domain/ids';
import { sha256 } from '../../../src/machine/hash';
import { openStore, type OpenStore } from '../../../src/store';
import { damagesOf } from '../../../src/store/local';
import { verifyStore } from '../../../src/store/retention/verify-store';
import { seeded, type Timing } from '../../support/busy-runs';
import { bundleChild, ended, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';
import type { Life, Told } from './history.child';

const OPERATIONS = 10_000;
/** Processes that use the store at once, each killed and started again. */
const LANES = 2;
/** Operations after which one is killed, at most. */
const LONGEST_LIFE = 500;
const TIMING: Timing = { graceMs: 3_000, leaseFreshMs: 300 };

let folder: string;
beforeEach(() => (folder = tempFolder('history')));
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([...children].map(ended));
  rmSync(folder, { recursive: true, force: true });
});

/** Those that run. */
const children = new Set<ChildProcess>();

/** Reports of all processes. */
class Model {
  readonly counts = new Map<string, number>();
  readonly faults: string[] = [];
  done = 0;
  private readonly named = new Map<string, { run: string; effect: string; hash: BlobHash }>();
  private readonly ending = new Set<string>();

  hear(told: Told): void {
    if ('done' in told) {
      this.done += 1;
      this.count(told.done);
    } else if ('named' in told) this.named.set(`${told.named.run} ${told.named.effect}`, told.named);
    else if ('ending' in told) this.ending.add(told.ending);
    else this.faults.push(told.fault);
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** All that was acknowledged and is in no run that may be collected. */
  referenced(): { run: string; effect: string; hash: BlobHash }[] {
    return [...this.named.values()].filter(({ run }) => !this.ending.has(run));
  }

  /** Runs of a process that was killed. */
  runsOf(name: string): string[] {
    return [...new Set(this.referenced().map(({ run }) => run))].filter((run) => run.startsWith(`${name}-`));
  }
}

/** References, of those that were acknowledged, that are lost or name other bytes. */
async function lostOf(store: OpenStore, model: Model): Promise<string[]> {
  const lost: string[] = [];
  for (const { run, effect, hash } of model.referenced()) {
    const value = await store.refs.get({ run, effect });
    const bytes = await store.blobs.load(hash).catch((error: unknown) => Buffer.from(String(error)));
    if (value !== JSON.stringify({ blob: hash }) || sha256(bytes) !== hash)
      lost.push(`${run} ${effect} ${hash}`);
  }
  if (lost.length === 0) return [];
  // Another process may have ended its run meanwhile; it has said so before.
  await delay(500);
  const still = new Set(model.referenced().map(({ run, effect, hash }) => `${run} ${effect} ${hash}`));
  return lost.filter((one) => still.has(one));
}

/** Ends processes at random moments until enough operations are done. */
async function runLane(lane: number, seed: number, child: string, model: Model): Promise<void> {
  const random = seeded(seed + lane);
  const home = join(folder, 'store');
  let quotaBytes: number | undefined;
  for (let count = 0; model.done < OPERATIONS; count += 1) {
    const name = `lane${lane}life${count}`;
    const life: Life = { folder: home, name, seed: Math.floor(random() * 1e9), timing: TIMING, quotaBytes };
    const killAfter = 1 + Math.floor(random() ** 2 * LONGEST_LIFE);
    const running = startChild(child, [JSON.stringify(life)]);
    children.add(running);
    await new Promise<void>((resolve) => {
      let heard = 0;
      running.once('exit', resolve);
      running.on('message', (told: Told) => {
        model.hear(told);
        heard += 1;
        if (heard === killAfter) setTimeout(resolve, random() * 30);
      });
    });
    running.kill('SIGKILL');
    await ended(running);
    children.delete(running);
    expect(model.faults).toEqual([]);
    model.count('kill');
    const store = await openStore(home);
    expect(store.local.recovered).toBeUndefined();
    expect(await lostOf(store, model)).toEqual([]);
    for (const run of model.runsOf(name)) {
      if (random() < 0.3) continue;
      model.hear({ ending: run });
      await store.refs.putOnce({ run, effect: 'over' }, '{}');
    }
    quotaBytes = random() < 0.4 ? (await store.local.measure()).bytes + 500_000 : undefined;
    await store.close();
  }
}

test('nothing that was acknowledged is lost in a random history of two processes that are killed and collect', async () => {
  const seed = jest.getSeed();
  process.stderr.write(
    `seed ${seed} (npx jest test/deep/store/history --selectProjects deep --seed=${seed})\n`,
  );
  const child = bundleChild(join(__dirname, 'history.child.ts'), folder);
  const model = new Model();
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, seed, child, model)));
  const store = await openStore(join(folder, 'store'));
  expect(await lostOf(store, model)).toEqual([]);
  expect((await verifyStore(store))[0]).toMatchObject({ corrupt: [] });
  // The next one looks through all of the database.
  store.local.doubt();
  await store.close();
  const again = await openStore(join(folder, 'store'));
  expect(again.local.recovered).toBeUndefined();
  await again.close();
  expect(await damagesOf(join(folder, 'store'))).toEqual([]);
  process.stderr.write(`${JSON.stringify(Object.fromEntries(model.counts))}\n`);
  // Otherwise nothing was put to the test.
  for (const name of ['put', 'pin', 'name', 'read', 'end', 'collect', 'full', 'kill'])
    expect([name, model.counts.get(name)]).toEqual([name, expect.any(Number)]);
  expect(model.referenced().length).toBeGreaterThan(20);
});
