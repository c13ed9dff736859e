import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { DirectoryError } from '../../../src/workspace';
import { isRacy } from '../../../src/workspace/capture/folder-capture';
import { importDirectory } from '../../../src/workspace/capture/import';
import { materialise } from '../../../src/workspace/checkout/materialise';
import { createMemoryStore } from '../../support/memory-store';
import { encodeName } from '../../../src/machine/file-names';
import { readTreeFile } from '../../../src/store/tree-store';
import { asBlob, asTree } from '../../support/hashes';
import { manifest } from '../../support/manifest';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let root: string;
const store = createMemoryStore();

beforeEach(() => {
  folder = tempFolder('import');
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const capture = () => importDirectory(store, root);
const paths = async (tree: BlobHash): Promise<string[]> =>
  (await store.trees.list(asTree(tree), { dirs: true })).map(
    ({ path, type, mode }) => `${path} ${type} ${mode.toString(8)}`,
  );

/** Only root can, and not in every container. */
function canMakeDevices(): boolean {
  const probed = tempFolder('device');
  try {
    return spawnSync('mknod', [join(probed, 'zeros'), 'c', '1', '5']).status === 0;
  } finally {
    rmSync(probed, { recursive: true, force: true });
  }
}

describe('a look at some paths alone', () => {
  const files = async (tree: BlobHash) => (await store.trees.list(asTree(tree))).map(({ path }) => path);
  const only = (...places: string[]) => importDirectory(store, root, { only: places });

  test('takes folders elsewhere as they were captured last, and leaves them to the next look', async () => {
    plant(root, [
      { path: 'a/old.txt', text: 'old' },
      { path: 'b/deep/kept.txt', text: 'kept' },
      { path: 'gone/x.txt', text: 'x' },
    ]);
    await capture();
    writeFileSync(join(root, 'a/old.txt'), 'changed');
    writeFileSync(join(root, 'a/beside.txt'), 'beside');
    rmSync(join(root, 'gone'), { recursive: true });
    plant(root, [
      { path: 'new/y.txt', text: 'y' },
      { path: 'b/deep/other.txt', text: 'other' },
    ]);
    // So old that a look would believe the folder's own times from then on.
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(root, 'b/deep'), longAgo, longAgo);
    const looked = await only('a/old.txt', 'gone/x.txt', 'new/y.txt');
    const seen = ['a/beside.txt', 'a/old.txt', 'b/deep/kept.txt', 'new/y.txt'];
    expect(await files(looked.tree)).toEqual(seen);
    expect(looked.fileCount).toBe(seen.length);
    const later = await capture();
    expect(await files(later.tree)).toEqual([...seen, 'b/deep/other.txt'].toSorted());
  });

  test('looks at a folder whose record is older than what the folder above was captured with', async () => {
    plant(root, [
      { path: 'a/x.txt', text: 'x' },
      { path: 'target/long-ago.txt', text: 'long ago' },
      { path: 'odd/deep/first.txt', text: 'first' },
    ]);
    await capture();
    // Names that a record can't hold leave none, and what is heavy for a time keeps the one from before.
    writeFileSync(Buffer.concat([Buffer.from(join(root, 'odd/deep/')), Buffer.from([0xff])]), 'odd');
    plant(root, [{ path: 'Cargo.toml', text: '[package]' }]);
    await capture();
    rmSync(join(root, 'Cargo.toml'));
    rmSync(join(root, 'target/long-ago.txt'));
    writeFileSync(join(root, 'target/now.txt'), 'now');
    const looked = await only('Cargo.toml');
    expect(looked.tree).toBe((await capture()).tree);
    expect(await files(looked.tree)).toContain('target/now.txt');
  });

  test('reads a directory whole that was never captured', async () => {
    plant(root, [
      { path: 'a/x.txt', text: 'x' },
      { path: 'b/y.txt', text: 'y' },
    ]);
    const looked = await only('a/x.txt');
    expect(looked.tree).toBe((await capture()).tree);
    expect(looked.fileCount).toBe(2);
  });
});

describe('what is captured', () => {
  test('files, modes, links, empty folders and nested repositories, but not heavy folders', async () => {
    plant(root, [
      { path: 'a.sh', text: '#!/bin/sh', mode: 0o755 },
      { path: 'secret', text: 's', mode: 0o600 },
      { path: 'empty/deep', dir: true, mode: 0o711 },
      { path: 'in', link: 'a.sh' },
      { path: 'out', link: '/etc/passwd' },
      { path: 'up', link: '..' },
      { path: 'dangling', link: 'nowhere' },
      { path: 'nested/.git/config', text: '' },
      { path: 'nested/code.ts', text: '' },
      { path: 'node_modules/p/index.js', text: '' },
      { path: 'package.json', text: '{}' },
      { path: 'dist/x.js', text: '' },
      { path: 'tools/dist/kept.js', text: '' },
      { path: 'zero', text: '' },
    ]);
    const captured = await capture();
    expect(await paths(captured.tree)).toEqual([
      'a.sh file 755',
      'dangling link 0',
      'empty dir 755',
      'empty/deep dir 711',
      'in link 0',
      'nested dir 755',
      'nested/code.ts file 644',
      'out link 0',
      'package.json file 644',
      'secret file 600',
      'tools dir 755',
      'tools/dist dir 755',
      'tools/dist/kept.js file 644',
      'up link 0',
      'zero file 644',
    ]);
    expect(captured).toMatchObject({ fileCount: 10, byteCount: 9 + 1 + 2 });
    expect(captured.skipped.map(({ path }) => path).sort()).toEqual([
      'dist/',
      'nested/.git/',
      'node_modules/',
    ]);
    const link = await store.trees.find(captured.tree, 'out');
    expect((await store.blobs.load(link?.hash ?? asBlob(''))).toString()).toBe('/etc/passwd');
  });

  test('the same files give the same tree, wherever and whenever', async () => {
    plant(root, [
      { path: 'a/b', text: '1' },
      { path: 'c', text: '2' },
    ]);
    const first = await capture();
    utimesSync(join(root, 'c'), 1, 1);
    renameSync(root, join(folder, 'moved'));
    expect((await importDirectory(createMemoryStore(), join(folder, 'moved'))).tree).toBe(first.tree);
  });

  test('names that are not UTF-8, and those that differ in normal form only', async () => {
    const odd = Buffer.from('caf\xe9', 'latin1');
    for (const name of [odd, Buffer.from('caf\u00e9'), Buffer.from('cafe\u0301')]) {
      writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), name);
    }
    const { tree } = await capture();
    const entries = await store.trees.readDir(tree);
    expect(entries).toHaveLength(3);
    for (const entry of entries) expect(await store.blobs.load(entry.hash)).toEqual(encodeName(entry.name));
    await materialise(store, { tree, directory: join(folder, 'copy') });
    expect(manifest(join(folder, 'copy'))).toEqual(manifest(root));
  });

  test('large files, in chunks', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'kintsugi');
    writeFileSync(join(root, 'large'), bytes);
    const { tree } = await capture();
    expect((await readTreeFile(store, tree, 'large'))?.equals(bytes)).toBe(true);
    expect(await store.trees.find(tree, 'large')).toMatchObject({ size: bytes.length });
  });

  test('sockets and FIFOs are skipped and listed, and do not hold it up', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { tree, skipped } = await capture();
      expect(await paths(tree)).toEqual([]);
      expect(skipped).toEqual(
        expect.arrayContaining([
          { path: 'pipe', reason: 'it is a FIFO' },
          { path: 'socket', reason: 'it is a socket' },
        ]),
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('what is skipped below an unchanged folder is listed by each capture', async () => {
    plant(root, [{ path: 'pkg/kept', text: 'kept' }]);
    execFileSync('mkfifo', [join(root, 'pkg/pipe')]);
    for (let times = 0; times < 3; times++) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      const { skipped } = await capture();
      expect(skipped).toEqual([{ path: 'pkg/pipe', reason: 'it is a FIFO' }]);
    }
    rmSync(join(root, 'pkg/pipe'));
    expect((await capture()).skipped).toEqual([]);
  });

  (canMakeDevices() ? test : test.skip)('a device is skipped and listed, and is not read', async () => {
    // The one that gives bytes without end.
    execFileSync('mknod', [join(root, 'zeros'), 'c', '1', '5']);
    plant(root, [{ path: 'file', text: '' }]);
    const { tree, skipped } = await capture();
    expect(await paths(tree)).toEqual(['file file 644']);
    expect(skipped).toEqual([{ path: 'zeros', reason: 'it is a device' }]);
  });

  test('very deep folders; what has too long a path is listed', async () => {
    const name = 'd'.repeat(200);
    let deep = root;
    for (let depth = 0; depth < 19; depth += 1) deep = join(deep, name);
    mkdirSync(deep, { recursive: true });
    execFileSync('sh', ['-c', 'cd "$1" && mkdir "$2" && cd "$2" && mkdir "$2" && : > x', 'sh', deep, name]);
    const { tree, skipped } = await capture();
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('longer than') as string }]);
    expect(await paths(tree)).toHaveLength(15);
    execFileSync('rm', ['-rf', root]);
  });

  test("Kintsugi's own data is not captured", async () => {
    plant(root, [
      { path: 'data/kintsugi/x', text: '' },
      { path: 'data/y', text: '' },
    ]);
    const { tree } = await importDirectory({ ...store, exclude: [join(root, 'data', 'kintsugi')] }, root);
    expect(await paths(tree)).toEqual(['data dir 755', 'data/y file 644']);
  });

  test('a folder that is swapped for a link while it is captured is not followed', async () => {
    plant(folder, [{ path: 'outside/secret', text: 'secret' }]);
    plant(root, [{ path: 'dir/inside', text: 'i' }]);
    let stop = false;
    const swap = async (): Promise<void> => {
      for (let at = 0; !stop; at += 1) {
        if (at % 2 === 0) {
          renameSync(join(root, 'dir'), join(folder, 'away'));
          symlinkSync(join(folder, 'outside'), join(root, 'dir'));
        } else {
          rmSync(join(root, 'dir'));
          renameSync(join(folder, 'away'), join(root, 'dir'));
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const swapping = swap();
    const seen = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      for (const path of await paths((await capture()).tree)) seen.add(path);
      await new Promise((resolve) => setImmediate(resolve));
    }
    stop = true;
    await swapping;
    expect([...seen].filter((path) => path.includes('secret'))).toEqual([]);
  });
});

