import { DIRECTORY_TOOLS } from '../../../src/coder/tools/directory';
import type { DirectoryContext } from '../../../src/coder/tools/directory';
import { asTree } from '../../support/hashes';
import { treeOf } from '../../support/text-trees';
import { SHOP, ToolBench, type ToolRun } from '../../support/directory-tools';

const bench = new ToolBench();
afterAll(() => bench.close());

function runOn(
  files: Readonly<Record<string, string>> = SHOP,
  given: Partial<Omit<DirectoryContext, 'seen'>> = {},
): Promise<ToolRun> {
  return bench.run(files, given);
}

describe('looking around', () => {
  test('list shows folders, files with sizes, and what is below them where that is asked for', async () => {
    const run = await runOn();
    expect((await run.text('list')).split('\n')).toEqual([
      '.env  13 B',
      'package.json  19 B',
      'src/  2 entries',
      'test/  1 entry',
      'tsconfig.json  74 B',
    ]);
    expect(await run.text('list', { path: 'src', depth: 3 })).toBe(
      'src/price.ts  76 B\nsrc/util/\nsrc/util/round.ts  59 B',
    );
    expect(await run.call('list', { path: 'nowhere' })).toMatchObject({ ok: false });
  });

  test('glob finds paths', async () => {
    const run = await runOn();
    expect(await run.text('glob', { pattern: '**/*.ts' })).toBe(
      'src/price.ts\nsrc/util/round.ts\ntest/price.test.ts',
    );
    expect(await run.text('glob', { pattern: '*.rs' })).toContain(
      'No file matches *.rs. The project has 6 files.',
    );
  });

  test('read gives numbered lines of a range, and says what is there besides', async () => {
    const run = await runOn();
    expect(await run.text('read', { path: './src/price.ts', from: 2, to: 9 })).toBe(
      'src/price.ts, lines 2 to 3 of 3\n2 |   return prices.length;\n3 | }',
    );
    expect(await run.text('read', { path: 'src' })).toContain('is a folder');
    expect(await run.text('read', { path: 'src/price.ts', from: 9 })).toContain('has 3 lines');
    expect(await run.text('read', { path: 'src/prize.ts' })).toContain('look for it with glob');
    expect(await run.text('read', { path: 'dist/out.js' })).toBe(
      'dist/out.js lies in dist, which is not captured (build output).',
    );
  });

  test('a long file is read on from where a result is full, and a long line by columns', async () => {
    const run = await runOn({
      'a.txt': `${Array.from({ length: 2_000 }, (_, n) => `line ${n + 1}`).join('\n')}\n`,
      'b.txt': `${'x'.repeat(5_000)}END`,
    });
    const first = await run.text('read', { path: 'a.txt' });
    expect(first.length).toBeLessThanOrEqual(10_000);
    const next = Number(/read on from line (\d+)/.exec(first)?.[1]);
    expect(first).toContain(`${next - 1} | line ${next - 1}\n`);
    expect(await run.text('read', { path: 'a.txt', from: next, to: next })).toContain(`line ${next}`);
    expect(await run.text('read', { path: 'b.txt' })).toContain('from column 2001');
    expect(await run.text('read', { path: 'b.txt', column: 4_001 })).toMatch(/x{1000}END$/);
  });

  test('search finds lines', async () => {
    const run = await runOn({
      ...SHOP,
      'crlf.txt': 'one\r\ntotal\r\n',
      'odd\nname.txt': 'total\n',
      'end.txt': 'a\n\ntotal',
    });
    expect(await run.text('search', { pattern: '^total$' })).toBe(
      'crlf.txt\n2: total\nend.txt\n3: total\n"odd\\nname.txt"\n1: total',
    );
    expect(
      await run.text('search', {
        pattern: 'TOTAL(',
        literal: true,
        ignoreCase: true,
        glob: '*.ts',
        context: 1,
      }),
    ).toBe(
      [
        'src/price.ts',
        '1: export function total(prices: number[]): number {',
        '2-   return prices.length;',
        'test/price.test.ts',
        "1- import { total } from '../src/price';",
        "2: test('adds up', () => expect(total([1, 2])).toBe(3));",
        "3: test('is none of none', () => expect(total([])).toBe(0));",
        '4- ',
      ].join('\n'),
    );
    expect(await run.text('search', { pattern: 'Math\\.(?=round)' })).toBe(
      'src/util/round.ts\n1: export const round = (n: number): number => Math.round(n);',
    );
    expect(await run.text('search', { pattern: 'total', path: 'src/util' })).toContain(
      'No line matches in 1 file',
    );
    expect(await run.call('search', { pattern: 'a(' })).toMatchObject({ ok: false });
  });

  test('search shows a bounded number of lines and says that there are more', async () => {
    const run = await runOn({ 'a.txt': 'yes\n'.repeat(1_000), 'b.txt': 'yes\n' });
    const said = await run.text('search', { pattern: 'yes' });
    expect(said).toContain('200: yes\nOnly the first 200 matching lines are shown');
  });
});

