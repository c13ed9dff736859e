import { FilesRun } from '../../../support/file-tools';

test('a folder is made with those above it, and one that is there is fine', async () => {
  const run = await FilesRun.on({ 'a.txt': 'A' });
  const made = await run.call('make_folder', { path: 'new/deep/' });
  expect(made.items).toEqual([{ path: 'new/deep', ok: true }]);
  expect(made.text).toBe('Made the folder new, and in it new/deep.');
  const again = await run.call('make_folder', { path: './new' });
  expect(again.items).toEqual([{ path: 'new', ok: true, reason: 'new was there already.' }]);
  expect(again.tree).toBeUndefined();
  expect(await run.texts()).toEqual({ 'a.txt': 'A', 'new/': null, 'new/deep/': null });
});

test.each([
  ['a.txt', 'There is already a.txt: give another name.'],
  ['a.txt/in', 'There is nothing below a.txt, which is no folder: check the path a.txt/in.'],
  ['../x', 'leads out of the roots'],
  ['.git/hooks', 'belongs to git itself'],
])('no folder is made at %s', async (path, reason) => {
  const run = await FilesRun.on({ 'a.txt': 'A' });
  const { items, tree, text } = await run.call('make_folder', { path });
  expect(items).toEqual([{ path, ok: false, reason: expect.stringContaining(reason) as string }]);
  expect(text).toContain(reason);
  expect(tree).toBeUndefined();
});

test('a rename keeps the folder, and never takes the place of something', async () => {
  const run = await FilesRun.on({ 'in/a.txt': 'A', 'in/b.txt': 'B', 'in/sub/c': 'C' });
  expect((await run.call('rename', { path: 'in/a.txt', name: 'z.txt' })).items).toEqual([
    { path: 'in/a.txt', ok: true, to: 'in/z.txt' },
  ]);
  const taken = await run.call('rename', { path: 'in/z.txt', name: 'b.txt' });
  expect(taken.items[0]).toMatchObject({
    ok: false,
    reason: 'There is already in/b.txt: give another name.',
  });
  expect((await run.call('rename', { path: 'in/sub', name: 'Sub' })).items[0]?.to).toBe('in/Sub');
  expect((await run.call('rename', { path: 'in/Sub', name: 'Sub' })).items[0]?.ok).toBe(true);
  expect((await run.call('rename', { path: '.', name: 'x' })).items[0]?.ok).toBe(false);
  expect((await run.call('rename', { path: 'in', name: '..' })).items[0]?.ok).toBe(false);
  expect(await run.texts()).toMatchObject({ 'in/z.txt': 'A', 'in/b.txt': 'B', 'in/Sub/c': 'C' });
});

test('a write makes the folders on the way, and says when it replaces a text', async () => {
  const run = await FilesRun.on({});
  expect((await run.call('write', { path: 'notes/2026/a.txt', content: '글' })).text).toBe(
    'Wrote notes/2026/a.txt (3 B).',
  );
  const again = await run.call('write', { path: 'notes/2026/a.txt', content: '' });
  expect(again.items).toEqual([
    { path: 'notes/2026/a.txt', ok: true, reason: 'Replaced the content of notes/2026/a.txt: 3 B by 0 B.' },
  ]);
  expect(await run.texts()).toEqual({ 'notes/': null, 'notes/2026/': null, 'notes/2026/a.txt': '' });
});

test.each([
  ['a folder', 'in', 'x', 'in is a folder: give the path of a file in it'],
  ['the root', '.', 'x', '. is a folder: give the path of a file in it'],
  ['below a file', 'in/a.txt/b', 'x', 'There is nothing below in/a.txt'],
  ['the mark of a secret', 'in/b', 'key=[REDACTED]', 'a secret was taken out'],
])('nothing is written to %s', async (_, path, content, reason) => {
  const run = await FilesRun.on({ 'in/a.txt': 'A' });
  const { items, tree } = await run.call('write', { path, content });
  expect(items[0]).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string });
  expect(tree).toBeUndefined();
});

test('folders are deleted whole, with what is named in them', async () => {
  const run = await FilesRun.on({ 'a/x': '1', 'a/b/y': '2', c: '3', d: '4' });
  const { items, text } = await run.call('delete', { items: ['a', 'a/b/y', 'a/none', 'gone', 'c', 'a'] });
  expect(items).toEqual([
    { path: 'a', ok: true },
    { path: 'a/b/y', ok: true, reason: 'It went with a.' },
    { path: 'a/none', ok: false, reason: 'There is no a/none: look for it with find or list.' },
    { path: 'gone', ok: false, reason: 'There is no gone: look for it with find or list.' },
    { path: 'c', ok: true },
  ]);
  expect(text).toContain('Deleted 3 of 5 items.');
  expect(await run.texts()).toEqual({ d: '4' });
});

test('a root is not deleted', async () => {
  const run = await FilesRun.on([{ a: '1' }, { b: '2' }], { roots: ['/home/ann', '/data'] });
  for (const item of ['.', '/data', '/home/ann', 'a/..'])
    expect((await run.call('delete', { items: [item] })).items[0]).toMatchObject({ ok: false });
});

test('an edit replaces passages in turn, all of them or none', async () => {
  const run = await FilesRun.on({ 'a.txt': '\ufeffone\r\ntwo\r\ntwo\r\n' });
  const edits = [
    { search: 'one', replacement: 'eins\nzwei' },
    { search: 'two', replacement: '둘', all: true },
  ];
  expect((await run.call('edit', { path: 'a.txt', edits })).items).toEqual([{ path: 'a.txt', ok: true }]);
  expect(await run.texts()).toEqual({ 'a.txt': '\ufeffeins\r\nzwei\r\n둘\r\n둘\r\n' });
  const bad = await run.call('edit', {
    path: 'a.txt',
    edits: [
      { search: 'eins', replacement: 'x' },
      { search: 'zwo', replacement: 'y' },
    ],
  });
  expect(bad.items[0]?.reason).toContain('does not stand in a.txt');
  expect(bad.tree).toBeUndefined();
});

