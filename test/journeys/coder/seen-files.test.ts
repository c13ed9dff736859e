import type { DirectoryContext } from '../../../src/coder/tools/directory';
import { SHOP, ToolBench, type ToolRun } from '../../support/directory-tools';

const bench = new ToolBench();
afterAll(() => bench.close());

function runOn(
  files: Readonly<Record<string, string>> = SHOP,
  given: Partial<Omit<DirectoryContext, 'seen'>> = {},
): Promise<ToolRun> {
  return bench.run(files, given);
}

test('a file is written whole only by who knows its text', async () => {
  const run = await runOn();
  const blind = await run.call('edit', { path: 'src/price.ts', content: 'export {};\n' });
  expect(blind.text).toContain('You have not read src/price.ts');
  await run.call('read', { path: 'src/price.ts' });
  expect((await run.call('edit', { path: 'src/price.ts', content: 'export const a = 1;\n' })).ok).toBe(true);
  // What it wrote it knows.
  expect((await run.call('edit', { path: 'src/price.ts', content: 'export const a = 2;\n' })).ok).toBe(true);
});

test('a file that was read in part is not written whole', async () => {
  const long = Array.from({ length: 900 }, (_, n) => `export const name${n} = ${n};`).join('\n');
  const run = await runOn({ ...SHOP, 'src/long.ts': `${long}\n`, 'wide.txt': `${'x'.repeat(3_000)}\nend` });
  const write = (path: string): Promise<string> => run.text('edit', { path, content: 'export {};\n' });
  await run.call('read', { path: 'src/price.ts', from: 2, to: 2 });
  expect(await write('src/price.ts')).toContain('You have not read line 1 of src/price.ts: read that before');
  // A part after the other, in any order, is the whole.
  await run.call('read', { path: 'src/price.ts', from: 3, to: 3 });
  await run.call('read', { path: 'src/price.ts', to: 1 });
  expect(await write('src/price.ts')).toContain('modified src/price.ts');

  const first = await run.text('read', { path: 'src/long.ts' });
  const next = Number(/read on from line (\d+)/.exec(first)?.[1]);
  expect(await write('src/long.ts')).toContain(`You have not read lines ${next} to 900 of src/long.ts`);
  for (let from = next; from <= 900;)
    from = Number(/lines \d+ to (\d+)/.exec(await run.text('read', { path: 'src/long.ts', from }))?.[1]) + 1;
  expect(await write('src/long.ts')).toContain('modified src/long.ts');

  await run.call('read', { path: 'wide.txt' });
  expect(await write('wide.txt')).toContain('You have not read line 1 from column 2001 of wide.txt');
  await run.call('read', { path: 'wide.txt', to: 1, column: 2_001 });
  expect(await write('wide.txt')).toContain('modified wide.txt');
});

test('an edit of a passage shows nothing else of the file', async () => {
  const run = await runOn();
  const path = 'src/price.ts';
  const edits = [{ search: 'prices.length', replace: '0' }];
  expect((await run.call('edit', { path, edits })).ok).toBe(true);
  expect(await run.text('edit', { path, content: '' })).toContain('You have not read lines 1 to 3 of');
  await run.call('read', { path, from: 1, to: 1 });
  await run.call('edit', { path, rename: 'src/moved.ts' });
  expect(await run.text('edit', { path: 'src/moved.ts', content: '' })).toContain('not read lines 2 to 3 of');
  await run.call('read', { path: 'src/moved.ts' });
  await run.call('edit', { path: 'src/moved.ts', edits: [{ search: 'return 0', replace: 'return 1' }] });
  expect((await run.call('edit', { path: 'src/moved.ts', content: 'export {};\n' })).ok).toBe(true);
});

test('a file whose secrets were not shown is not written whole', async () => {
  const run = await runOn(SHOP, { redact: (text) => text.replaceAll('number', '[REDACTED]') });
  await run.call('read', { path: 'src/price.ts' });
  expect(await run.text('edit', { path: 'src/price.ts', content: 'export {};\n' })).toContain(
    'src/price.ts holds secrets, which are not shown',
  );
});
