import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStore, type OpenStore } from '../../../src/store';
import { databaseProblem } from '../../../src/store/damage/check-database';
import { StoreDamagedError } from '../../../src/store/damage/errors';
import { damageNotes } from '../../../src/store/damage/set-aside';
import { DamageWatch } from '../../../src/store/damage/watch';
import { BlobError } from '../../../src/store/errors';
import { verifyStore } from '../../../src/store/retention/verify-store';
import { asBlob } from '../../support/hashes';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';
import { partsOf } from '../../support/local-parts';

let folder: string;
let home: string;
let store: OpenStore | undefined;

beforeEach(() => {
  folder = tempFolder('damage');
  home = join(folder, 'store');
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const database = (): string => join(home, 'lmdb', 'data.mdb');

async function opened(): Promise<OpenStore> {
  return (store = await openStore(home));
}

async function closed(): Promise<void> {
  await store?.close();
  store = undefined;
}

interface Content {
  /** Blobs by their hashes: in the database, in packs, and in files. */
  inline: Map<string, Buffer>;
  packed: Map<string, Buffer>;
  files: Map<string, Buffer>;
  refs: number;
}

/** A store with everything in it, open. */
async function filled(): Promise<Content> {
  const open = await opened();
  const put = async (blobs: Buffer[]): Promise<Map<string, Buffer>> => {
    const hashes = await open.blobs.putMany(blobs);
    return new Map(hashes.map((hash, index) => [hash, blobs[index] ?? Buffer.alloc(0)]));
  };
  const inline = new Map<string, Buffer>();
  for (let round = 0; round < 20; round += 1)
    for (const [hash, bytes] of await put(Array.from({ length: 20 }, (_, index) => randomBytes(index * 300))))
      inline.set(hash, bytes);
  const packed = await put(Array.from({ length: 300 }, () => randomBytes(10_000)));
  const files = await put([randomBytes(100_000), randomBytes(200_000)]);
  for (let index = 0; index < 300; index += 1)
    await open.refs.putOnce({ run: `run-${index % 7}`, effect: `effect ${index}` }, `{"value":${index}}`);
  return { inline, packed, files, refs: 300 };
}

async function countWhole(blobs: Map<string, Buffer>): Promise<number> {
  let whole = 0;
  for (const [hash, bytes] of blobs) {
    const found = await store?.blobs.get(asBlob(hash)).catch((error: unknown) => {
      if (!(error instanceof BlobError)) throw error;
    });
    if (found) expect(found.equals(bytes)).toBe(true);
    if (found) whole += 1;
  }
  return whole;
}

async function countRefs(): Promise<number> {
  let right = 0;
  for (let index = 0; index < 300; index += 1) {
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

const HARMS: [string, () => void, least: { inline: number; refs: number }][] = [
  ['cut off at its beginning', () => truncateSync(database(), 0), { inline: 0, refs: 0 }],
  ['cut off in the middle', () => truncateSync(database(), Math.floor(size() / 2)), { inline: 50, refs: 0 }],
  ['cut off in its head', () => truncateSync(database(), 5_000), { inline: 0, refs: 0 }],
  ['overwritten at its head', () => overwrite(0, 8_192), { inline: 381, refs: 300 }],
  ['overwritten in the middle', () => overwrite(Math.floor(size() / 2), 200_000), { inline: 100, refs: 100 }],
  ['overwritten as a whole', () => overwrite(0, size()), { inline: 0, refs: 0 }],
  ['deleted', () => rmSync(database()), { inline: 0, refs: 0 }],
];

describe.each(HARMS)('a database that is %s while nobody has it open', (_, harm, least) => {
  test('is put aside, and a new one has what packs and files hold, and what was found', async () => {
    const content = await filled();
    await closed();
    harm();
    const { recovered } = (await opened()).local;
    expect(recovered).toMatch(/^The store's database was damaged \(.+\) and a new one was begun on .+ lost/);
    expect(await countWhole(content.packed)).toBe(content.packed.size);
    expect(await countWhole(content.files)).toBe(content.files.size);
    expect(await countWhole(content.inline)).toBeGreaterThanOrEqual(least.inline);
    expect(await countRefs()).toBeGreaterThanOrEqual(least.refs);
    const [note] = await damageNotes(home);
    expect(note?.note).toMatchObject({ packed: content.packed.size, files: 2, unreadablePacks: 0 });
    expect(readdirSync(note?.folder ?? '')).toContain('note.json');
    const hash = await store?.blobs.put(Buffer.from('new'));
    await closed();
    expect((await opened()).local.recovered).toBeUndefined();
    expect((await store?.blobs.get(hash ?? asBlob('')))?.toString()).toBe('new');
    expect((await verifyStore(store as OpenStore))[0]?.corrupt).toEqual([]);
  });
});

describe('a database that is whole', () => {
  const child = (): string => bundleChild(join(__dirname, 'damage.child.ts'), folder);

  test('is never taken for damaged, whatever was put, removed and opened again', async () => {
    for (let round = 0; round < 12; round += 1) {
      const open = await opened();
      expect(open.local.recovered).toBeUndefined();
      const blobs = Array.from({ length: 150 }, (_, index) =>
        randomBytes((index * 613 * (round + 1)) % 60_000),
      );
      const hashes = await open.blobs.putMany(blobs);
      for (const blob of blobs.slice(0, 20)) await open.blobs.put(Buffer.concat([blob, Buffer.from('x')]));
      for (const [index, hash] of hashes.entries()) {
        await open.refs.putOnce({ run: `r${index % 5}`, effect: hash }, hash);
        if ((index * 7 + round) % 3 === 0) partsOf(open.local).small.removeSync(Buffer.from(hash, 'hex'));
      }
      if (round % 3 === 1) await open.refs.removeRun(`r${round % 5}`);
      await closed();
      expect(await databaseProblem(database())).toBeUndefined();
    }
  });

  test('is not touched after its process was killed at any moment', async () => {
    const { packed } = await filled();
    await closed();
    const file = child();
    for (let round = 0; round < 6; round += 1) {
      const running = startChild(file, [home]);
      expect(await nextMessage(running)).toEqual({});
      await new Promise((resolve) => setTimeout(resolve, 17 * round));
      running.kill('SIGKILL');
      await ended(running);
    }
    expect((await opened()).local.recovered).toBeUndefined();
    expect(await countWhole(packed)).toBe(packed.size);
    expect(await damageNotes(home)).toEqual([]);
  });

  test('is looked through only when it is not as it was closed', async () => {
    await filled();
    await closed();
    expect(await databaseProblem(database())).toBeUndefined();
    overwrite(Math.floor(size() / 2), 100_000);
    expect(await databaseProblem(database())).toMatch(/page \d+|a table/);
  });
});

describe.each(HARMS.slice(0, 6))('a database that is %s while a process has it open', (_, harm) => {
  test('ends that process or is refused to others, and is put aside when it has ended', async () => {
    const content = await filled();
    await closed();
    const running = startChild(bundleChild(join(__dirname, 'damage.child.ts'), folder), [home]);
    await nextMessage(running);
    harm();
    const refused = await openStore(home).then(
      async (second) => {
        await second.close();
        return undefined;
      },
      (error: unknown) => error,
    );
    if (refused !== undefined) {
      // The process may have died between the harm and the look.
      expect(refused).toBeInstanceOf(StoreDamagedError);
      expect((refused as Error).message).toMatch(
        new RegExp(`process ${running.pid} has it open: stop that \\(kintsugi down\\)`),
      );
    }
    setTimeout(() => running.kill('SIGKILL'), 3_000).unref();
    await ended(running);
    await opened();
    expect(await countWhole(content.packed)).toBe(content.packed.size);
    expect(await countWhole(content.files)).toBe(content.files.size);
    await countWhole(content.inline);
    await countRefs();
    expect(await store?.blobs.put(Buffer.from('new'))).toBeDefined();
  });
});

describe('a database that is damaged while it is open', () => {
  const harm = (): void => overwrite(Math.floor(size() / 2), 200_000);

  test('is looked through where one of two processes ended without closing it', async () => {
    await filled();
    await closed();
    await opened();
    const running = startChild(bundleChild(join(__dirname, 'damage.child.ts'), folder), [home]);
    await nextMessage(running);
    running.kill('SIGKILL');
    await ended(running);
    harm();
    await closed();
    expect((await opened()).local.recovered).toMatch(/was damaged/);
    await closed();
    expect((await opened()).local.recovered).toBeUndefined();
  });

  test('is looked through where the process that closed it had its doubts', async () => {
    await filled();
    harm();
    store?.local.doubt();
    await closed();
    expect((await opened()).local.recovered).toMatch(/was damaged/);
  });

  test('is looked through where the watch over it has told of the damage', async () => {
    await filled();
    const watch = new DamageWatch((store as OpenStore).local);
    const { read } = watch.over({
      read: () => Promise.reject(new Error('MDB_PAGE_NOTFOUND: Requested page not found')),
    });
    await expect(read()).rejects.toThrow('MDB_PAGE_NOTFOUND');
    expect(await watch.found).toBe('MDB_PAGE_NOTFOUND');
    watch.stop();
    harm();
    await closed();
    expect((await opened()).local.recovered).toMatch(/was damaged/);
  });
});

test('a pack whose head is damaged is counted, and the others are kept', async () => {
  const { packed } = await filled();
  await store?.blobs.putMany(Array.from({ length: 200 }, () => randomBytes(20_000)));
  await closed();
  const [first = ''] = readdirSync(join(home, 'packs'));
  truncateSync(join(home, 'packs', first), 10);
  truncateSync(database(), 0);
  await opened();
  const [note] = await damageNotes(home);
  expect(note?.note.unreadablePacks).toBe(1);
  expect(store?.local.recovered).toContain('(1 pack cannot be read)');
  expect(await countWhole(packed)).toBeLessThanOrEqual(packed.size);
  expect(existsSync(join(note?.folder ?? '', 'data.mdb'))).toBe(true);
});
