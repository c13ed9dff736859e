import { cloneNode, closeTree, nodeAt, openTree, putNode, takeNode } from '../../../support/mutable-tree';
import type { MutableFolder } from '../../../support/mutable-tree';
import { ManifestWorld } from '../../../support/manifest-world';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** The change from the folders on disk to a tree, and the text that people approve. */
async function described(change: (tree: MutableFolder) => Promise<void> | void) {
  const { tree: base } = await world.capture();
  const at = await openTree(world.store.trees, base);
  await change(at);
  const tree = await closeTree(world.store.trees, at);
  const diff = await world.workspaces.describeChange({ base, tree, roots: world.roots });
  return { base, tree, diff, text: (await world.store.blobs.load(diff.hash)).toString('utf8') };
}

async function write(at: MutableFolder, path: string, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content);
  const hash = await world.store.blobs.put(bytes);
  putNode(at, path, { type: 'file', mode: 0o644, hash, size: bytes.length });
}

const LONG = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');

test('two changes that differ in contents only have different hashes', async () => {
  world.plant([{ path: '0/a.txt', text: 'old' }]);
  const binary = (byte: number) => described((at) => write(at, '0/a.bin', Buffer.from([0, byte])));
  const [one, other] = [await binary(1), await binary(2)];
  expect(one.diff.excerpt).toBe(other.diff.excerpt);
  expect(one.diff.hash).not.toBe(other.diff.hash);
});

test('the same trees have the same hash, and no change has an empty text', async () => {
  world.plant([{ path: '0/a.txt', text: 'old' }]);
  const write1 = () => described((at) => write(at, '0/b.txt', 'b'));
  expect((await write1()).diff.hash).toBe((await write1()).diff.hash);
  expect(await described(() => undefined)).toMatchObject({ text: '', diff: { fileCount: 0, excerpt: '' } });
});

test('the first lines of what is written stand below its line, and both trees at the end', async () => {
  world.plant([
    { path: '0/a.txt', text: 'old' },
    { path: '0/b.txt', text: 'b' },
  ]);
  const { text, diff, base, tree } = await described(async (at) => {
    await write(at, '0/a.txt', `new\r\n\u001b[2J${'x'.repeat(300)}\n`);
    await write(at, '0/bytes', Buffer.from([0, 1, 2, 3]));
    await write(at, '0/long.txt', LONG);
    const moved = takeNode(at, '0/b.txt');
    if (moved) putNode(at, '1/b.txt', moved);
  });
  const shown = [
    'change  a.txt',
    '        | new',
    `        | \u{fffd}[2J${'x'.repeat(196)}…`,
    'write   bytes',
    '        | … 4 B that are no text',
    'write   long.txt',
    ...Array.from({ length: 9 }, (_, index) => `        | line ${index}`),
    '        | … 21 more lines',
    `move    b.txt → ${world.at('1/b.txt')}`,
  ].join('\n');
  expect(diff.excerpt).toBe(shown);
  expect(text).toBe(`${shown}\ntree ${base}..${tree}`);
});

test('no more than 60 lines of contents are shown, and every change has its line', async () => {
  world.plant([]);
  const { text } = await described(async (at) => {
    for (let file = 10; file < 40; file += 1) await write(at, `0/${file}.txt`, `${file}\n${LONG}`);
  });
  const lines = text.split('\n');
  expect(lines.filter((line) => line.startsWith('        | '))).toHaveLength(60);
  expect(lines.filter((line) => line.startsWith('write   '))).toHaveLength(30);
});

test('a name with a line break cannot look like a change of its own', async () => {
  world.plant([{ path: '0/a.txt', text: 'old' }]);
  const { text } = await described((at) => {
    const node = nodeAt(at, '0/a.txt');
    if (node) putNode(at, '0/x\ndelete  y', cloneNode(node));
  });
  expect(text.split('\n')[0]).toBe('write   "x\\ndelete  y"');
});
