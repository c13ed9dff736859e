import type { BlobHash } from '../../../src/domain/ids';
import type { FileEdit } from '../../../src/domain/files/workspace';
import { applyEdits } from '../../../src/workspace/trees/apply-edits';
import { createMemoryStore } from '../../support/memory-store';
import { readTreeFile } from '../../../src/store/tree-store';
import { asTree } from '../../support/hashes';
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

let base: BlobHash;
beforeAll(async () => {
  base = await plantTree(store, PLANTS);
});

async function edited(edits: FileEdit[], tree = base): Promise<BlobHash> {
  const outcome = await applyEdits(store, asTree(tree), edits);
  if (!('tree' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.tree;
}

async function refused(...edits: FileEdit[]) {
  const outcome = await applyEdits(store, asTree(base), edits);
  if (!('refusals' in outcome)) throw new Error('it was applied');
  return outcome.refusals;
}

const textOf = async (tree: BlobHash, path: string): Promise<string | undefined> =>
  (await readTreeFile(store, asTree(tree), path))?.toString();

describe('edits that are applied', () => {
  test('create makes the file and its folders, with usual modes', async () => {
    const tree = asTree(await edited([{ action: 'create', path: 'new/deep/x.ts', content: 'x' }]));
    expect(await textOf(tree, 'new/deep/x.ts')).toBe('x');
    expect(await store.trees.find(tree, 'new/deep/x.ts')).toMatchObject({ mode: 0o644, size: 1 });
    expect(await store.trees.find(tree, 'new')).toMatchObject({ mode: 0o755 });
    expect(await textOf(base, 'new/deep/x.ts')).toBeUndefined();
  });

  test('modify keeps the mode', async () => {
    const tree = asTree(await edited([{ action: 'modify', path: 'src/a.ts', content: 'z' }]));
    expect(await store.trees.find(tree, 'src/a.ts')).toMatchObject({ mode: 0o600, size: 1 });
  });

  test('replace leaves every other byte: byte-order mark, CRLF, missing last line end', async () => {
    const tree = asTree(
      await edited([{ action: 'replace', path: 'src/crlf.ts', search: 'b = 2', replacement: 'b = $& 3' }]),
    );
    expect(await textOf(tree, 'src/crlf.ts')).toBe(CRLF.replace('b = 2', 'b = $$& 3'));
    expect(await store.trees.find(tree, 'src/crlf.ts')).toMatchObject({ mode: 0o755 });
  });

  test('replace in bytes that are not text', async () => {
    const tree = asTree(await edited([{ action: 'replace', path: 'bytes', search: 'ab', replacement: 'c' }]));
    expect(await readTreeFile(store, tree, 'bytes')).toEqual(Buffer.from([0xff, 0x63, 0xfe, 0x00]));
  });

  test('delete keeps the folder', async () => {
    const tree = asTree(
      await edited([
        { action: 'delete', path: 'src/a.ts' },
        { action: 'delete', path: 'src/crlf.ts' },
      ]),
    );
    expect((await store.trees.list(tree, { dirs: true })).map(({ path }) => path)).toEqual([
      'bytes',
      'empty',
      'package.json',
      'src',
      'src/link',
    ]);
  });

  test('each edit sees those before it', async () => {
    const tree = asTree(
      await edited([
        { action: 'create', path: 'n.ts', content: 'one two' },
        { action: 'replace', path: 'n.ts', search: 'one', replacement: 'two' },
        { action: 'delete', path: 'src/a.ts' },
        { action: 'create', path: 'src/a.ts/inside.ts', content: 'a folder now' },
        { action: 'create', path: 'gone/x', content: '' },
        { action: 'delete', path: 'gone/x' },
      ]),
    );
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

describe('moves, modes and diffs', () => {
  test('a move keeps bytes and mode, and its folder stays', async () => {
    const tree = asTree(await edited([{ action: 'move', from: 'src/crlf.ts', path: 'new/place/crlf.ts' }]));
    expect(await textOf(tree, 'new/place/crlf.ts')).toBe(CRLF);
    expect(await store.trees.find(tree, 'new/place/crlf.ts')).toMatchObject({ mode: 0o755 });
    expect(await store.trees.find(tree, 'src/crlf.ts')).toBeUndefined();
    const back = await edited([{ action: 'move', from: 'new/place/crlf.ts', path: 'src/crlf.ts' }], tree);
    expect(await textOf(back, 'src/crlf.ts')).toBe(CRLF);
  });

  test('moves, modes and changes see each other', async () => {
    const tree = asTree(
      await edited([
        { action: 'move', from: 'src/a.ts', path: 'b.ts' },
        { action: 'mode', path: 'b.ts', mode: 0o755 },
        { action: 'replace', path: 'b.ts', search: 'x = 1', replacement: 'x = 3' },
        { action: 'move', from: 'b.ts', path: 'c.ts' },
        { action: 'create', path: 'src/a.ts', content: 'fresh' },
        { action: 'move', from: 'src/a.ts', path: 'b.ts' },
        { action: 'mode', path: 'package.json', mode: 0o640 },
      ]),
    );
    expect(await textOf(tree, 'c.ts')).toBe('let x = 3;\nlet y = 2;\nlet y = 2;\n');
    expect(await store.trees.find(tree, 'c.ts')).toMatchObject({ mode: 0o755 });
    expect(await textOf(tree, 'b.ts')).toBe('fresh');
    expect(await store.trees.find(tree, 'package.json')).toMatchObject({ mode: 0o640, size: 2 });
    expect(await store.trees.find(tree, 'src/a.ts')).toBeUndefined();
  });

  test('a diff is applied to bytes: what is not text around it stays', async () => {
    const bytes = Buffer.from('\xff\xfe\nconst a = 1;\r\n\xe9\n', 'latin1');
    const tree = await plantTree(store, [{ path: 'f', bytes }]);
    const diff = '@@ -9 +9,2 @@\n-const a = 1;\n+const c = 1;\n+b;\n';
    const outcome = await applyEdits(store, tree, [{ action: 'patch', path: 'f', diff }]);
    if (!('tree' in outcome)) throw new Error(JSON.stringify(outcome));
    expect(await readTreeFile(store, outcome.tree, 'f')).toEqual(
      Buffer.concat([bytes.subarray(0, 3), Buffer.from('const c = 1;\r\nb;\r\n'), bytes.subarray(17)]),
    );
  });

  test('the outcome says how each edit found its place, and warns of names', async () => {
    const outcome = await applyEdits(store, asTree(base), [
      { action: 'replace', path: 'src/a.ts', search: 'let x = 1;', replacement: 'let x = 4;' },
      { action: 'replace', path: 'src/crlf.ts', search: 'a = 1;\nconst b', replacement: 'a = 1;\nlet b' },
      { action: 'patch', path: 'src/a.ts', diff: '@@\n-  let x = 4;\n+  let x = 5;\n' },
      { action: 'create', path: 'aux.ts', content: '' },
      { action: 'delete', path: 'bytes' },
    ]);
    expect(outcome).toMatchObject({
      applied: [
        { path: 'src/a.ts', action: 'replace', layer: 'exact' },
        { path: 'src/crlf.ts', action: 'replace', layer: 'line-ends' },
        { path: 'src/a.ts', action: 'patch', layer: 'indentation' },
        { path: 'aux.ts', action: 'create', warning: expect.stringContaining('Windows') as string },
        { path: 'bytes', action: 'delete' },
      ],
    });
  });

  test('a name may change its case, where nothing else stands under it', async () => {
    const tree = asTree(await edited([{ action: 'move', from: 'src/a.ts', path: 'src/A.ts' }]));
    expect(await store.trees.find(tree, 'src/A.ts')).toBeDefined();
    const again = await edited([
      { action: 'delete', path: 'src/a.ts' },
      { action: 'create', path: 'src/A.ts', content: '' },
    ]);
    expect(await textOf(again, 'src/A.ts')).toBe('');
  });

  test('a batch of thousands of new files', async () => {
    const many = Array.from({ length: 4_000 }, (_, index): FileEdit => ({
      action: 'create',
      path: `many/folder${index % 7}/file${index}.ts`,
      content: '',
    }));
    expect((await store.trees.list(asTree(await edited(many)))).length).toBe(4_000 + 5);
  });
});

const TRICKS: [name: string, path: string][] = [
  ['empty', ''],
  ['parent-folder', '../x'],
  ['parent-folder', 'src/../../x'],
  ['current-folder', './x'],
  ['empty-part', 'src//x'],
  ['absolute', '/etc/passwd'],
  ['absolute', '//server/share/x'],
  ['nul', 'src/a.ts\0.txt'],
  ['drive-letter', 'C:\\x'],
  ['drive-letter', 'c:x'],
  ['backslash', '..\\x'],
  ['backslash', '\\\\server\\share'],
  ['not-text', 'a\udc80'],
  ['name-too-long', 'x'.repeat(256)],
  ['name-too-long', `src/${'é'.repeat(128)}`],
  ['path-too-long', 'abc/'.repeat(1_024) + 'x'],
  ['git-internals', '.git/hooks/pre-commit'],
  ['git-internals', 'sub/.GIT/config'],
  ['git-internals', '.git. /config'],
  ['git-internals', '.git::$INDEX_ALLOCATION/config'],
  ['git-internals', '.g\u200cit/config'],
  ['git-internals', 'GIT~1/config'],
];

describe('path tricks', () => {
  test.each(TRICKS)('%s: %j is refused by name in every edit', async (problem, path) => {
    const edits: FileEdit[] = [
      { action: 'create', path, content: '' },
      { action: 'modify', path, content: '' },
      { action: 'replace', path, search: 'a', replacement: 'b' },
      { action: 'patch', path, diff: '@@\n-a\n+b\n' },
      { action: 'delete', path },
      { action: 'mode', path, mode: 0o644 },
      { action: 'move', from: path, path: 'fine.ts' },
      { action: 'move', from: 'src/a.ts', path },
    ];
    const refusals = await refused(...edits);
    expect(refusals.length).toBe(edits.length);
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: 'bad-path', problem });
  });

  test.each([
    ['a file', 'src/A.ts'],
    ['a folder', 'SRC/b.ts'],
    ['a file where a folder is', 'Empty'],
    ['a link', 'src/LINK'],
    ['an accent written in another way', 'caf\u0065\u0301'],
  ])('case twins: %s, %j', async (_, path) => {
    const tree = asTree(await edited([{ action: 'create', path: 'caf\u00e9', content: '' }]));
    const outcomes = await Promise.all([
      applyEdits(store, tree, [{ action: 'create', path, content: '' }]),
      applyEdits(store, tree, [{ action: 'move', from: 'bytes', path }]),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ refusals: [{ reason: 'bad-path', problem: 'case-twin', path }] });
  });

  test('case twins within one batch', async () => {
    const refusals = await refused(
      { action: 'create', path: 'new/Name.ts', content: '' },
      { action: 'create', path: 'New/other.ts', content: '' },
      { action: 'create', path: 'new/name.ts', content: '' },
    );
    expect(refusals).toMatchObject([
      { path: 'New/other.ts', problem: 'case-twin' },
      { path: 'new/name.ts', problem: 'case-twin' },
    ]);
  });

  test('twins that are there already can be edited', async () => {
    const twins = await plantTree(store, [
      { path: 'a', text: '1' },
      { path: 'A', text: '2' },
    ]);
    const tree = await edited([{ action: 'modify', path: 'A', content: '3' }], twins);
    expect([await textOf(tree, 'a'), await textOf(tree, 'A')]).toEqual(['1', '3']);
  });
});

describe('edits that are refused', () => {
  test.each<[string, FileEdit, string]>([
    ['a move of nothing', { action: 'move', from: 'none', path: 'x' }, 'missing'],
    ['a move of a folder', { action: 'move', from: 'src', path: 'x' }, 'not-a-file'],
    ['a move of a link', { action: 'move', from: 'src/link', path: 'x' }, 'not-a-file'],
    ['a move over a file', { action: 'move', from: 'src/a.ts', path: 'bytes' }, 'exists'],
    ['a move over a folder', { action: 'move', from: 'src/a.ts', path: 'empty' }, 'exists'],
    ['a move over a link', { action: 'move', from: 'src/a.ts', path: 'src/link' }, 'exists'],
    ['a move to itself', { action: 'move', from: 'bytes', path: 'bytes' }, 'exists'],
    ['a move below itself', { action: 'move', from: 'bytes', path: 'bytes/x' }, 'not-a-file'],
    ['a move through a link', { action: 'move', from: 'bytes', path: 'src/link/x' }, 'not-a-file'],
    ['a move from behind a link', { action: 'move', from: 'src/link/x', path: 'x' }, 'not-a-file'],
    ['a move to where nothing is captured', { action: 'move', from: 'bytes', path: 'dist/x' }, 'protected'],
    ['a move from there', { action: 'move', from: 'node_modules/x/y', path: 'x' }, 'protected'],
    ['a mode of nothing', { action: 'mode', path: 'none', mode: 0o644 }, 'missing'],
    ['a mode of a folder', { action: 'mode', path: 'src', mode: 0o700 }, 'not-a-file'],
    ['a mode that is none', { action: 'mode', path: 'src/a.ts', mode: 0o4755 }, 'malformed'],
    ['a diff of nothing', { action: 'patch', path: 'none', diff: '@@\n-a\n+b\n' }, 'missing'],
    ['a diff of a link', { action: 'patch', path: 'src/link', diff: '@@\n-a\n+b\n' }, 'not-a-file'],
    ['text for a diff', { action: 'patch', path: 'src/a.ts', diff: 'let x = 2;' }, 'malformed'],
    [
      'a diff of another file',
      { action: 'patch', path: 'src/a.ts', diff: '--- a/src/b.ts\n+++ b/src/b.ts\n@@\n-let x = 1;\n+\n' },
      'malformed',
    ],
    [
      'a diff that deletes',
      { action: 'patch', path: 'src/a.ts', diff: '--- a/src/a.ts\n+++ /dev/null\n@@\n-let x = 1;\n' },
      'malformed',
    ],
    ['half a character', { action: 'create', path: 'half', content: '\ud83d' }, 'malformed'],
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

  test('lines of a diff that do not stand there: those of its hunk are shown', async () => {
    const diff = '@@\n let x = 1;\n-let y = 3;\n+let y = 4;\n let y = 2;\n';
    const [refusal] = await refused({ action: 'patch', path: 'src/a.ts', diff });
    expect(refusal).toMatchObject({
      message: expect.stringContaining('hunk 1 do not stand in src/a.ts') as string,
      nearest: '1: let x = 1;\n≠: let y = 3;\n2: let y = 2;\n3: let y = 2;',
    });
  });

  test('letters beyond ASCII are shown as they are', async () => {
    const tree = await plantTree(store, [{ path: 'f', text: 'Grüße\nan é\n' }]);
    const outcome = await applyEdits(store, tree, [
      { action: 'replace', path: 'f', search: 'Grüße an é', replacement: '' },
    ]);
    expect(outcome).toMatchObject({ refusals: [{ nearest: '≠: Grüße an é\n2: an é' }] });
  });

  test('a move is protected on both sides', async () => {
    for (const guarded of ['src/a.ts', 'b.ts']) {
      const outcome = await applyEdits(
        store,
        asTree(base),
        [{ action: 'move', from: 'src/a.ts', path: 'b.ts' }],
        {
          protect: (path) => (path === guarded ? 'is a test' : undefined),
        },
      );
      expect(outcome).toMatchObject({
        refusals: [{ reason: 'protected', message: expect.stringContaining(guarded) as string }],
      });
    }
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
    const outcome = await applyEdits(store, asTree(base), [{ action: 'delete', path: 'src/a.ts' }], {
      protect: () => 'is a test',
    });
    expect(outcome).toMatchObject({
      refusals: [{ reason: 'protected', message: expect.stringContaining('is a test') as string }],
    });
  });
});
