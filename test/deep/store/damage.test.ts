import { randomBytes, randomInt } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore, StoreDamagedError, type OpenStore } from '../../../src/store';
import { damagesOf, DamageWatch, headProblem } from '../../../src/store/local';
import { BlobError } from '../../../src/store/errors';
import { verifyStore } from '../../../src/store/retention/verify-store';
import { asBlob } from '../../support/hashes';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';
import { loseLocally } from '../../support/harm-store';

let folder: string;
let home: string;
let store: OpenStore | undefined;

beforeEach(() => {
  folder = tempFolder('damage');
  home = join(folder, 'store');
});
afterEach(async () => {
  await closed();
  rmSync(folder, { recursive: true, force: true });
});

const database = (): string => join(home, 'store.db');
const child = (): string => bundleChild(join(__dirname, 'damage.child.ts'), folder);

async function opened(): Promise<OpenStore> {
  return (store = await openStore(home));
}

async function closed(): Promise<void> {
  await store?.close();
  store = undefined;
}

/** Blobs by their hashes. */
interface Content {
  small: Map<string, Buffer>;
  files: Map<string, Buffer>;
}

const REFS = 300;

/** A store with everything in it, open. */
async function filled(): Promise<Content> {
  const open = await opened();
  const put = async (blobs: Buffer[]): Promise<Map<string, Buffer>> => {
    const hashes = await open.blobs.put(blobs);
    return new Map(hashes.map((hash, index) => [hash, blobs[index] ?? Buffer.alloc(0)]));
  };
  const small = await put(Array.from({ length: 300 }, (_, index) => randomBytes(index * 100)));
  const files = await put([randomBytes(100_000), randomBytes(200_000)]);
  for (let index = 0; index < REFS; index += 1)
    await open.refs.putOnce({ run: `run-${index % 7}`, effect: `effect ${index}` }, `{"value":${index}}`);
  return { small, files };
}

/** How many are there; one that is must be right. */
async function countWhole(blobs: Map<string, Buffer>): Promise<number> {
  let whole = 0;
  for (const [hash, bytes] of blobs) {
    const found = await store?.blobs.load(asBlob(hash)).catch((error: unknown) => {
      if (!(error instanceof BlobError)) throw error;
    });
    if (found) expect(found.equals(bytes)).toBe(true);
    if (found) whole += 1;
  }
  return whole;
}

async function countRefs(): Promise<number> {
  let right = 0;
  for (let index = 0; index < REFS; index += 1) {
    const value = await store?.refs.get({ run: `run-${index % 7}`, effect: `effect ${index}` });
    if (value !== undefined) expect(value).toBe(`{"value":${index}}`);
    if (value !== undefined) right += 1;
  }
  return right;
}

function overwrite(at: number, length: number): void {
  const file = openSync(database(), 'r+');
  writeSync(file, randomBytes(length), 0, length, at);
  closeSync(file);
}

const size = (): number => statSync(database()).size;

const HARMS: [string, () => void][] = [
  ['cut off at its beginning', () => truncateSync(database(), 0)],
  ['cut off in the middle', () => truncateSync(database(), Math.floor(size() / 2))],
  ['cut off in its head', () => truncateSync(database(), 5_000)],
  ['overwritten at its head', () => overwrite(0, 8_192)],
  ['overwritten in the middle', () => overwrite(Math.floor(size() / 2), 200_000)],
  ['overwritten as a whole', () => overwrite(0, size())],
  ['deleted', () => rmSync(database())],
];