describe('changing files', () => {
  test('edit replaces a passage and ends with the new errors of the file', async () => {
    const run = await runOn();
    const wrong = await run.text('edit', {
      path: 'src/price.ts',
      edits: [{ search: '  return prices.length;', replace: '  return prices.join();' }],
    });
    expect(wrong).toBe(
      "modified src/price.ts (+1 -1)\n1 new syntax or type error:\nsrc/price.ts:2:3 TS2322 Type 'string' is not assignable to type 'number'.",
    );
    const mended = await run.text('edit', {
      path: 'src/price.ts',
      edits: [{ search: 'prices.join()', replace: 'prices.reduce((sum, price) => sum + price, 0)' }],
    });
    expect(mended).toBe('modified src/price.ts (+1 -1)\nNo new syntax or type errors.');
    expect((await run.files())['src/price.ts']).toContain('sum + price');
    expect(await run.text('diff')).toContain('-  return prices.length;\n+  return prices.reduce');
  });

  test('edit creates, renames and deletes, and replaces every place where that is asked for', async () => {
    const run = await runOn();
    await run.call('edit', { path: 'src/new.py', content: 'a = 1\nb = a + a\n' });
    expect(
      await run.text('edit', { path: 'src/new.py', edits: [{ search: 'a', replace: 'c', all: true }] }),
    ).toContain('No new syntax or type errors.');
    expect(await run.text('edit', { path: 'src/new.py', rename: 'src/old.py' })).toContain(
      'renamed src/old.py from src/new.py',
    );
    expect((await run.files())['src/old.py']).toBe('c = 1\nb = c + c\n');
    await run.call('edit', { path: 'src/old.py', delete: true });
    expect(await run.text('diff')).toBe('Nothing has changed so far.');
  });

  test('a renamed file does not tell its old errors again', async () => {
    const run = await runOn({ ...SHOP, 'src/old.ts': "export const n: number = 'x';\n" });
    expect(await run.text('edit', { path: 'src/old.ts', rename: 'src/new.ts' })).toContain(
      'No new syntax or type errors.',
    );
  });

  test('stale and ambiguous passages are told with what stands there', async () => {
    const run = await runOn({ 'a.ts': 'const a = 1;\nconst b = 2;\nconst a2 = 1;\nlog(1);\nlog(1);\n' });
    const stale = await run.call('edit', { path: 'a.ts', edits: [{ search: 'const b = 3;', replace: 'x' }] });
    expect(stale.ok).toBe(false);
    expect(stale.text).toContain('Nothing was changed:');
    expect(stale.text).toContain('const b = 2;');
    const twice = await run.call('edit', { path: 'a.ts', edits: [{ search: 'log(1);', replace: 'x' }] });
    expect(twice.ok).toBe(false);
    expect(twice.tree).toBeUndefined();
  });

  test('a path out of the project is told as one', async () => {
    const run = await bench.run(SHOP);
    expect(await run.text('edit', { path: '../../etc/passwd', content: 'x' })).toContain('has a part ".."');
    expect(await run.text('edit', { path: '.git/hooks/pre-commit', content: 'x' })).toContain(
      'belongs to git',
    );
  });

  test('a test that the run began without may be written and mended', async () => {
    const run = await runOn();
    expect(
      (await run.call('edit', { path: 'test/new.test.ts', content: "test('a', () => expect(1).toBe(2));\n" }))
        .ok,
    ).toBe(true);
    const mended = await run.call('edit', {
      path: 'test/new.test.ts',
      edits: [{ search: 'toBe(2)', replace: 'toBe(1)' }],
    });
    expect(mended).toMatchObject({ ok: true });
    expect(await run.text('run_tests', { files: ['test/new.test.ts'] })).toContain('0 failed, 1 passed');
  });

  test('diagnostics tell all errors of the change', async () => {
    const run = await runOn({ ...SHOP, 'src/old.ts': "export const n: number = 'x';\n" });
    expect(await run.text('diagnostics')).toContain('Nothing has changed so far');
    expect(await run.text('diagnostics', { paths: ['src/old.ts'] })).toContain('src/old.ts:1:14 TS2322');
  });
});

