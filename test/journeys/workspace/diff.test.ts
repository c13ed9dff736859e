import { diffTrees } from '../../../src/workspace/trees/diff-trees';
import { createMemoryStore } from '../../support/memory-store';
import { treeByGitApply } from '../../support/git-apply';
import { plantTree, type Plant } from '../../support/plant-tree';

const store = createMemoryStore();

async function diff(before: Plant[], after: Plant[]) {
  const told = await diffTrees(store, await plantTree(store, before), await plantTree(store, after));
  return { ...told, text: (await store.blobs.load(told.hash)).toString() };
}

const lines = (...numbers: number[]): string => numbers.map((number) => `line ${number}\n`).join('');

describe('the difference of two trees', () => {
  test('a changed line, with context', async () => {
    const { text, ...told } = await diff(
      [{ path: 'a.ts', text: lines(1, 2, 3, 4, 5, 6, 7, 8, 9) }],
      [{ path: 'a.ts', text: lines(1, 2, 3, 4, 50, 6, 7, 8, 9) }],
    );
    expect(text).toBe(
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+line 50\n line 6\n line 7\n line 8\n',
    );
    expect(told).toMatchObject({
      fileCount: 1,
      size: 1.001,
      files: [{ path: 'a.ts', change: 'modified', addedLines: 1, removedLines: 1 }],
      excerpt: text,
    });
  });

  test('added, deleted, without a last line end, with CRLF', async () => {
    const { text, files } = await diff(
      [
        { path: 'gone', text: 'x' },
        { path: 'crlf', text: 'a\r\nb\r\n' },
      ],
      [
        { path: 'new', text: 'y\n' },
        { path: 'crlf', text: 'a\r\nb\n' },
      ],
    );
    expect(text).toContain(
      'diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
    );
    expect(text).toContain('new file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+y\n');
    expect(text).toContain('-b\r\n+b\n');
    expect(files.map(({ path, change }) => `${path} ${change}`)).toEqual([
      'crlf modified',
      'gone deleted',
      'new added',
    ]);
  });

  test('modes, links, empty folders, changes of type', async () => {
    const { text, files } = await diff(
      [
        { path: 'run.sh', text: 'x' },
        { path: 'link', link: 'a' },
        { path: 'kind', text: 'x\n' },
        { path: 'empty', dir: true },
        { path: 'private', dir: true },
      ],
      [
        { path: 'run.sh', text: 'x', mode: 0o755 },
        { path: 'link', link: 'b' },
        { path: 'kind', link: 'x' },
        { path: 'private', dir: true, mode: 0o700 },
        { path: 'full/x', text: '' },
      ],
    );
    expect(text).toContain('old mode 100644\nnew mode 100755\n');
    expect(text).toContain('--- a/link\n+++ b/link\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n');
    expect(text).toMatch(/deleted file mode 100644\n[^]*new file mode 120000\n/);
    expect(text).toContain('diff --git a/empty b/empty\ndeleted file mode 040755\n');
    expect(text).toContain('old mode 040755\nnew mode 040700\n');
    expect(files.map(({ path, change }) => `${path} ${change}`)).toEqual([
      'empty deleted',
      'full/x added',
      'kind modified',
      'link modified',
      'private modified',
      'run.sh modified',
    ]);
  });

  test('bytes that are no text are told by their hashes', async () => {
    const { text, files, size } = await diff(
      [
        { path: 'b', bytes: Buffer.from([0, 1]) },
        { path: 'u', text: 'é' },
      ],
      [
        { path: 'b', bytes: Buffer.from([0, 2]) },
        { path: 'u', bytes: Buffer.from('\xe9', 'latin1') },
      ],
    );
    expect(text).toMatch(/index [0-9a-f]{64}\.\.[0-9a-f]{64}\nBinary files a\/b and b\/b differ\n/);
    // A text in another encoding: the bytes that change are shown.
    expect(text).toContain('-Ã©\n\\ No newline at end of file\n+é\n');
    expect(files[0]).toMatchObject({ addedLines: 0, removedLines: 0 });
    expect(size).toBe(3.007);
  });

  test('a whole new text of 20,000 lines does not take long', async () => {
    const many = (word: string): string =>
      Array.from({ length: 20_000 }, (_, index) => `${word} ${index}\n`).join('');
    const { files } = await diff([{ path: 'm', text: many('old') }], [{ path: 'm', text: many('new') }]);
    expect(files).toMatchObject([{ addedLines: 20_000, removedLines: 20_000 }]);
  });

  test('is the same each time, lists 50 of many, and is empty for equal trees', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ path: `f${index}`, text: 'x' }));
    const first = await diff([], many);
    expect((await diff([], many.toReversed())).hash).toBe(first.hash);
    expect([first.fileCount, first.files.length]).toEqual([60, 50]);
    expect(first.excerpt.length).toBeLessThan(2_200);
    expect(await diff(many, many)).toMatchObject({ text: '', size: 0, fileCount: 0, files: [] });
  });

  test('smaller changes have smaller sizes', async () => {
    const sizeOf = async (text: string): Promise<number> =>
      (await diff([{ path: 'x', text: 'if (a < b) {\n}\n' }], [{ path: 'x', text }])).size;
    expect(await sizeOf('if (a <= b) {\n}\n')).toBeLessThan(await sizeOf('if (a + 1 <= b) {\n}\n'));
  });

  test('names with odd characters stand in quotes', async () => {
    const { text } = await diff([], [{ path: 'a"\n', text: 'x' }]);
    expect(text).toContain('diff --git "a/a\\"\\n" "b/a\\"\\n"');
  });

  test('git applies its text', async () => {
    const before: Plant[] = [
      { path: 'a', text: lines(1, 2, 3) },
      { path: 'd/gone', text: 'x' },
      { path: 'mode', text: '' },
    ];
    const after: Plant[] = [
      { path: 'a', text: lines(1, 3, 4) },
      { path: 'd/new', text: 'y\nz' },
      { path: 'mode', text: '', mode: 0o755 },
      { path: 'link', link: 'a' },
    ];
    const { text, tree } = await diff(before, after);
    expect(await treeByGitApply(store, before, text)).toBe(tree);
  });
});