test('an ambiguous passage is refused with the lines where it stands', async () => {
  const run = await FilesRun.on({ 'a.txt': 'x\ny\nx\n' });
  const { items } = await run.call('edit', { path: 'a.txt', edits: [{ search: 'x', replacement: 'z' }] });
  expect(items[0]?.reason).toContain('stands in a.txt 2 times');
  expect(items[0]?.reason).toContain('3: x');
});

test.each([
  ['UTF-16 with its mark', '\ufeffkey = old\n', 'utf16le', 'n\u00e9w'],
  ['Latin-1', 'caf\u00e9 = old\n', 'latin1', 'new'],
] as const)('a file in %s stays in it', async (_, text, encoding, put) => {
  const run = await FilesRun.on({});
  await run.plantBytes('a.ini', Buffer.from(text, encoding));
  await run.call('edit', { path: 'a.ini', edits: [{ search: 'old', replacement: put }] });
  expect((await run.bytes('a.ini')).toString(encoding)).toBe(text.replace('old', put));
});

test.each([
  ['UTF-16', 'utf16le'],
  ['UTF-8', 'utf8'],
] as const)('a file with a mark of %s keeps it when its content is replaced', async (_, encoding) => {
  const run = await FilesRun.on({});
  await run.plantBytes('a.ini', Buffer.from('\ufeffkey = old\n', encoding));
  await run.call('write', { path: 'a.ini', content: 'n\u00e9w\n' });
  expect((await run.bytes('a.ini')).toString(encoding)).toBe('\ufeffn\u00e9w\n');
});

test.each([
  ['a file that declares none', undefined, undefined],
  ['a file whose charset .editorconfig declares', '[*.ini]\ncharset = latin1\n', 'n\u00e9w'],
])('new letters of Latin-1 get into %s only as declared', async (_, settings, put) => {
  const run = await FilesRun.on(settings === undefined ? {} : { '.editorconfig': settings });
  await run.plantBytes('a.ini', Buffer.from('caf\u00e9 = old\n', 'latin1'));
  const { items } = await run.call('edit', {
    path: 'a.ini',
    edits: [{ search: 'old', replacement: 'n\u00e9w' }],
  });
  expect((await run.bytes('a.ini')).toString('latin1')).toBe(`caf\u00e9 = ${put ?? 'old'}\n`);
  expect(items[0]?.reason ?? '').toEqual(
    put === undefined ? expect.stringContaining('declare its charset') : '',
  );
});

test('an EUC-KR text that says nothing of it gets ASCII put in', async () => {
  const run = await FilesRun.on({});
  await run.plantBytes('a.txt', Buffer.from('b0a1b3aab4d9206f6c640a', 'hex'));
  await run.call('edit', { path: 'a.txt', edits: [{ search: '가나다 old', replacement: '가나다 new' }] });
  expect((await run.bytes('a.txt')).toString('hex')).toBe('b0a1b3aab4d9206e65770a');
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\nold'), 'is no plain text'],
  ['a program', Buffer.from('old\0\x01\x02\x03'), 'is no plain text'],
])('%s is not edited', async (_, bytes, reason) => {
  const run = await FilesRun.on({});
  await run.plantBytes('file', bytes);
  const { items } = await run.call('edit', { path: 'file', edits: [{ search: 'old', replacement: 'new' }] });
  expect(items[0]).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string });
  expect(await run.bytes('file')).toEqual(bytes);
});

test('a refused edit of a file with secrets shows none of its lines', async () => {
  const run = await FilesRun.on({ '.env': 'KEY=hush hush\n' });
  const { items } = await run.call('edit', {
    path: '.env',
    edits: [
      { search: 'KEY=hush', replacement: 'KEY=x', all: true },
      { search: 'KEY=y', replacement: '' },
    ],
  });
  expect(items[0]?.reason).toContain('does not stand in .env');
  expect(items[0]?.reason).not.toContain('hush hush');
});

test('links are moved and deleted, and never followed', async () => {
  const run = await FilesRun.on({ 'real/a.txt': 'A' });
  await run.plantLink('link', 'real');
  for (const [tool, args] of [
    ['write', { path: 'link', content: 'x' }],
    ['write', { path: 'link/b.txt', content: 'x' }],
    ['read', { path: 'link' }],
    ['list', { path: 'link' }],
    ['move', { items: ['link/a.txt'], to: '.' }],
    ['move', { items: ['real/a.txt'], to: 'link' }],
    ['edit', { path: 'link', edits: [{ search: 'a', replacement: 'b' }] }],
  ] as const)
    expect((await run.call(tool, args)).items.every(({ ok }) => !ok)).toBe(true);
  expect((await run.call('move', { items: ['link'], to: 'real' })).items[0]?.to).toBe('real/link');
  expect((await run.call('delete', { items: ['real/link'] })).items[0]?.ok).toBe(true);
});

test('ten thousand items move in one call', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `in/file ${index}.txt`);
  const run = await FilesRun.on(Object.fromEntries(names.map((name) => [name, 'x'])));
  const { items, text } = await run.call('move', { items: names, to: 'out' });
  expect(items.filter(({ ok }) => ok)).toHaveLength(10_000);
  expect(text).toContain('Moved 10000 items to out.');
  expect(Object.keys(await run.texts()).filter((path) => path.startsWith('out/file'))).toHaveLength(10_000);
});
