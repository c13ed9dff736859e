// Uses a store that another process uses too, by operations that a seed draws, until it is killed. Says what is acknowledged.
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { BlobHash } from '../../../src/domain/ids';
import { openStore, type OpenStore } from '../../../src/store';
import { BlobMissingError, CollectedMeanwhileError } from '../../../src/store/errors';
import { StoreFullError } from '../../../src/store/quota';
import { makeRoom } from '../../../src/store/retention/collect';
import { openElse, seeded, type Timing } from '../../support/busy-runs';
import { sha256 } from '../../../src/machine/hash';
import { asBlob } from '../../support/hashes';

/** Task of a process. */
export interface Life {
  folder: string;
  /** Names it, and the runs and contents that are its own. */
  name: string;
  seed: number;
  timing: Timing;
  /** Absent: none. */
  quotaBytes?: number;
}

/** Its reports: one for each operation. */
export type Told =
  | { done: string }
  | { named: { run: string; effect: string; hash: BlobHash } }
  /** Said before anything is written: from here on the run may be collected. */
  | { ending: string }
  | { fault: string };

/** A blob that was put or pinned; from the start of that on it is safe for the grace time. */
interface Recent {
  hash: BlobHash;
  sinceMs: number;
}

/** Contents that all processes draw from. */
const SHARED = 60;
const LARGEST = 200_000;
const OVER = 'over';

function tell(told: Told): Promise<void> {
  return new Promise((resolve) => process.send?.(told, undefined, {}, () => resolve()));
}

class History {
  private readonly random: () => number;
  private readonly recent: Recent[] = [];
  private named = 0;
  private runs = 0;
  private contents = 0;

  constructor(
    private readonly life: Life,
    private readonly store: OpenStore,
  ) {
    this.random = seeded(life.seed);
  }

  /** One operation; those of the same turn run at once. */
  async next(): Promise<void> {
    try {
      await tell({ done: await this.act(this.pick(100)) });
    } catch (error) {
      // These were not acknowledged.
      if (error instanceof StoreFullError) return tell({ done: 'full' });
      if (error instanceof CollectedMeanwhileError) return tell({ done: 'pin in vain' });
      throw error;
    }
  }

  private async act(drawn: number): Promise<string> {
    if (drawn < 60) return this.keep(() => this.put(drawn), 'put');
    if (drawn < 72) return this.keep(() => this.pin(), 'pin');
    if (drawn < 86) return this.name();
    if (drawn < 96) return this.read();
    if (drawn < 98) return this.end();
    await collect(this.store, this.life, 0);
    return 'collect';
  }

  /** Puts or pins blobs: from the beginning of that on they are safe. */
  private async keep(act: () => Promise<BlobHash[]>, name: string): Promise<string> {
    const sinceMs = performance.now();
    for (const hash of await act()) this.recent.push({ hash, sinceMs });
    if (this.recent.length > 300) this.recent.splice(0, 100);
    return name;
  }

  private async put(drawn: number): Promise<BlobHash[]> {
    const { blobs } = this.store;
    if (drawn < 38) return [await blobs.put(this.content())];
    if (drawn < 50) return [await blobs.put(inPieces(this.content()))];
    return blobs.put(Array.from({ length: 1 + this.pick(12) }, () => this.content()));
  }

  private async pin(): Promise<BlobHash[]> {
    const { blobs } = this.store;
    const pinned: BlobHash[] = [];
    const others = this.recent.slice(0, 20).map(({ hash }) => hash);
    for (const hash of [hashOf(content(`shared ${this.pick(SHARED)}`)), ...others])
      if (await blobs.pin(hash)) pinned.push(hash);
    await blobs.release(Buffer.from(pinned.join(''), 'hex'));
    return pinned;
  }

  /** Names a blob in a run, as long as it is surely there. */
  private async name(): Promise<string> {
    const one = this.surelyThere();
    if (!one) return 'nothing to name';
    this.named += 1;
    const [run, effect] = [this.run, `e${this.named}`];
    await this.store.refs.putOnce({ run, effect }, JSON.stringify({ blob: one.hash }));
    if (this.isSafe(one, 1)) await tell({ named: { run, effect, hash: one.hash } });
    return 'name';
  }

