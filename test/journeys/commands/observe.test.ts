import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { observesReads, ReadObserver } from '../../../src/commands/observe';
import { importDirectory } from '../../../src/workspace/capture/import';
import { createMemoryStore } from '../../support/memory-store';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const never = new AbortController().signal;
const store = createMemoryStore();
let work: string;

beforeEach(() => {
  work = tempFolder('observe');
  plant(work, [
    { path: 'run.sh', text: 'true' },
    { path: 'empty', text: '' },
    { path: 'cases/a.in', text: '1' },
    { path: 'cases/b.in', text: '2' },
    { path: 'src/sum.js', text: '' },
  ]);
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

async function openedBy(act: () => void) {
  const { tree } = await importDirectory(store, work);
  const observer = await ReadObserver.watch(store.trees, tree, work, never);
  act();
  return observer.opened(never);
}

test('files that were read and folders that were listed are told, and no others', async () => {
  const opened = await openedBy(() => {
    readFileSync(join(work, 'run.sh'));
    readFileSync(join(work, 'empty'));
    readdirSync(join(work, 'cases'));
    statSync(join(work, 'src/sum.js'));
    writeFileSync(join(work, 'new'), '');
  });
  expect({ files: opened.files.sort(), folders: opened.folders }).toEqual({
    files: ['empty', 'run.sh'],
    folders: ['cases'],
  });
});

test('files that were removed or replaced count as read', async () => {
  const opened = await openedBy(() => {
    rmSync(join(work, 'cases/a.in'));
    writeFileSync(join(work, 'other'), '');
    renameSync(join(work, 'other'), join(work, 'run.sh'));
  });
  expect(opened.files.sort()).toEqual(['cases/a.in', 'run.sh']);
});

test('modification times stay, by which tools tell what is stale', async () => {
  utimesSync(join(work, 'run.sh'), 1_000, 1_000);
  const before = statSync(join(work, 'src/sum.js')).mtimeMs;
  await openedBy(() => undefined);
  expect(statSync(join(work, 'run.sh')).mtimeMs).toBe(1_000_000);
  expect(Math.abs(statSync(join(work, 'src/sum.js')).mtimeMs - before)).toBeLessThan(1);
});

test('a folder that can not be written tells nothing', () => {
  expect(observesReads(join(work, 'run.sh'))).toBe(false);
  expect(observesReads(work)).toBe(true);
  expect(readdirSync(work).sort()).toEqual(['cases', 'empty', 'run.sh', 'src']);
});
