import { FilesRun } from '../../../support/file-tools';

const PAPERS = {
  'papers/a.pdf': 'A',
  'papers/b.pdf': 'B',
  'papers/notes/c.txt': 'C',
  'out/': null,
  'd.txt': 'D',
};

test('a move takes each item to the folder under its own name', async () => {
  const run = await FilesRun.on(PAPERS);
  const { items, problem } = await run.call('move', { items: ['papers/a.pdf', 'papers/notes'], to: 'out' });
  expect(problem).toBeUndefined();
  expect(items).toEqual([
    { path: 'papers/a.pdf', ok: true, to: 'out/a.pdf' },
    { path: 'papers/notes', ok: true, to: 'out/notes', folder: true },
  ]);
  expect(await run.texts()).toEqual({
    'd.txt': 'D',
    'out/': null,
    'out/a.pdf': 'A',
    'out/notes/': null,
    'out/notes/c.txt': 'C',
    'papers/': null,
    'papers/b.pdf': 'B',
  });
});

test('a folder that is not there is made with those above it, and said', async () => {
  const run = await FilesRun.on(PAPERS);
  const { text, items } = await run.call('move', { items: ['./papers//a.pdf'], to: 'new/deep' });
  expect(items).toEqual([{ path: 'papers/a.pdf', ok: true, to: 'new/deep/a.pdf' }]);
  expect(text).toContain('Made the folder new.');
  expect(text).toContain('Made the folder new/deep.');
  expect(text).toContain('Moved 1 item to new/deep.');
});

test('no folder is made for items that are not there', async () => {
  const run = await FilesRun.on(PAPERS);
  const before = run.tree;
  const { tree, items } = await run.call('move', { items: ['nothing.pdf'], to: 'new' });
  expect(tree).toBeUndefined();
  expect(run.tree).toBe(before);
  expect(items).toEqual([
    { path: 'nothing.pdf', ok: false, reason: 'There is no nothing.pdf: look for it with find or list.' },
  ]);
});

test('a missing item fails alone, and the text says why', async () => {
  const run = await FilesRun.on(PAPERS);
  const { items, text } = await run.call('move', { items: ['papers/A.pdf', 'papers/b.pdf'], to: 'out' });
  expect(items.map(({ ok }) => ok)).toEqual([false, true]);
  expect(items[0]?.reason).toBe('There is no papers/A.pdf: there is papers/a.pdf.');
  expect(text).toBe(
    'Moved 1 of 2 items to out.\n- papers/A.pdf: There is no papers/A.pdf: there is papers/a.pdf.',
  );
});

test('a name that is taken is never overwritten', async () => {
  const run = await FilesRun.on({ 'a/x.txt': '1', 'b/x.txt': '2', 'to/x.txt': '3', 'new/': null });
  const taken = await run.call('move', { items: ['a/x.txt'], to: 'to' });
  expect(taken.items[0]).toMatchObject({
    ok: false,
    reason: 'There is already to/x.txt: give another name.',
  });
  const two = await run.call('move', { items: ['a/x.txt', 'b/x.txt'], to: 'new' });
  expect(two.items.map(({ ok }) => ok)).toEqual([true, false]);
  expect(await run.texts()).toMatchObject({ 'new/x.txt': '1', 'b/x.txt': '2', 'to/x.txt': '3' });
});

test.each([
  ['itself', 'papers'],
  ['a folder in it', 'papers/notes'],
  ['a new folder in it', 'papers/new'],
])('a folder does not go into %s', async (_, to) => {
  const run = await FilesRun.on(PAPERS);
  for (const tool of ['move', 'copy'] as const) {
    const { items, tree } = await run.call(tool, { items: ['papers'], to });
    expect(items[0]).toMatchObject({ ok: false, reason: expect.stringContaining('into itself') as string });
    expect(tree).toBeUndefined();
  }
});

test('a move to where an item is already is fine and changes nothing', async () => {
  const run = await FilesRun.on(PAPERS);
  const { items, tree } = await run.call('move', { items: ['d.txt', 'papers'], to: '.' });
  expect(items).toEqual([
    { path: 'd.txt', ok: true, to: 'd.txt', reason: 'd.txt was there already.' },
    { path: 'papers', ok: true, to: 'papers', reason: 'papers was there already.' },
  ]);
  expect(tree).toBeUndefined();
});

test('what lies in a folder that moves too goes with it, in any order', async () => {
  for (const items of [
    ['papers/notes/c.txt', 'papers'],
    ['papers', 'papers/notes/c.txt'],
  ]) {
    const run = await FilesRun.on(PAPERS);
    const outcome = await run.call('move', { items, to: 'out' });
    expect(outcome.items).toContainEqual({
      path: 'papers/notes/c.txt',
      ok: true,
      to: 'out/papers/notes/c.txt',
      reason: 'It went with papers.',
    });
    expect(await run.texts()).toMatchObject({ 'out/papers/notes/c.txt': 'C', 'out/papers/a.pdf': 'A' });
  }
});

test('what lies in a folder that cannot move stays with it', async () => {
  const run = await FilesRun.on({ 'a/x': '1', 'to/a': 'taken' });
  const { items, tree } = await run.call('move', { items: ['a/x', 'a'], to: 'to' });
  expect(items.map(({ ok }) => ok)).toEqual([false, false]);
  expect(tree).toBeUndefined();
});

