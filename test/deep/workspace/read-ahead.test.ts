import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as FileThreadModule from '../../../src/workspace/checkout/file-thread-link';
import type * as ImportModule from '../../../src/workspace/capture/import';
import type * as ReadAheadModule from '../../../src/workspace/capture/read-ahead';
import { materialise } from '../../../src/workspace/checkout/materialise';
import type { ImportedTree } from '../../../src/domain/files/workspace';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { openStore, type OpenStore } from '../../../src/store';
import { hashBytes } from '../../../src/store/hash';
import { MUTE_THREADS } from '../../support/broken-threads';
import { manifest } from '../../support/manifest';
import { openIn } from '../../support/open-in';
import { tempFolder } from '../../support/temp-folder';

const REAL = join(PROJECT_ROOT, 'dist/workspace/checkout/file-thread.js');
let folder: string;
let project: string;
let stores: OpenStore[];

beforeEach(() => {
  folder = tempFolder('read-ahead');
  project = join(folder, 'project');
  stores = [];
  plantProject();
});
afterEach(async () => {
  jest.resetModules();
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** 60 folders with 20 files each, some of them odd: large, empty, links, names that are no UTF-8, folders in folders. */
function plantProject(): void {
  for (let index = 0; index < 60; index++) {
    const dir = join(project, `p${index % 6}`, `m${index}`);
    mkdirSync(join(dir, 'empty'), { recursive: true });
    for (let file = 0; file < 20; file++)
      writeFileSync(join(dir, `f${file}`), `${index} ${file} `.repeat(file * 30));
    if (index % 5 === 0) writeFileSync(join(dir, 'large'), Buffer.alloc(400_000, index));
    if (index % 7 === 0) symlinkSync('../m1/f1', join(dir, 'link'));
    if (index % 7 === 1) symlinkSync('..', join(dir, 'up'));
    if (index % 11 === 0) writeFileSync(Buffer.from(`${dir}/odd-\xff`, 'latin1'), 'odd');
    if (index % 13 === 0) mkdirSync(Buffer.from(`${dir}/dir-\xfe`, 'latin1'));
    if (index % 9 === 0) writeFileSync(join(dir, '.kintsugi'), 'dot');
  }
}

interface Machine {
  capture(): Promise<ImportedTree>;
  /** Folders that were handed to the other thread. */
  handedOver(): number;
  store: OpenStore;
  link: typeof FileThreadModule;
}

/** A machine whose file thread runs this script. */
async function machine(name: string, script = `require(${JSON.stringify(REAL)});`): Promise<Machine> {
  jest.resetModules();
  const fileThread = join(folder, `${name}.js`);
  writeFileSync(fileThread, script);
  jest.doMock('../../../src/machine/paths', () => ({ ARTEFACTS: { fileThread } }));
  const actual = <T extends object>(module: string): T =>
    jest.requireActual<T>(`../../../src/workspace/${module}`);
  const { ReadAhead } = actual<typeof ReadAheadModule>('capture/read-ahead');
  const begin = jest.spyOn(ReadAhead.prototype, 'begin');
  const { importDirectory } = actual<typeof ImportModule>('capture/import');
  const store = await openStore(join(folder, name));
  stores.push(store);
  return {
    capture: () => importDirectory(store, project),
    handedOver: () => begin.mock.calls.length,
    store,
    link: actual<typeof FileThreadModule>('checkout/file-thread-link'),
  };
}

/** Capture of the project that reads everything by itself. */
async function alone(): Promise<ImportedTree> {
  const one = await machine('alone');
  const taken = one.link.takeThread({ answered: () => undefined, died: () => undefined });
  const captured = await one.capture();
  expect(one.handedOver()).toBe(0);
  taken?.release();
  return captured;
}

test('a capture with another thread that reads ahead makes the same tree, and all of it is stored', async () => {
  const wanted = await alone();
  const both = await machine('both');
  expect(await both.capture()).toEqual(wanted);
  expect(both.handedOver()).toBeGreaterThan(10);
  const directory = join(folder, 'checkout');
  await materialise(both.store, { tree: wanted.tree, directory });
  expect(manifest(directory)).toEqual(manifest(project));
  expect(await both.capture()).toEqual(wanted);
  expect(openIn(project)).toEqual([]);
});

const THREADS: [what: string, script: string][] = [
  ...MUTE_THREADS,
  [
    'throws after some answers',
    `let asked = 0;
     const { readFolder } = require(${JSON.stringify(REAL.replace('checkout/file-thread', 'capture/read-folder'))});
     require('worker_threads').parentPort.on('message', (port) => port.on('message', (task) => {
       if (asked++ > 5) throw new Error('broken');
       const answer = readFolder(task);
       port.postMessage(answer, [answer.bytes]);
     }));`,
  ],
  [
    'can read nothing',
    `require('worker_threads').parentPort.on('message', (port) => port.on('message', ({ bytes }) =>
       port.postMessage({ bytes, own: undefined, listedAtMs: 0, names: [], files: new Set(), read: [] }, [bytes])));`,
  ],
  [
    'tells of a folder as it was before it was changed',
    `require('worker_threads').parentPort.on('message', (port) => port.on('message', ({ bytes }) =>
       port.postMessage({ bytes, own: [1, 2, 3, 4, 5], listedAtMs: 0, names: ['ghost'], files: new Set(['ghost']),
         read: [] }, [bytes])));`,
  ],
];

test.each(THREADS)('a thread that %s costs nothing but time', async (_, script) => {
  const wanted = await alone();
  const harmed = await machine('harmed', script);
  expect(await harmed.capture()).toEqual(wanted);
  expect(openIn(project)).toEqual([]);
  const whole = await machine('whole');
  expect(await whole.capture()).toEqual(wanted);
});

test('the other thread never follows a link, however often a folder is swapped for one', async () => {
  const wanted = await alone();
  const outside = join(folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'f1'), 'of nobody else');
  const swapping = await machine(
    'swapping',
    `const fs = require('node:fs');
     const { readFolder } = require(${JSON.stringify(REAL.replace('checkout/file-thread', 'capture/read-folder'))});
     require('worker_threads').parentPort.on('message', (port) => port.on('message', (task) => {
       const away = ${JSON.stringify(join(folder, 'away'))};
       fs.renameSync(task.folder, away);
       fs.symlinkSync(${JSON.stringify(outside)}, task.folder);
       const answer = readFolder(task);
       fs.unlinkSync(task.folder);
       fs.renameSync(away, task.folder);
       port.postMessage(answer, [answer.bytes]);
     }));`,
  );
  const captured = await swapping.capture();
  expect(swapping.handedOver()).toBeGreaterThan(10);
  expect(captured.tree).toBe(wanted.tree);
  expect(await swapping.store.blobs.has(hashBytes(Buffer.from('of nobody else')))).toBe(false);
});
