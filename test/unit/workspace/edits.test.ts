import type { FileEdit } from '../../../src/domain/workspace';
import { applyEdits } from '../../../src/activities/workspace/apply-edits';
import { createMemoryStore } from '../../../src/store/memory-store';
import { readTreeFile } from '../../../src/store/tree-store';
import { plantTree, type Plant } from '../../support/plant-tree';

const store = createMemoryStore();

const CRLF = '\ufeffconst a = 1;\r\nconst b = 2;\r\n\tconst c = 3;';
const PLANTS: Plant[] = [
  { path: 'src/a.ts', text: 'let x = 1;\nlet y = 2;\nlet y = 2;\n', mode: 0o600 },
  { path: 'src/crlf.ts', text: CRLF, mode: 0o755 },
  { path: 'src/link', link: '../outside' },
  { path: 'empty', dir: true },
  { path: 'bytes', bytes: Buffer.from([0xff, 0x61, 0x62, 0xfe, 0x00]) },
  { path: 'package.json', text: '{}' },
];

let base: string;
beforeAll(async () => {
  base = await plantTree(store, PLANTS);
});

async function edited(edits: FileEdit[], tree = base): Promise<string> {
  const outcome = await applyEdits(store, tree, edits);
  if (!('tree' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.tree;
}

async function refused(...edits: FileEdit[]) {
  const outcome = await applyEdits(store, base, edits);
  if (!('refusals' in outcome)) throw new Error('it was applied');
  return outcome.refusals;
}

const textOf = async (tree: string, path: string): Promise<string | undefined> =>
  (await readTreeFile(store, tree, path))?.toString();

describe('edits that are applied', () => {
  test('create makes the file and its folders, with usual modes', async () => {
    const tree = await edited([{ action: 'create', path: 'new/deep/x.ts', content: 'x' }]);
    expect(await textOf(tree, 'new/deep/x.ts')).toBe('x');
    expect(await store.trees.find(tree, 'new/deep/x.ts')).toMatchObject({ mode: 0o644, size: 1 });
    expect(await store.trees.find(tree, 'new')).toMatchObject({ mode: 0o755 });
    expect(await textOf(base, 'new/deep/x.ts')).toBeUndefined();
  });

  test('modify keeps the mode', async () => {
    const tree = await edited([{ action: 'modify', path: 'src/a.ts', content: 'z' }]);
    expect(await store.trees.find(tree, 'src/a.ts')).toMatchObject({ mode: 0o600, size: 1 });
  });

  test('replace leaves every other byte: byte-order mark, CRLF, missing last line end', async () => {
    const tree = await edited([
      { action: 'replace', path: 'src/crlf.ts', search: 'b = 2', replacement: 'b = $& 3' },
    ]);
    expect(await textOf(tree, 'src/crlf.ts')).toBe(CRLF.replace('b = 2', 'b = $$& 3'));
    expect(await store.trees.find(tree, 'src/crlf.ts')).toMatchObject({ mode: 0o755 });
  });

  test('replace in bytes that are not text', async () => {
    const tree = await edited([{ action: 'replace', path: 'bytes', search: 'ab', replacement: 'é' }]);
    expect(await readTreeFile(store, tree, 'bytes')).toEqual(Buffer.from([0xff, 0xc3, 0xa9, 0xfe, 0x00]));
  });

  test('delete keeps the folder', async () => {
    const tree = await edited([
      { action: 'delete', path: 'src/a.ts' },
      { action: 'delete', path: 'src/crlf.ts' },
    ]);
    expect((await store.trees.list(tree, { dirs: true })).map(({ path }) => path)).toEqual([
      'bytes',
      'empty',
      'package.json',
      'src',
      'src/link',
    ]);
  });

  test('each edit sees those before it', async () => {
    const tree = await edited([
      { action: 'create', path: 'n.ts', content: 'one two' },
      { action: 'replace', path: 'n.ts', search: 'one', replacement: 'two' },
      { action: 'delete', path: 'src/a.ts' },
      { action: 'create', path: 'src/a.ts/inside.ts', content: 'a folder now' },
      { action: 'create', path: 'gone/x', content: '' },
      { action: 'delete', path: 'gone/x' },
    ]);
    expect(await textOf(tree, 'n.ts')).toBe('two two');
    expect(await textOf(tree, 'src/a.ts/inside.ts')).toBe('a folder now');
    expect(await store.trees.find(tree, 'gone')).toBeUndefined();
  });

  test('the same edits give the same tree; edits that change nothing give the tree itself', async () => {
    const edits: FileEdit[] = [
      { action: 'create', path: 'x', content: '1' },
      { action: 'delete', path: 'bytes' },
    ];
    expect(await edited(edits)).toBe(await edited(edits.toReversed()));
    expect(await edited([])).toBe(base);
    expect(await edited([{ action: 'modify', path: 'package.json', content: '{}' }])).toBe(base);
  });
});

describe('edits that are refused', () => {
  test.each<[string, FileEdit, string]>([
    ['a path that leaves the root', { action: 'create', path: '../x', content: '' }, 'bad-path'],
    ['a path into git', { action: 'create', path: '.git/hooks/x', content: '' }, 'bad-path'],
    ['create where a file is', { action: 'create', path: 'src/a.ts', content: '' }, 'exists'],
    ['create where a folder is', { action: 'create', path: 'empty', content: '' }, 'exists'],
    ['create where a link is', { action: 'create', path: 'src/link', content: '' }, 'exists'],
    ['create below a file', { action: 'create', path: 'src/a.ts/x', content: '' }, 'not-a-file'],
    ['create through a link', { action: 'create', path: 'src/link/x', content: '' }, 'not-a-file'],
    ['modify of nothing', { action: 'modify', path: 'src/none.ts', content: '' }, 'missing'],
    ['modify of a link', { action: 'modify', path: 'src/link', content: '' }, 'not-a-file'],
    ['delete of nothing', { action: 'delete', path: 'none' }, 'missing'],
    ['delete of a folder', { action: 'delete', path: 'empty' }, 'not-a-file'],
    ['replace in nothing', { action: 'replace', path: 'none', search: 'x', replacement: '' }, 'missing'],
    [
      'a folder that is not captured',
      { action: 'create', path: 'node_modules/x/index.js', content: '' },
      'protected',
    ],
    ['output beside a manifest', { action: 'create', path: 'dist/index.js', content: '' }, 'protected'],
  ])('%s', async (_, edit, reason) => {
    expect(await refused(edit)).toMatchObject([{ path: edit.path, reason }]);
  });

  test('text that does not stand there: the nearest lines are shown', async () => {
    const [refusal] = await refused({
      action: 'replace',
      path: 'src/a.ts',
      search: 'let x = 2;',
      replacement: '',
    });
    expect(refusal).toMatchObject({
      reason: 'no-match',
      nearest: expect.stringMatching(/^\d: let [xy] = \d;$/m) as string,
    });
  });

  test('text that stands there twice, or over itself: the places are shown', async () => {
    const [twice] = await refused({
      action: 'replace',
      path: 'src/a.ts',
      search: 'let y = 2;',
      replacement: '',
    });
    expect(twice).toMatchObject({ reason: 'ambiguous', nearest: '2: let y = 2;\n3: let y = 2;' });
    const tree = await plantTree(store, [{ path: 'f', text: 'aaa' }]);
    const overlapping = await applyEdits(store, tree, [
      { action: 'replace', path: 'f', search: 'aa', replacement: '' },
    ]);
    expect(overlapping).toMatchObject({ refusals: [{ reason: 'ambiguous' }] });
  });

  test('all refusals are told, and nothing is applied', async () => {
    const refusals = await refused(
      { action: 'create', path: 'fine.ts', content: '' },
      { action: 'delete', path: 'none' },
      { action: 'create', path: '/abs', content: '' },
    );
    expect(refusals.map(({ path }) => path)).toEqual(['none', '/abs']);
  });

  test('a protected path is refused with the reason given', async () => {
    const outcome = await applyEdits(
      store,
      base,
      [{ action: 'delete', path: 'src/a.ts' }],
      () => 'is a test',
    );
    expect(outcome).toMatchObject({
      refusals: [{ reason: 'protected', message: expect.stringContaining('is a test') as string }],
    });
  });
});