describe('the stat cache', () => {
  const settle = (name: string): void => utimesSync(join(root, name), 1_000, 1_000);

  test('an unchanged file is not read again, a changed one is', async () => {
    plant(root, [
      { path: 'kept', text: 'one' },
      { path: 'edited', text: 'one' },
    ]);
    // Old enough to be trusted: the change time cannot be set, so wait for it to pass.
    await new Promise((resolve) => setTimeout(resolve, 60));
    const first = await capture();
    const put = jest.spyOn(store.blobs, 'put');
    expect((await importDirectory(store, root)).tree).toBe(first.tree);
    expect(put.mock.calls.flat(2)).toEqual([]);
    put.mockRestore();
    writeFileSync(join(root, 'edited'), 'two');
    settle('edited');
    const second = await capture();
    expect((await readTreeFile(store, second.tree, 'edited'))?.toString()).toBe('two');
  });

  test('a file that changes again at once, with the same size and times, is not missed', async () => {
    writeFileSync(join(root, 'racy'), 'aaa');
    await capture();
    writeFileSync(join(root, 'racy'), 'bbb');
    expect((await readTreeFile(store, (await capture()).tree, 'racy'))?.toString()).toBe('bbb');
    const now = Date.now();
    const at = (ms: number) => ({
      mtimeNs: BigInt(ms) * 1_000_000n + 1n,
      ctimeNs: BigInt(ms) * 1_000_000n + 1n,
    });
    expect([isRacy(at(now), now), isRacy(at(now - 10), now), isRacy(at(now - 100), now)]).toEqual([
      true,
      true,
      false,
    ]);
    const coarse = BigInt(Math.floor(now / 1000) - 1) * 1_000_000_000n;
    expect(isRacy({ mtimeNs: coarse, ctimeNs: coarse }, now)).toBe(true);
  });

  test('names that come, go or are exchanged deep below are seen, also right after a capture', async () => {
    const old = Array.from({ length: 30 }, (_, index) => `a/b/old${String(index).padStart(2, '0')}`);
    plant(
      root,
      old.map((path) => ({ path, text: path })),
    );
    const names = async () =>
      (await store.trees.list((await capture()).tree)).map(({ path }) => path).toSorted();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await names()).toEqual(old);
    for (let name = old.shift(); name !== undefined; name = old.shift()) {
      rmSync(join(root, name));
      expect(await names()).toEqual(old);
      // Where the kernel's clock is coarse, often within the same tick as the removal: the folder then has the same times.
      writeFileSync(join(root, 'a/b/new'), '');
      expect(await names()).toEqual(['a/b/new', ...old]);
      renameSync(join(root, 'a/b/new'), join(root, 'a/moved'));
      expect(await names()).toEqual([...old, 'a/moved']);
      rmSync(join(root, 'a/moved'));
    }
    renameSync(join(root, 'a'), join(folder, 'elsewhere'));
    plant(root, [{ path: 'a/c', text: 'c' }]);
    expect(await names()).toEqual(['a/c']);
  });

  test('a blob that the store has lost is read again', async () => {
    plant(root, [{ path: 'x', text: 'lost' }]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await capture();
    const emptied = { ...createMemoryStore(), stats: store.stats };
    const { tree } = await importDirectory(emptied, root);
    expect((await readTreeFile(emptied, tree, 'x'))?.toString()).toBe('lost');
  });

  test('a mode is not cached', async () => {
    plant(root, [{ path: 'x', text: '' }]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await capture();
    chmodSync(join(root, 'x'), 0o755);
    expect(await paths((await capture()).tree)).toEqual(['x file 755']);
  });
});

describe('directories that are refused', () => {
  test('one that is not there, a file, and the root of the file system', async () => {
    writeFileSync(join(root, 'f'), '');
    for (const bad of [join(root, 'none'), join(root, 'f'), join(root, 'f', 'x'), '/']) {
      await expect(importDirectory(store, bad)).rejects.toBeInstanceOf(DirectoryError);
    }
  });

  test('an abort ends it', async () => {
    plant(
      root,
      Array.from({ length: 3_000 }, (_, index) => ({ path: `f${index}`, text: String(index) })),
    );
    const reason = new Error('stop');
    await expect(importDirectory(store, root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
