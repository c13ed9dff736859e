import { applyEdits } from '../../../src/workspace/trees/apply-edits';
import { diffTrees } from '../../../src/workspace/trees/diff-trees';
import { editsOfDiff } from '../../../src/domain/files/edit-match/edits-of-diff';
import { createMemoryStore } from '../../support/memory-store';
import { treeByGitApply } from '../../support/git-apply';
import { plantTree, type Plant } from '../../support/plant-tree';

const store = createMemoryStore();

async function diff(before: Plant[], after: Plant[]) {
  const base = await plantTree(store, before);
  const told = await diffTrees(store, base, await plantTree(store, after));
  const text = (await store.blobs.load(told.hash)).toString();
  return { ...told, base, text, said: told.files.map(saidOf) };
}

const saidOf = ({ path, change, renamedFrom }: { path: string; change: string; renamedFrom?: string }) =>
  `${renamedFrom ? `${renamedFrom} > ` : ''}${path} ${change}`;
const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('');

describe('renames in a difference', () => {
  test('an identical file is renamed, wholly, whatever its size or kind', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024, 1);
    const { text, said, size } = await diff(
      [
        { path: 'old.ts', text: lines('a', 5) },
        { path: 'big', bytes },
      ],
      [
        { path: 'lib/new.ts', text: lines('a', 5), mode: 0o755 },
        { path: 'huge', bytes },
      ],
    );
    expect(said).toEqual(['big > huge renamed', 'old.ts > lib/new.ts renamed']);
    expect(text).toBe(
      'diff --git a/big b/huge\nsimilarity index 100%\nrename from big\nrename to huge\n' +
        'diff --git a/old.ts b/lib/new.ts\nold mode 100644\nnew mode 100755\nsimilarity index 100%\nrename from old.ts\nrename to lib/new.ts\n',
    );
    expect(size).toBe(3);
  });

  test('a similar text is renamed and changed; one that is half another is not', async () => {
    const before = lines('line', 20);
    const { text, files } = await diff(
      [{ path: 'a.ts', text: before }],
      [{ path: 'b.ts', text: before.replace('line 7\n', 'seven\n') }],
    );
    expect(files).toEqual([
      { path: 'b.ts', change: 'renamed', renamedFrom: 'a.ts', addedLines: 1, removedLines: 1 },
    ]);
    expect(text).toMatch(
      /similarity index 9\d%\nrename from a.ts\nrename to b.ts\n--- a\/a.ts\n\+\+\+ b\/b.ts\n@@ /,
    );
    const { said } = await diff(
      [{ path: 'a.ts', text: lines('line', 20) }],
      [{ path: 'b.ts', text: lines('line', 9) + lines('other', 11) }],
    );
    expect(said).toEqual(['a.ts deleted', 'b.ts added']);
  });

  test('of several the same name and then the likest wins, and each is taken once', async () => {
    const text = lines('line', 30);
    const { said } = await diff(
      [
        { path: 'one/x.ts', text },
        { path: 'two/y.ts', text },
        { path: 'z.ts', text: lines('other', 30) },
      ],
      [
        { path: 'new/y.ts', text },
        { path: 'new/a.ts', text },
        { path: 'm.ts', text: lines('other', 29) },
        { path: 'n.ts', text: lines('other', 24) },
      ],
    );
    expect(said).toEqual([
      'z.ts > m.ts renamed',
      'n.ts added',
      'one/x.ts > new/a.ts renamed',
      'two/y.ts > new/y.ts renamed',
    ]);
  });

  test('empty files, links and files that are still there are no sources', async () => {
    const kept = { path: 'kept.ts', text: lines('k', 9) };
    const { said } = await diff(
      [{ path: 'empty', text: '' }, { path: 'link', link: 'kept.ts' }, kept],
      [{ path: 'void', text: '' }, { path: 'joint', link: 'kept.ts' }, kept, { ...kept, path: 'copy.ts' }],
    );
    expect(said).toEqual(['copy.ts added', 'empty deleted', 'joint added', 'link deleted', 'void added']);
  });

  test('above 200 files a side only identical ones are paired', async () => {
    const many = (folder: string, extra: string, count = 202): Plant[] =>
      Array.from({ length: count }, (_, index) => ({
        path: `${folder}/${index}`,
        text: lines(`${index}`, 20) + (index === 0 ? '' : extra),
      }));
    const { said, fileCount } = await diff(many('old', ''), many('new', 'changed\n'));
    expect(said[0]).toBe('old/0 > new/0 renamed');
    expect(fileCount).toBe(1 + 2 * 201);
    const fewer = await diff(many('old', '', 201), many('new', 'changed\n', 201));
    expect(fewer.fileCount).toBe(201);
  });

  test('git and our own edits make the same tree of its text', async () => {
    const before: Plant[] = [
      { path: 'a "quoted".ts', text: lines('x', 12) },
      { path: 'd/move', text: lines('y', 12), mode: 0o755 },
    ];
    const after: Plant[] = [
      { path: 'b.ts', text: lines('x', 12).replace('x 3', 'three') },
      { path: 'd/moved', text: lines('y', 12) },
    ];
    const { text, base, tree } = await diff(before, after);
    const read = editsOfDiff(text);
    expect(await applyEdits(store, base, 'edits' in read ? read.edits : [])).toMatchObject({
      tree,
    });
    expect(await treeByGitApply(store, before, text)).toBe(tree);
  });
});
