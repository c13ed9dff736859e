import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobHash, TreeHash } from '../../src/domain/ids';
import type { RunsOnServer } from '../../src/domain/run/retention';
import type { OpenStore } from '../../src/store';
import { CollectedMeanwhileError } from '../../src/store/errors';
import type { TreeEntry } from '../../src/store/types';
import { asBlob } from './hashes';

/** How long a blob that nobody names is safe; what takes longer proves nothing. */
export interface Timing {
  graceMs: number;
  leaseFreshMs: number;
}

/** Contents that all writers draw from, so that they put the same blobs at the same time. */
const CONTENTS = 40;
const LARGE_FROM = 34;

function content(index: number): Buffer {
  const text = createHash('sha256').update(String(index)).digest('hex');
  return Buffer.from(text.repeat(index >= LARGE_FROM ? 1_500 : 1 + index));
}

/** A run that makes trees of random files and names them, as activities do. */
export class BusyRun {
  /** Trees that references name by now. */
  readonly named: TreeHash[] = [];

  constructor(
    readonly run: string,
    private readonly store: OpenStore,
    private readonly timing: Timing,
    private readonly random: () => number,
  ) {}

  /** Stores a tree, in one of the ways there are, then names it. False where it took too long to count. */
  async keepTree(): Promise<boolean> {
    const startedMs = performance.now();
    const { blobs, trees, refs } = this.store;
    const files = Array.from({ length: 1 + this.pick(6) }, (_, at) => ({ at, index: this.pick(CONTENTS) }));
    const entries: TreeEntry[] = [];
    try {
      for (const { at, index } of files) {
        const bytes = content(index);
        entries.push({
          name: `f${at}`,
          type: 'file',
          mode: 0o644,
          hash: await this.put(bytes),
          size: bytes.length,
        });
      }
    } catch (error) {
      // An activity is tried again then.
      if (error instanceof CollectedMeanwhileError) return false;
      throw error;
    }
    const folder = await trees.writeDir(entries);
    await delay(this.pick(20));
    const tree = await trees.writeDir([{ name: 'd', type: 'dir', mode: 0o755, hash: folder, size: 0 }]);
    const inTime = performance.now() - startedMs < (this.timing.graceMs - this.timing.leaseFreshMs) / 2;
    if (!inTime) return false;
    await refs.putOnce({ run: this.run, effect: `s${this.named.length}` }, JSON.stringify({ tree }));
    this.named.push(tree);
    await blobs.has(tree);
    return true;
  }

  private async put(bytes: Buffer): Promise<BlobHash> {
    const { blobs } = this.store;
    const hash = asBlob(createHash('sha256').update(bytes).digest('hex'));
    switch (this.pick(4)) {
      case 0:
        return blobs.put(bytes);
      case 1:
        return blobs.put(once(bytes));
      case 2: {
        if (!(await blobs.pin(hash))) return blobs.put(bytes);
        await blobs.release(Buffer.from(hash, 'hex'));
        return hash;
      }
      default:
        return (await blobs.put([bytes, content(this.pick(CONTENTS))]))[0] ?? hash;
    }
  }

  private pick(below: number): number {
    return Math.floor(this.random() * below);
  }
}

/** Reads everything that trees hold; rejects with an error that says which file of which tree is lost. */
export async function readTrees(store: OpenStore, trees: readonly TreeHash[]): Promise<void> {
  for (const tree of new Set(trees))
    for (const file of await store.trees.list(tree))
      await store.blobs.load(file.hash).catch((error: unknown) => {
        throw new Error(`${file.path} of tree ${tree} is lost`, { cause: error });
      });
}

/** A server on which runs have ended long ago, and all others are open. */
export function openElse(over: Iterable<string>): RunsOnServer {
  const ends = new OpenElse();
  for (const run of over) ends.set(run, 0);
  return { namespaceId: 'here', ends };
}

class OpenElse extends Map<string, number | 'open'> {
  override get(run: string): number | 'open' {
    return super.get(run) ?? 'open';
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** Numbers that a seed makes again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