  /** Reads a blob that nobody may have collected, and all that this run names. */
  private async read(): Promise<string> {
    const one = this.surelyThere();
    if (!one) return 'nothing to read';
    try {
      if (hashOf(await this.store.blobs.load(one.hash)) !== one.hash) throw new Error('its bytes are others');
    } catch (error) {
      if (!(error instanceof BlobMissingError) || this.isSafe(one, 1)) throw error;
    }
    const { run } = this;
    const values = await this.store.refs.list(run);
    for (const { value } of run === this.run ? values : [])
      await this.store.blobs.load((JSON.parse(value) as { blob: BlobHash }).blob).catch((error: unknown) => {
        if (run === this.run) throw error;
      });
    return 'read';
  }

  private async end(): Promise<string> {
    const { run } = this;
    this.runs += 1;
    await tell({ ending: run });
    await this.store.refs.putOnce({ run, effect: OVER }, '{}');
    return 'end';
  }

  private get run(): string {
    return `${this.life.name}-${this.runs}`;
  }

  /** A recent blob with time enough to do something with it. */
  private surelyThere(): Recent | undefined {
    const safe = this.recent.filter((one) => this.isSafe(one, 0.5));
    return safe[this.pick(safe.length)];
  }

  private isSafe({ sinceMs }: Recent, share: number): boolean {
    const { graceMs, leaseFreshMs } = this.life.timing;
    return performance.now() - sinceMs < (graceMs - leaseFreshMs) * share;
  }

  private content(): Buffer {
    const isShared = this.pick(4) === 0;
    this.contents += 1;
    const name = isShared ? `shared ${this.pick(SHARED)}` : `${this.life.name} ${this.contents}`;
    return content(name);
  }

  private pick(below: number): number {
    return Math.floor(this.random() * below);
  }
}

/** Bytes that a name makes, from none to 200,000: most are small, a sixth is too large for the database. */
function content(name: string): Buffer {
  const hash = sha256(name);
  const share = Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32;
  const size = share < 0.05 ? 0 : Math.round(LARGEST * share ** 5);
  return Buffer.alloc(size, hash);
}

function hashOf(bytes: Buffer): BlobHash {
  return asBlob(sha256(bytes));
}

/** Collects what nobody names and no lease protects, and the runs that have said that they are over. */
async function collect(store: OpenStore, life: Life, targetBytes: number): Promise<void> {
  const over: string[] = [];
  for (const { run } of await store.local.refs.runs())
    if ((await store.local.refs.get({ run, effect: OVER })) !== undefined) over.push(run);
  await makeRoom(store.local, undefined, targetBytes, {
    server: openElse(over),
    nowMs: Date.now(),
    graceMs: life.timing.graceMs,
    retentionMs: 1,
    foreignToo: false,
    dryRun: false,
    journals: `${life.folder}-journals`,
  });
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000)
    yield await Promise.resolve(bytes.subarray(at, at + 50_000));
}

async function main(): Promise<void> {
  const life = JSON.parse(process.argv[2] ?? '') as Life;
  const { quotaBytes, timing } = life;
  const quota = quotaBytes && {
    bytes: quotaBytes,
    makeRoom: (_: unknown, target: number) => collect(store, life, target),
  };
  const store = await openStore(life.folder, {
    leaseFreshMs: timing.leaseFreshMs,
    ...(quota ? { quota } : {}),
  });
  if (store.local.recovered !== undefined) throw new Error(store.local.recovered);
  const history = new History(life, store);
  const turns = seeded(life.seed + 1);
  for (;;) {
    await Promise.all(Array.from({ length: 1 + Math.floor(turns() * 5) }, () => history.next()));
    await delay(0);
  }
}

main().catch(async (error: unknown) => {
  await tell({ fault: inspect(error) });
  process.exit(1);
});
