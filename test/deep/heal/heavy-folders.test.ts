import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobHash } from '../../../src/domain/ids';
import type { Question } from '../../../src/domain/run/questions';
import { HealInput } from '../../../src/domain/heal/input';
import { homePaths } from '../../../src/machine/paths';
import { openStore } from '../../../src/store';
import { asBlob, asTree } from '../../support/hashes';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';
import { timedManifest } from '../../support/manifest';
import { plant } from '../../support/plant-tree';

/** A project whose source is in `dist`, with data that no run shall take. */
const PROJECT = {
  'package.json': '{ "name": "sum", "private": true }\n',
  'dist/sum.ts': 'export function sum(a: number, b: number): number {\n  return a - b;\n}\n',
  'test/sum.test.ts': [
    "import { sum } from '../dist/sum';",
    "it('adds', () => {",
    '  expect(sum(1, 2)).toBe(3);',
    '  expect(sum(-1, 1)).toBe(0);',
    '});',
    '',
  ].join('\n'),
};
const RULES = { KINTSUGI_HEAVY_FOLDERS: 'data', KINTSUGI_CAPTURE_FOLDERS: 'dist' };

describe('a run with rules of its own for heavy folders', () => {
  // The worker has no such settings: the rules come with the run.
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(PROJECT));

  beforeEach(async () => {
    plant(project.path, [
      { path: 'data/big.bin', bytes: Buffer.alloc(100_000, 'x'), mode: 0o600 },
      { path: 'data/empty', dir: true },
      { path: 'data/link', link: '/nowhere' },
      { path: 'packages/p/data/small', text: 'x' },
      { path: 'packages/p/index.ts', text: 'export {};\n' },
    ]);
  });
  const at = (path: string): string => join(project.path, path);
  const stateOfData = () => ({
    files: timedManifest(at('data')),
    nested: timedManifest(at('packages/p/data')),
    inodes: ['data', 'data/big.bin'].map((path) => lstatSync(at(path)).ino),
  });

  async function pathsOf(tree: BlobHash): Promise<string[]> {
    const store = await openStore(homePaths(kintsugi.config.home).store);
    try {
      return (await store.trees.list(asTree(tree), { dirs: true })).map(({ path }) => path);
    } finally {
      await store.close();
    }
  }

  it('repairs what they capture, and leaves alone what they leave out, to the rollback and back', async () => {
    const before = stateOfData();
    const env = { ...kintsugi.env, ...RULES };
    // What the checkout of a command holds: the tree, and an empty folder where the data was.
    const check = 'test -f dist/sum.ts && test -d data && test -z "$(ls -A data)" && test ! -e data/big.bin';
    const healed = await kintsugiCli(env, [
      ...['heal', project.path, '--approval', 'low', '--json', '--allow-unsandboxed', '--check', check],
    ]);
    const result = JSON.parse(healed.stdout) as {
      taskId: string;
      baseTree: string;
      tree: string;
      status: string;
    };
    expect(result).toMatchObject({
      status: 'recovered',
      tests: { failed: 0 },
      delivery: { status: 'published', files: ['dist/sum.ts'] },
      heavyFolders: { add: ['data'], capture: ['dist'] },
    });
    expect(readFileSync(at('dist/sum.ts'), 'utf8')).toContain('return a + b;');
    for (const tree of [result.baseTree, result.tree])
      expect(await pathsOf(asBlob(tree))).toEqual([
        'dist',
        'dist/sum.ts',
        'package.json',
        'packages',
        'packages/p',
        'packages/p/index.ts',
        'test',
        'test/sum.test.ts',
      ]);
    expect(stateOfData()).toEqual(before);

    // The rules of the run hold for its rollback, whatever is configured by then.
    writeFileSync(at('dist/mine.ts'), 'mine');
    const back = await kintsugiCli(kintsugi.env, ['rollback', result.taskId, '--json']);
    expect(JSON.parse(back.stdout)).toMatchObject({
      status: 'published',
      files: [{ path: 'dist/sum.ts' }],
      heavyFolders: { add: ['data'], capture: ['dist'] },
    });
    expect(readFileSync(at('dist/sum.ts'), 'utf8')).toBe(PROJECT['dist/sum.ts']);
    expect(readFileSync(at('dist/mine.ts'), 'utf8')).toBe('mine');
    expect(stateOfData()).toEqual(before);

    // And for the rollback of the rollback.
    const { id } = JSON.parse(back.stdout) as { id: string };
    const forth = await kintsugiCli(kintsugi.env, ['rollback', id, '--json']);
    expect(JSON.parse(forth.stdout)).toMatchObject({ status: 'published', files: [{ path: 'dist/sum.ts' }] });
    expect(readFileSync(at('dist/sum.ts'), 'utf8')).toContain('return a + b;');
    expect(stateOfData()).toEqual(before);
  });

  it('lets an edit made while approving go where they capture, and nowhere else', async () => {
    const heavyFolders = { add: ['data'], capture: ['dist'] };
    const run = await kintsugi.client.heal({ directory: project.path, heavyFolders });
    const asked = async (before?: string): Promise<Question> => {
      for (;;) {
        const { pending } = await run.status();
        if (pending && pending.requestedAt !== before) return pending;
        await delay(50);
      }
    };
    const answer = ({ hash }: Question, path: string) => {
      const edits = [{ action: 'create' as const, path, content: 'export {};\n' }];
      return run.answer({ hash, decision: 'approve', scope: 'once', edits });
    };
    const first = await asked();
    await answer(first, 'data/mine.ts');
    await answer(await asked(first.requestedAt), 'dist/mine/new.ts');
    expect((await run.result()).delivery).toMatchObject({
      status: 'published',
      files: ['dist/mine/new.ts', 'dist/sum.ts'],
    });
    expect(existsSync(at('data/mine.ts'))).toBe(false);
  });

  it('without rules goes by the built-in ones', async () => {
    const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
    const result = await run.result();
    expect(result.heavyFolders).toBeUndefined();
    const paths = await pathsOf(result.baseTree);
    expect(paths).toContain('data/big.bin');
    expect(paths).not.toContain('dist');
    expect(readFileSync(at('dist/sum.ts'), 'utf8')).toBe(PROJECT['dist/sum.ts']);
  });

  it('takes rules from a script, and refuses bad ones there', async () => {
    const before = stateOfData();
    const heavyFolders = { add: ['data'], capture: ['dist'] };
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      heavyFolders,
    });
    expect(await run.result()).toMatchObject({ status: 'recovered', heavyFolders });
    // A fork goes by the rules of the run that it comes from, its patch too.
    const patch = '--- /dev/null\n+++ b/dist/extra.ts\n@@ -0,0 +1 @@\n+export {};\n';
    const fork = await kintsugi.client.fork(run.id, { patch });
    expect(await fork.result()).toMatchObject({
      heavyFolders,
      delivery: { status: 'published', files: ['dist/extra.ts'] },
    });
    expect(stateOfData()).toEqual(before);
    await expect(
      kintsugi.client.heal({ directory: project.path, heavyFolders: { capture: ['.git'] } }),
    ).rejects.toThrow('heavyFolders.capture.0 cannot be used: a history is never captured');
    const { directory } = HealInput.parse({
      directory: { hostId: 'h', hostName: 'n', realpath: project.path },
    });
    expect(HealInput.parse({ directory }).heavyFolders).toBeUndefined();
  });
});
