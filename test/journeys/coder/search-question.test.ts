import { SHOP, ToolBench } from '../../support/directory-tools';

const bench = new ToolBench();

afterAll(() => bench.close());

test('search by a question tells file, lines, symbol, score and why, of the files as they are now', async () => {
  const run = await bench.run(SHOP);
  const said = await run.text('search', { question: 'where is the total of prices added up?' });
  expect(said).toMatch(/^src\/price\.ts:1-3 src\/price\.ts#total \(score 0\.\d{4}; .*symbols 1/);
  expect(said).toContain('2:   return prices.length;');
  await run.call('edit', {
    path: 'src/discount.ts',
    content: 'export const rebate = (n: number) => n / 2;\n',
  });
  expect(await run.text('search', { question: 'rebate' })).toMatch(/^src\/discount\.ts:1-1 /);
  expect(await run.text('search', { question: 'total', path: 'src/util' })).toMatch(
    /^(?:src\/util\/|Nothing answers)/,
  );
});

test('search by a question shows no file that holds secrets by its name, and wants a question or a pattern', async () => {
  const run = await bench.run(SHOP);
  expect(await run.text('search', { question: 'api key hush' })).not.toContain('hush');
  expect(await run.call('search', {})).toMatchObject({ ok: false });
  expect(await run.call('search', { pattern: 'a', question: 'b' })).toMatchObject({ ok: false });
  expect(await run.text('search', { question: 'zzqqxx' })).toContain('Nothing answers the question');
});
