// Fills the disk that a store is on, uses the store, makes room again, and tells how all of that ended.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { toFailure } from '../../../src/activities/failures';
import { openStore, type OpenStore } from '../../../src/store';
import type { BlobHash } from '../../../src/domain/ids';

const [root = '', freePages = '0'] = process.argv.slice(2);
const home = join(root, 'store');
const ballast = join(root, 'ballast');
const PAGE = 4_096;

/** Leaves so many pages of the disk free. */
function fill(pages: number): void {
  const file = openSync(ballast, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(PAGE, 1));
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
  closeSync(file);
  truncateSync(ballast, statSync(ballast).size - pages * PAGE);
}

/** Blobs that were acknowledged; all of them have to be there. */
const kept: BlobHash[] = [];

async function countKept(store: OpenStore): Promise<string> {
  let whole = 0;
  for (const hash of kept) if (await store.blobs.load(hash).then(() => true)) whole += 1;
  return `${whole} of ${kept.length}, reference ${await store.refs.get({ run: 'r', effect: 'kept' })}`;
}

/** Ways to write, each with bytes of its own. */
const WRITES: Record<string, (store: OpenStore) => Promise<unknown>> = {
  small: async ({ blobs }) => kept.push(await blobs.put(randomBytes(3_000))),
  large: async ({ blobs }) => kept.push(await blobs.put(randomBytes(100_000))),
  stream: async ({ blobs }) => kept.push(await blobs.put(once(randomBytes(100_000)))),
  many: async ({ blobs }) => kept.push(...(await blobs.put([randomBytes(500), randomBytes(90_000)]))),
  reference: ({ refs }) =>
    refs.putOnce({ run: 'r', effect: randomBytes(8).toString('hex') }, 'x'.repeat(9_000)),
  records: ({ stats }) => stats.setMany([{ key: randomBytes(32), record: randomBytes(20_000) }]),
};

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** Writes until there is no room for more; what is said then. */
async function untilRefused(write: () => Promise<unknown>): Promise<string> {
  for (let count = 0; count < 500; count += 1) {
    const error: unknown = await write().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) continue;
    const { type, message } = toFailure(error);
    return `${type}: ${message}`;
  }
  return 'never refused';
}

async function tryOpen(): Promise<string> {
  try {
    const store = await openStore(home);
    const found = `recovered ${store.local.recovered}, ${await countKept(store)}`;
    await store.close();
    return found;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

async function main(): Promise<void> {
  let store = await openStore(home);
  for (let round = 0; round < 4; round += 1) for (const write of Object.values(WRITES)) await write(store);
  await store.refs.putOnce({ run: 'r', effect: 'kept' }, 'value');
  fill(0);
  const refused: Record<string, string> = {};
  for (const [name, write] of Object.entries(WRITES)) refused[name] = await untilRefused(() => write(store));
  const together = await Promise.all(Object.values(WRITES).map((write) => untilRefused(() => write(store))));
  const whileFull = await countKept(store);
  // The next one looks through all of the database: it must not take a disk without room for damage.
  store.local.doubt();
  rmSync(ballast);
  await store.close();
  fill(Number(freePages));
  const opened = await tryOpen();
  rmSync(ballast);
  store = await openStore(home);
  const { recovered } = store.local;
  for (const write of Object.values(WRITES)) await write(store);
  const after = await countKept(store);
  await store.close();
  const left = readdirSync(home).filter((name) => /damaged|tmp/.test(name));
  left.push(...readdirSync(join(home, 'blobs', 'new')));
  process.stdout.write(
    JSON.stringify({ refused, together, whileFull, opened, recovered, after, left, blobs: kept.length }),
  );
}

void main();