test('an item that is named twice, in two ways, is one item', async () => {
  const run = await FilesRun.on(PAPERS);
  const { items } = await run.call('move', { items: ['d.txt', './d.txt', '/home/ann/d.txt'], to: 'out' });
  expect(items).toEqual([{ path: 'd.txt', ok: true, to: 'out/d.txt' }]);
});

test('one item may get another name, and several may not', async () => {
  const run = await FilesRun.on(PAPERS);
  const one = await run.call('copy', { items: ['d.txt'], to: '.', name: 'e.txt' });
  expect(one.items).toEqual([{ path: 'd.txt', ok: true, to: 'e.txt' }]);
  const two = await run.call('move', { items: ['d.txt', 'e.txt'], to: 'out', name: 'f.txt' });
  expect(two.problem).toBe('One name cannot go to 2 items: leave out `name`, or name one item.');
  expect(two.items.every(({ ok }) => !ok)).toBe(true);
  expect(await run.texts()).toMatchObject({ 'd.txt': 'D', 'e.txt': 'D' });
});

test.each(['..', '.', '.git', 'x'.repeat(255).replaceAll('x', '가').slice(0, 100)])(
  'the name %s is refused',
  async (name) => {
    const run = await FilesRun.on(PAPERS);
    const { problem, tree } = await run.call('move', { items: ['d.txt'], to: 'out', name });
    expect(problem).toBeDefined();
    expect(tree).toBeUndefined();
  },
);

test('a target that is a file is refused, and so is one that looks like a new name', async () => {
  const run = await FilesRun.on(PAPERS);
  const file = await run.call('move', { items: ['papers/a.pdf'], to: 'd.txt' });
  expect(file.problem).toBe("d.txt is no folder: `to` names a folder, and `name` the item's new name in it.");
  const name = await run.call('move', { items: ['papers/a.pdf'], to: 'out/first.pdf' });
  expect(name.problem).toBe('out/first.pdf looks like a file: give `to`: "out" and `name`: "first.pdf".');
  const below = await run.call('move', { items: ['papers/a.pdf'], to: 'd.txt/sub' });
  expect(below.problem).toContain('There is nothing below d.txt');
});

test('a path out of the roots is refused whatever it is written like', async () => {
  const run = await FilesRun.on(PAPERS);
  for (const path of ['../x', '/etc/passwd', 'papers/../../x', '/home/ann/../bob/x', '/home/annex/x']) {
    const { items } = await run.call('move', { items: [path], to: 'out' });
    expect(items[0]?.reason).toMatch(/leads out of the roots|is in none of the roots/);
    const to = await run.call('move', { items: ['d.txt'], to: path });
    expect(to.problem).toMatch(/leads out of the roots|is in none of the roots/);
  }
});

test('a root stays where it is', async () => {
  const run = await FilesRun.on([{ 'a.txt': 'A' }, { 'b.txt': 'B' }], { roots: ['/home/ann', '/data'] });
  for (const item of ['.', '/data', '/home/ann/'])
    expect((await run.call('move', { items: [item], to: '/data/in' })).items[0]).toMatchObject({ ok: false });
});

test('items go from one root to another, and are shown by their absolute paths there', async () => {
  const run = await FilesRun.on([{ 'a.txt': 'A' }, { 'b.txt': 'B' }], { roots: ['/home/ann', '/data'] });
  const { items } = await run.call('move', { items: ['a.txt'], to: '/data/in' });
  expect(items).toEqual([{ path: 'a.txt', ok: true, to: '/data/in/a.txt' }]);
  expect(await run.texts(1)).toEqual({ 'b.txt': 'B', 'in/': null, 'in/a.txt': 'A' });
  expect(await run.texts(0)).toEqual({});
});

test('a copy of a folder holds what the folder holds, and later changes of the one do not reach the other', async () => {
  const run = await FilesRun.on(PAPERS);
  await run.call('copy', { items: ['papers'], to: 'out' });
  await run.call('write', { path: 'out/papers/notes/c.txt', content: 'changed' });
  await run.call('delete', { items: ['papers/b.pdf'] });
  expect(await run.texts()).toMatchObject({
    'papers/notes/c.txt': 'C',
    'out/papers/notes/c.txt': 'changed',
    'out/papers/b.pdf': 'B',
  });
});

test('Korean names are found however their syllables are written', async () => {
  const run = await FilesRun.on({ ['논문/도시.pdf'.normalize('NFD')]: 'P', 'out/': null });
  const { items } = await run.call('move', { items: ['논문/도시.pdf'.normalize('NFC')], to: 'out' });
  expect(items[0]).toMatchObject({ ok: true, to: 'out/도시.pdf'.normalize('NFD') });
});

test('names with quotes, line ends, emoji and bytes that are no text are names', async () => {
  const names = ['it\'s "odd"', 'two\nlines', '😀', 'back\\slash', 'C:', '\udcff raw', ' blank '];
  const run = await FilesRun.on(Object.fromEntries(names.map((name) => [`in/${name}`, name])));
  const { items, text } = await run.call('move', { items: names.map((name) => `in/${name}`), to: 'out' });
  expect(items.every(({ ok }) => ok)).toBe(true);
  expect(text).toContain('Moved 7 items');
  const listed = await run.call('list', { path: 'out' });
  expect(new Set(listed.items.map(({ path }) => path))).toEqual(new Set(names.map((name) => `out/${name}`)));
});
