import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter } from '../../../src/workspace/checkout/file-writer';
import { SafeDir } from '../../../src/workspace/io/safe-dir';
import { BATCHED_SIZE } from '../../../src/workspace/checkout/write-batch';
import { decodeName } from '../../../src/machine/file-names';
import { openIn } from '../../support/open-in';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('file-writer')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ODD = decodeName(Buffer.from([0x66, 0xff, 0x80]));
const pathOf = (index: number): string => join(folder, `d${index % 90}`, `f${index}`);
const textOf = (index: number): string => `${index} `.repeat(index % 700);

/** Writes so many files, of up to a few KiB, into 90 folders. */
async function writeMany(count: number, told = count): Promise<void> {
  const writer = new FileWriter(told);
  mkdirSync(folder, { recursive: true });
  const root = SafeDir.openRoot(folder);
  const dirs = Array.from({ length: Math.min(90, count) }, (_, index) => {
    mkdirSync(join(folder, `d${index}`), { recursive: true });
    return root.openDir(`d${index}`);
  });
  try {
    for (let index = 0; index < count; index++) {
      const dir = dirs[index % 90] ?? root;
      writer.take(dir, `f${index}`, index % 3 === 0 ? 0o755 : 0o640, Buffer.from(textOf(index)));
    }
    await writer.settle();
  } finally {
    await writer.close();
    for (const dir of [...dirs, root]) dir.close();
  }
}

describe.each([
  ['one thread', 1_500, 0],
  ['two threads', 3_000, 3_000],
])('many small files by %s', (_, count, told) => {
  it('are as they were given, with their modes', async () => {
    await writeMany(count, told);
    const indexes = Array.from({ length: count }, (_, index) => index);
    const found = indexes.map((index) => [
      readFileSync(pathOf(index), 'utf8'),
      statSync(pathOf(index)).mode & 0o7777,
    ]);
    expect(found).toEqual(indexes.map((index) => [textOf(index), index % 3 === 0 ? 0o755 : 0o640]));
  });

  it('are not written over what is there, which ends it, with no descriptor left open', async () => {
    mkdirSync(join(folder, 'd7'), { recursive: true });
    writeFileSync(pathOf(97), 'mine');
    await expect(writeMany(count, told)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(pathOf(97), 'utf8')).toBe('mine');
    expect(openIn(folder)).toEqual([]);
  });
});

it('takes empty files, names that are not UTF-8, and files as large as it takes', async () => {
  const root = SafeDir.openRoot(folder);
  const writer = new FileWriter(10_000);
  const large = Buffer.alloc(BATCHED_SIZE, 'x');
  writer.take(root, 'empty', 0o600, Buffer.alloc(0));
  writer.take(root, ODD, 0o600, Buffer.from('odd'));
  for (let index = 0; index < 20; index++) writer.take(root, `large${index}`, 0o600, large);
  await writer.settle();
  await writer.close();
  expect(statSync(join(folder, 'empty')).size).toBe(0);
  expect(readFileSync(root.at(ODD), 'utf8')).toBe('odd');
  for (let index = 0; index < 20; index++)
    expect(readFileSync(join(folder, `large${index}`)).equals(large)).toBe(true);
  root.close();
});

it('writes nothing more once it is closed', async () => {
  const root = SafeDir.openRoot(folder);
  const writer = new FileWriter(10_000);
  writer.take(root, 'gathered', 0o600, Buffer.from('x'));
  await writer.close();
  root.close();
  expect(readdirSync(folder)).toEqual([]);
});
