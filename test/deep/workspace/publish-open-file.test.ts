import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importDirectory } from '../../../src/workspace/capture/import';
import { publish } from '../../../src/workspace/publish/publish';
import { createMemoryStore } from '../../support/memory-store';
import { tempFolder } from '../../support/temp-folder';

const FILES = 200;
const nameOf = (index: number): string => `f${String(index).padStart(3, '0')}.txt`;

let folder: string;
let root: string;
beforeEach(() => {
  folder = tempFolder('publish-open');
  root = join(folder, 'root');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fill(text: string | undefined): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'kept'), { recursive: true });
  for (let index = 0; index < FILES; index++)
    if (text !== undefined) writeFileSync(join(root, nameOf(index)), `${text} ${index}\n`);
}

/** An editor that opened files before a publish, and writes to them as soon as the publish has come to the watched one. */
const EDITOR = `
  const { parentPort, workerData } = require('node:worker_threads');
  const fs = require('node:fs');
  const open = workerData.files.map((file) => fs.openSync(file, 'r+'));
  const before = fs.statSync(workerData.watched).ino;
  parentPort.postMessage('ready');
  const deadline = Date.now() + 60000;
  while (Date.now() < deadline) {
    const now = fs.statSync(workerData.watched, { throwIfNoEntry: false });
    if (now === undefined || now.ino !== before) break;
  }
  for (const fd of open) fs.writeSync(fd, 'WRITTEN BY THE EDITOR\\n', 0);
  parentPort.postMessage('written');
`;

async function publishUnderAnEditor(after: string | undefined, watched: string) {
  const store = createMemoryStore();
  fill(after);
  const { tree } = await importDirectory(store, root);
  fill('before');
  const { tree: base } = await importDirectory(store, root);
  const files = [0, FILES - 1].map((index) => join(root, nameOf(index)));
  const inodes = files.map((file) => statSync(file).ino);
  const editor = new Worker(EDITOR, {
    eval: true,
    workerData: { files, watched: join(root, watched) },
  });
  try {
    await once(editor, 'message');
    const written = once(editor, 'message');
    const outcome = await publish(
      { ...store, journals: join(folder, 'journals') },
      { directory: root, base, tree, key: { run: 'run', effect: 'publish' } },
    );
    await written;
    return { outcome, files, inodes };
  } finally {
    await editor.terminate();
  }
}

describe('a publish while a program writes to files that it opened before', () => {
  test.each([
    // Removals begin with the last.
    ['replaces', 'after', nameOf(0)],
    ['removes', undefined, nameOf(FILES - 1)],
  ])('is in conflict where it %s them, and what was written stays at its path', async (_, after, path) => {
    const { outcome, files, inodes } = await publishUnderAnEditor(after, path);
    expect(outcome).toMatchObject({
      status: 'conflict',
      conflicts: [{ path, reason: 'a program that has it open wrote to it' }],
    });
    for (const file of files) expect(readFileSync(file, 'utf8')).toMatch(/^WRITTEN BY THE EDITOR\n/);
    expect(files.map((file) => statSync(file).ino)).toEqual(inodes);
    // All else is as it was.
    expect(readFileSync(join(root, nameOf(1)), 'utf8')).toBe('before 1\n');
    expect(readdirSync(root).filter((name) => name.startsWith('.kintsugi-'))).toEqual([]);
  });
});
