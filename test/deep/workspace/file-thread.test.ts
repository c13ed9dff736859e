import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as FileWriterModule from '../../../src/workspace/checkout/file-writer';
import { SafeDir } from '../../../src/workspace/io/safe-dir';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { MUTE_THREADS } from '../../support/broken-threads';
import { openIn } from '../../support/open-in';
import { tempFolder } from '../../support/temp-folder';

const FILES = 2_000;
let folder: string;

beforeEach(() => (folder = tempFolder('thread-death')));
afterEach(() => {
  jest.resetModules();
  rmSync(folder, { recursive: true, force: true });
});

/** A writer whose thread runs this script. */
function writerWith(script: string): (files: number) => FileWriterModule.FileWriter {
  const fileThread = join(folder, 'thread.js');
  writeFileSync(fileThread, script);
  jest.doMock('../../../src/machine/paths', () => ({ ARTEFACTS: { fileThread } }));
  const { FileWriter } = jest.requireActual<typeof FileWriterModule>(
    '../../../src/workspace/checkout/file-writer',
  );
  return (files) => new FileWriter(files);
}

async function writeAll(writer: FileWriterModule.FileWriter, into: string): Promise<void> {
  mkdirSync(join(folder, into));
  const dir = SafeDir.openRoot(join(folder, into));
  try {
    for (let index = 0; index < FILES; index++) {
      writer.take(dir, `f${index}`, 0o644, Buffer.from(String(index)));
      // Work between files lets the thread go on, and die.
      if (index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await writer.settle();
  } finally {
    await writer.close();
    dir.close();
  }
}

it('is started for many files only, and once', async () => {
  const starts = join(folder, 'starts');
  const real = join(PROJECT_ROOT, 'dist/workspace/checkout/file-thread.js');
  const script = `require('node:fs').appendFileSync(${JSON.stringify(starts)}, 'x');\nrequire(${JSON.stringify(real)});`;
  const create = writerWith(script);
  await writeAll(create(50), 'few');
  expect(existsSync(starts)).toBe(false);
  await writeAll(create(FILES), 'many');
  await writeAll(create(FILES), 'more');
  expect(readFileSync(starts, 'utf8')).toBe('x');
});

const DEATHS: [name: string, script: string][] = [
  ...MUTE_THREADS,
  [
    'throws after an answer',
    `let batches = 0;
     require('worker_threads').parentPort.on('message', (port) => port.on('message', ({ bytes }) => {
       if (batches++ > 0) throw new Error('broken');
       port.postMessage({ bytes }, [bytes]);
     }));`,
  ],
];

it.each(DEATHS)(
  'a thread that %s: an error or all files, at once, and next time without it',
  async (_, script) => {
    const create = writerWith(script);
    await writeAll(create(FILES), 'first').catch((error: Error) => {
      expect(error.message).toBe('The thread that writes files has ended.');
    });
    await writeAll(create(FILES), 'second');
    const second = Array.from({ length: FILES }, (_, index) =>
      readFileSync(join(folder, 'second', `f${index}`), 'utf8'),
    );
    expect(second).toEqual(Array.from({ length: FILES }, (_, index) => String(index)));
    expect(openIn(folder)).toEqual([]);
  },
);