describe.each(HARMS)('a database that is %s while nobody has it open', (_, harm) => {
  test('is put aside with a sentence, and a new one begun', async () => {
    const { files } = await filled();
    await closed();
    harm();
    const { recovered } = (await opened()).local;
    expect(recovered).toMatch(/^The store's database was damaged \(.+\) and a new one was begun on /);
    expect(await countWhole(files)).toBe(files.size);
    expect(await countRefs()).toBe(0);
    const [damage] = await damagesOf(home);
    expect(readdirSync(damage?.folder ?? '')).toContain('note.json');
    const hash = await store?.blobs.put(Buffer.from('new'));
    await closed();
    expect((await opened()).local.recovered).toBeUndefined();
    expect((await store?.blobs.load(hash ?? asBlob('')))?.toString()).toBe('new');
    expect((await verifyStore(store as OpenStore))[0]?.corrupt).toEqual([]);
  });
});

test('a database of another version is known without opening it, however it was closed', async () => {
  await filled();
  await closed();
  expect(headProblem(database())).toBeUndefined();
  const other = new DatabaseSync(database());
  other.exec('PRAGMA user_version = 99');
  other.close();
  expect(headProblem(database())).toMatch(/^it has version 99, not \d+$/);
  expect((await opened()).local.recovered).toContain('it has version 99');
});

test('a database that is cut or overwritten at any place gives nothing wrong', async () => {
  const content = await filled();
  await closed();
  const whole = join(folder, 'whole.db');
  copyFileSync(database(), whole);
  for (let round = 0; round < 200; round += 1) {
    const at = randomInt(size());
    if (round % 4 === 0) truncateSync(database(), at);
    else overwrite(at, Math.min(size() - at, randomInt(1, 3_000)));
    const { recovered } = (await opened()).local;
    const [blobs, refs] = [await countWhole(content.small), await countRefs()];
    // What the file as a whole does not show, the hash of a blob does.
    if (recovered === undefined) expect([refs, blobs >= content.small.size - 2]).toEqual([REFS, true]);
    await closed();
    for (const name of readdirSync(home))
      if (/^damaged-|^store\.db|^closed/.test(name)) rmSync(join(home, name), { recursive: true });
    copyFileSync(whole, database());
  }
});

describe('a database that is whole', () => {
  test('is never taken for damaged, whatever was put, removed and opened again', async () => {
    for (let round = 0; round < 12; round += 1) {
      const open = await opened();
      expect(open.local.recovered).toBeUndefined();
      const blobs = Array.from({ length: 150 }, (_, index) =>
        randomBytes((index * 613 * (round + 1)) % 60_000),
      );
      const hashes = await open.blobs.put(blobs);
      for (const [index, hash] of hashes.entries()) {
        await open.refs.putOnce({ run: `r${index % 5}`, effect: hash }, hash);
        if ((index * 7 + round) % 3 === 0) loseLocally(open.local, hash);
      }
      if (round % 3 === 1) await open.refs.removeRun(`r${round % 5}`);
      // Without this it would not be looked through.
      open.local.doubt();
      await closed();
    }
  });

  test('is not touched after its process was killed at any moment, and has all that was acknowledged', async () => {
    const { small } = await filled();
    await closed();
    const file = child();
    const acknowledged: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const running = startChild(file, [home]);
      running.on('message', ({ kept }: { kept?: string }) => kept && acknowledged.push(kept));
      await nextMessage(running);
      await new Promise((resolve) => setTimeout(resolve, 17 * round));
      running.kill('SIGKILL');
      await ended(running);
    }
    expect((await opened()).local.recovered).toBeUndefined();
    expect(await countWhole(small)).toBe(small.size);
    expect(acknowledged.length).toBeGreaterThan(10);
    for (const kept of acknowledged) {
      const [effect = '', hash = ''] = kept.split(' ');
      expect(await store?.refs.get({ run: 'child', effect })).toBe(hash);
      expect(await store?.blobs.has(asBlob(hash))).toBe(true);
    }
    expect(await damagesOf(home)).toEqual([]);
  });
});

describe('a database that is damaged while it is open', () => {
  const harm = (): void => overwrite(Math.floor(size() / 2), 200_000);

  test('is refused to others, and put aside when its process has ended', async () => {
    const { files } = await filled();
    await closed();
    const running = startChild(child(), [home]);
    await nextMessage(running);
    overwrite(0, 8_192);
    const refused = await openStore(home).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreDamagedError);
    expect((refused as Error).message).toContain(
      `process ${running.pid} has it open: stop that (kintsugi down)`,
    );
    running.kill('SIGKILL');
    await ended(running);
    expect((await opened()).local.recovered).toMatch(/was damaged/);
    expect(await countWhole(files)).toBe(files.size);
    expect(await store?.blobs.put(Buffer.from('new'))).toBeDefined();
  });

  test('is looked through where one of two processes ended without closing it', async () => {
    await filled();
    await closed();
    await opened();
    const running = startChild(child(), [home]);
    await nextMessage(running);
    running.kill('SIGKILL');
    await ended(running);
    harm();
    await closed();
    expect((await opened()).local.recovered).toMatch(/was damaged/);
    await closed();
    expect((await opened()).local.recovered).toBeUndefined();
  });

  test('is looked through where the watch over it has told of the damage', async () => {
    await filled();
    const watch = new DamageWatch((store as OpenStore).local);
    const error = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
    watch.notice(error);
    expect(await watch.found).toBe('database disk image is malformed');
    watch.stop();
    await closed();
    harm();
    expect((await opened()).local.recovered).toMatch(/was damaged/);
  });
});
