import type { BlobHash } from '../../../src/domain/ids';
import { DIRECTORY_TOOLS, type DirectoryContext } from '../../../src/coder/tools/directory';
import type { TreeEntry } from '../../../src/store';
import { asTree } from '../../support/hashes';
import { SHOP, ToolBench, type ToolRun } from '../../support/directory-tools';

const bench = new ToolBench();
afterAll(() => bench.close());

function runOn(
  files: Readonly<Record<string, string>> = SHOP,
  given: Partial<Omit<DirectoryContext, 'seen'>> = {},
): Promise<ToolRun> {
  return bench.run(files, given);
}

/** A tree with entries besides those of text files. */
async function withEntries(run: ToolRun, entries: readonly TreeEntry[]): Promise<BlobHash> {
  const all = [...(await run.store.trees.readDir(asTree(run.tree))), ...entries];
  return run.store.trees.writeDir(all);
}

describe('attacks', () => {
  const OUTSIDE = [
    '../x',
    'a/../../x',
    '/etc/passwd',
    'C:\\x',
    'a\\..\\b',
    '.git/config',
    'a\0b',
    'src/./a',
    `${'a/'.repeat(3_000)}b`,
    '',
  ];

  test.each(OUTSIDE.map((path) => [path.slice(0, 20), path]))(
    '%j names nothing to read, list, search, check or write',
    async (_, path) => {
      const run = await runOn();
      if (path !== '') {
        for (const [name, given] of [
          ['read', { path }],
          ['list', { path }],
          ['search', { pattern: 'x', path }],
          ['diagnostics', { paths: [path] }],
          ['edit', { path, content: 'x' }],
          ['edit', { path: 'src/price.ts', rename: path }],
        ] as const)
          expect([name, (await run.call(name, given)).ok]).toEqual([name, false]);
      }
      expect(await run.text('diff')).toBe('Nothing has changed so far.');
    },
  );

  test('links are told and not followed, also on the way to a file', async () => {
    const run = await runOn();
    const target = await run.store.blobs.put(Buffer.from('.env'));
    const folder = await run.store.blobs.put(Buffer.from('/etc'));
    const tree = await withEntries(run, [
      { name: 'leak.txt', type: 'link', mode: 0, hash: target, size: 0 },
      { name: 'system', type: 'link', mode: 0, hash: folder, size: 0 },
    ]);
    await run.begin(tree, {});
    expect(await run.text('read', { path: 'leak.txt' })).toContain(
      'is a link to .env, which is not followed',
    );
    for (const [name, given] of [
      ['read', { path: 'system/passwd' }],
      ['list', { path: 'system' }],
      ['search', { pattern: '.', path: 'leak.txt' }],
      ['edit', { path: 'leak.txt', content: 'x' }],
      ['edit', { path: 'system/x', content: 'x' }],
    ] as const)
      expect([name, given, (await run.call(name, given)).ok]).toEqual([name, given, false]);
    expect(await run.text('search', { pattern: 'hush' })).toContain('No line matches');
  });

  test('a file of secrets is neither shown nor searched, compared, renamed nor edited', async () => {
    const files = { ...SHOP, '.docker/config.json': 'hush' };
    const run = await runOn(files);
    const answers = [
      await run.text('read', { path: '.env' }),
      await run.text('search', { pattern: 'hush' }),
      await run.text('search', { pattern: 'hush', path: '.env' }),
      await run.text('search', { pattern: 'hush', glob: '.env' }),
      await run.text('edit', { path: '.env', edits: [{ search: 'API_KEY=nosuch', replace: '' }] }),
      await run.text('edit', { path: '.env', rename: 'env.txt' }),
      await run.text('edit', { path: '.env', delete: true }),
      await run.text('diagnostics', { paths: ['.env'] }),
      await run.text('diagnostics', { paths: ['.docker/config.json'] }),
      await run.text('diff'),
    ];
    expect(answers.join('\n')).not.toContain('hush');
    expect(await run.files()).toEqual(files);
  });

  test('tests, settings and what the policy keeps are not edited', async () => {
    const rule = {
      path: 'src/util/**',
      decision: 'deny' as const,
      reason: 'generated',
      match: ['src/util/a.ts'],
      notMatch: [],
    };
    const policy = { user: [rule], project: [] } as unknown as DirectoryContext['policy'];
    const run = await runOn(SHOP, { policy });
    for (const given of [
      { path: 'test/price.test.ts', edits: [{ search: 'toBe(3)', replace: 'toBe(2)' }] },
      { path: './test/price.test.ts', delete: true },
      { path: 'test/price.test.ts', rename: 'test/price.txt' },
      { path: 'package.json', edits: [{ search: 'shop', replace: 'x' }] },
      { path: 'tsconfig.json', delete: true },
      { path: 'src/price.ts', rename: 'node_modules/price/index.ts' },
      { path: 'src/util/round.ts', delete: true },
    ]) {
      const { ok, text } = await run.call('edit', given);
      expect([given, ok]).toEqual([given, false]);
      expect(text).toMatch(/must not be changed|may not be edited/);
    }
    expect(await run.files()).toEqual(SHOP);
  });

  test('a pattern that would take for ever ends with its time', async () => {
    const text = `${'a'.repeat(50_000)}!\n`;
    const run = await runOn({ 'a.txt': text }, { signal: AbortSignal.timeout(700) });
    await expect(run.call('search', { pattern: '(a+)+$' })).rejects.toThrow(/timeout|aborted/i);
  });

  test.each(['--files', '-e', '--pre=sh', '-', 'a\0b', 'a\nb', '\\', '[', '\ud800'])(
    'the pattern %j is nothing but a pattern',
    async (pattern) => {
      const run = await runOn({ 'a.txt': 'the option is --files or -e\n' });
      for (const literal of [true, false]) {
        const said = await run.text('search', { pattern, literal });
        expect(said).toMatch(/^(a\.txt\n1: the option|No line matches|The pattern can't be read)/);
      }
    },
  );

  test('a command with a NUL is refused before it is run', () => {
    const command = DIRECTORY_TOOLS.find(({ name }) => name === 'run_command');
    expect(command?.input.safeParse({ command: 'echo a\0b' }).success).toBe(false);
  });

  test('a huge glob is refused', async () => {
    const run = await runOn();
    const glob = `${'{a,b}'.repeat(700)}`;
    expect((await run.text('glob', { pattern: glob })).length).toBeLessThan(5_000);
    expect(await run.call('glob', { pattern: 'a'.repeat(5_000) })).toMatchObject({ ok: false });
    expect(await run.call('search', { pattern: 'x', glob: '*'.repeat(3_900) })).toMatchObject({ ok: true });
  });

  test('the globs of one call for tests share their time', async () => {
    const name = (n: number): string => `${'a'.repeat(200)}${n}.test.js`;
    const run = await runOn(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [name(n), ''])));
    const files = Array.from({ length: 100 }, (_, n) => `${'*a'.repeat(1_000)}${n}`);
    expect(await run.call('run_tests', { files })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^The globs take too long to match: name the test files by their paths\./),
    });
  });

  test('a file of 200 MB is said, and never loaded', async () => {
    const run = await runOn();
    const hash = asTree('f'.repeat(64));
    await run.begin(
      await withEntries(run, [{ name: 'huge.bin', type: 'file', mode: 0o644, hash, size: 200_000_000 }]),
      {},
    );
    expect(await run.text('read', { path: 'huge.bin' })).toContain('huge.bin has 200 MB');
    expect(await run.text('search', { pattern: 'total' })).toContain('1 file too large to be searched');
  });

  test('bytes that are no text are said', async () => {
    const run = await runOn();
    const hash = await run.store.blobs.put(Buffer.from([0xff, 0xfe, 0, 0]));
    await run.begin(
      await withEntries(run, [{ name: 'a.bin', type: 'file', mode: 0o644, hash, size: 4 }]),
      {},
    );
    expect(await run.text('read', { path: 'a.bin' })).toContain('is no text');
  });

  test('a taken-out secret is not written into a file', async () => {
    const run = await runOn(
      { 'a.ts': 'const key = "s3cr3t-value";\n' },
      { redact: (text) => text.replaceAll('s3cr3t-value', '[REDACTED]') },
    );
    expect(await run.text('read', { path: 'a.ts' })).toContain('"[REDACTED]"');
    expect(await run.text('search', { pattern: 'key' })).toContain('[REDACTED]');
    const said = await run.text('edit', { path: 'a.ts', content: 'const key = "[REDACTED]";\n' });
    expect(said).toContain('stands where a secret was taken out');
  });
});