/** Texts of so many files. */
function many(count: number, text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/many/${1_000 + n}.json`, text]));
}

test('diagnostics look at every file of a long change', async () => {
  const run = await runOn(SHOP);
  const files = { ...SHOP, ...many(60, '{}\n'), 'src/wrong.ts': "export const n: number = 'x';\n" };
  await run.begin(await treeOf(run.store, files), { base: asTree(run.tree) });
  expect(await run.text('diagnostics')).toContain('src/wrong.ts:1:14 TS2322');
});

test('diagnostics of a very long change are of its first files, and say so', async () => {
  const run = await runOn(SHOP);
  await run.begin(await treeOf(run.store, { ...SHOP, ...many(501, 'x') }), { base: asTree(run.tree) });
  expect(await run.text('diagnostics')).toContain(
    'The first 500 of 501 changed files were looked at: name others to diagnostics.',
  );
});

test('diagnostics count all errors and show the first', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `export const a${n}: number = 'x';\n`).join('');
  const run = await runOn({ ...SHOP, 'src/wrong.ts': lines });
  const said = await run.text('diagnostics', { paths: ['src/wrong.ts'] });
  expect(said).toContain('300 syntax or type errors:');
  expect(said).toMatch(/… and 280 more$/);
});

describe('running tests', () => {
  test('the failing ones are told first, with what was expected', async () => {
    const run = await runOn();
    const result = await run.call('run_tests');
    expect(result.ok).toBe(false);
    const lines = result.text.split('\n');
    expect(lines[0]).toBe('1 failed, 1 passed by 1 test file of the sandbox.');
    expect(lines[1]).toBe('FAILED test/price.test.ts > adds up');
    expect(result.text).toContain('expected: 3');
    expect(lines.at(-1)).toBe('passed test/price.test.ts > is none of none');
    expect(await run.text('run_tests', { name: 'none' })).toMatch(/^0 failed, 1 passed/);
    expect(await run.text('run_tests', { name: 'gone' })).toMatch(/^No test is named "gone"/);
  });

  test('a file that is not there is told', async () => {
    const run = await runOn();
    expect(await run.text('run_tests', { files: ['test/gone.test.ts'] })).toContain(
      'No test file matches test/gone.test.ts',
    );
  });
});

describe('results that are too long', () => {
  test('show head and tail, and are read by their name', async () => {
    const run = await runOn({ 'src/a.ts': 'export const a = 1;\n' });
    const text = Array.from(
      { length: 900 },
      (_, n) => `export const name${n} = 'a value of some length';`,
    ).join('\n');
    await run.call('edit', { path: 'src/big.ts', content: `${text}\n` });
    const { text: said, stored } = await run.call('diff');
    expect(said.length).toBeLessThanOrEqual(10_000);
    expect(said).toContain('1 file changed');
    expect(said).toContain('name899');
    expect(stored).toHaveLength(1);
    const call = JSON.parse(/\{"path":"result:.*?\}/.exec(said)?.[0] ?? '{}') as {
      path: string;
      from: number;
      to: number;
    };
    const parts: string[] = [];
    for (let from = call.from; from <= call.to;) {
      const part = await run.text('read', { ...call, from });
      parts.push(part);
      from = Number(/lines \d+ to (\d+) of/.exec(part)?.[1]) + 1;
    }
    const all = said + parts.join('\n');
    for (let n = 0; n < 900; n += 1) expect(all).toContain(`name${n} =`);
  });

  test('nothing else of the store can be read by a hash', async () => {
    const run = await runOn();
    const env = await run.store.trees.find(asTree(run.tree), '.env');
    const said = await run.call('read', { path: `result:${env?.hash}` });
    expect(said).toMatchObject({ ok: false });
    expect(said.text).not.toContain('hush');
    expect(await run.call('read', { path: `result:${'0'.repeat(64)}` })).toMatchObject({ ok: false });
  });
});

describe('the set', () => {
  test('has names, one-line summaries and schemas that a model can be given', async () => {
    const { z } = await import('zod');
    expect(DIRECTORY_TOOLS.map(({ name }) => name)).toEqual([
      'list',
      'glob',
      'search',
      'code_graph',
      'git_history',
      'read',
      'edit',
      'diff',
      'run_tests',
      'run_check',
      'run_command',
      'diagnostics',
      'ask_user',
      'finish',
      'answer',
    ]);
    for (const tool of DIRECTORY_TOOLS)
      expect(z.toJSONSchema(tool.input, { io: 'input' })).toMatchObject({ type: 'object' });
  });

  test('asks the policy about commands and the paths that they would change', () => {
    const command = DIRECTORY_TOOLS.find(({ name }) => name === 'run_command');
    expect(command?.act?.({ command: 'npm run gen', keep: ['src/gen.ts'] })).toEqual({
      tool: 'command',
      command: 'npm run gen',
      paths: ['src/gen.ts'],
      summary: command?.summary({ command: 'npm run gen', keep: ['src/gen.ts'] }),
    });
  });

  test('gives a question and an end back as they are', async () => {
    const run = await runOn();
    expect(await run.text('ask_user', { question: 'Which?', choices: ['a', 'b'] })).toBe('Which?\n- a\n- b');
    expect(await run.text('finish', { summary: 'Done.' })).toBe('Done.');
  });
});
