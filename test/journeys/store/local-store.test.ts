import { randomBytes } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import { BlobCorruptError, BlobMissingError } from '../../../src/store/errors';
import type { Store } from '../../../src/store/types';
import { asBlob } from '../../support/hashes';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = tempFolder('local-store');
  store = await openStore(join(folder, 'store'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (hash: string): string => join(folder, 'store', 'blobs', hash.slice(0, 2), hash.slice(2));

describe('the store on disk', () => {
  test('only its owner can read it', async () => {
    const hash = await store.blobs.put(randomBytes(100_000));
    const modeOf = (...path: string[]): string =>
      (statSync(join(folder, 'store', ...path)).mode & 0o777).toString(8);
    expect([modeOf(), modeOf('blobs'), modeOf('blobs', hash.slice(0, 2))]).toEqual(['700', '700', '700']);
    expect(modeOf('store.db')).toBe('600');
    expect(modeOf('store.db-wal')).toBe('600');
    expect((statSync(fileOf(hash)).mode & 0o777).toString(8)).toBe('600');
  });

  test('small blobs stand in the database, large ones are files, and nothing temporary is left', async () => {
    const small = await store.blobs.put(randomBytes(65_536));
    const large = await store.blobs.put(randomBytes(65_537));
    expect([existsSync(fileOf(small)), existsSync(fileOf(large))]).toEqual([false, true]);
    expect(readdirSync(join(folder, 'store', 'blobs', 'new'))).toEqual([]);
  });

  test('all of it is there after it was closed and opened again', async () => {
    const bytes = [randomBytes(10), randomBytes(200_000)];
    const hashes = await store.blobs.put(bytes);
    await store.refs.putOnce({ run: 'r', effect: 's' }, 'v');
    await store.close();
    store = await openStore(join(folder, 'store'));
    for (const [index, hash] of hashes.entries()) expect(await store.blobs.load(hash)).toEqual(bytes[index]);
    expect(await store.refs.get({ run: 'r', effect: 's' })).toBe('v');
  });

  test.each(['changed', 'truncated'])(
    'a large blob that was %s on disk is found corrupt, whole and as a stream, and mended by putting it again',
    async (how) => {
      const bytes = Buffer.alloc(300_000, 7);
      const hash = await store.blobs.put(bytes);
      const damage = (): void => {
        if (how === 'truncated') truncateSync(fileOf(hash), 100);
        else writeFileSync(fileOf(hash), Buffer.alloc(300_000, 8));
      };
      const drain = async (): Promise<void> => {
        for await (const chunk of store.blobs.stream(hash)) expect(chunk.length).toBeGreaterThan(0);
      };
      for (const read of [() => store.blobs.load(hash), drain]) {
        damage();
        const reading = read();
        await expect(reading).rejects.toBeInstanceOf(BlobCorruptError);
        await expect(reading).rejects.toThrow(hash);
        expect(await store.blobs.has(hash)).toBe(false);
        await store.blobs.put(bytes);
        expect((await store.blobs.load(hash)).equals(bytes)).toBe(true);
      }
    },
  );

  test('a truncated blob is mended by putting it again', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    const hash = await store.blobs.put(bytes);
    truncateSync(fileOf(hash), 100);
    await store.blobs.put(bytes);
    expect((await store.blobs.load(hash)).equals(bytes)).toBe(true);
  });

  test('a damaged small blob is found corrupt, and mended by putting it again', async () => {
    const marker = `marker-${'x'.repeat(50)}`;
    const hash = await store.blobs.put(Buffer.from(marker));
    await store.close();
    const data = join(folder, 'store', 'store.db');
    const bytes = readFileSync(data);
    for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1)) bytes[at] = 0x58;
    writeFileSync(data, bytes);
    store = await openStore(join(folder, 'store'));
    await expect(store.blobs.load(hash)).rejects.toBeInstanceOf(BlobCorruptError);
    await expect(store.blobs.load(hash)).rejects.toBeInstanceOf(BlobMissingError);
    await store.blobs.put(Buffer.from(marker));
    expect((await store.blobs.load(hash)).toString()).toBe(marker);
  });

  test('a blob file that was deleted is missing', async () => {
    const hash = await store.blobs.put(randomBytes(100_000));
    rmSync(fileOf(hash));
    await expect(store.blobs.load(hash)).rejects.toBeInstanceOf(BlobMissingError);
    expect(await store.blobs.has(hash)).toBe(false);
  });

  test('what a killed process left half-written goes when it is an hour old', async () => {
    const temp = (name: string): string => join(folder, 'store', 'blobs', 'new', `blob.${name}.tmp`);
    const [old, fresh] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'].map(
      temp,
    ) as [string, string];
    for (const path of [old, fresh]) writeFileSync(path, 'half');
    utimesSync(old, new Date(), new Date(Date.now() - 3_700_000));
    await store.close();
    store = await openStore(join(folder, 'store'));
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });
});

describe('several processes with the same store', () => {
  test('read what the others wrote, and agree on a reference; one of them is killed', async () => {
    const child = bundleChild(join(__dirname, 'local-store.child.ts'), folder);
    const names = ['a', 'b', 'killed'];
    const children = names.map((name) => startChild(child, [join(folder, 'store'), name]));
    const messages = (await Promise.all(children.map(nextMessage))) as { hashes: string[]; won: string }[];
    await Promise.all(children.map(ended));
    const winner = await store.refs.get({ run: 'shared', effect: 'winner' });
    expect(names).toContain(winner);
    for (const { hashes, won } of messages) {
      expect(won).toBe(winner);
      for (const hash of hashes)
        expect((await store.blobs.load(asBlob(hash))).length).toBeGreaterThanOrEqual(0);
    }
  });
});
