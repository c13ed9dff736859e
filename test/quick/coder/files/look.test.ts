import { identityOf } from '../../../../src/store';
import { FilesRun } from '../../../support/file-tools';

const SHELF = {
  'papers/a.txt': 'On GENTRI-\nfication in\n  Seoul.\n',
  'papers/b.txt': 'Cooking for two.\n',
  'papers/논문.txt': '도시의 젠트리피\n케이션 연구\n',
  'papers/old/c.md': '# Gentrification and rent\n',
  'Report.PDF': 'budget  analysis\n',
};

function paths(items: readonly { path: string; ok: boolean }[]): string[] {
  return items.filter(({ ok }) => ok).map(({ path }) => path);
}

test('a list shows folders first, then files by number and name, with their sizes', async () => {
  const run = await FilesRun.on({ 'z/': null, 'a10.txt': '1', 'a9.txt': '22', 'B/x': '', 'B/y': '' });
  const { items, text } = await run.call('list', { path: '.' });
  expect(paths(items)).toEqual(['B', 'z', 'a9.txt', 'a10.txt']);
  expect(text.split('\n').slice(0, 3)).toEqual(['. holds 4 entries:', 'B/  2 entries', 'z/  0 entries']);
  expect(text).toMatch(/^a9\.txt {2}2 B {2}2026-03-02 \d\d:00$/m);
  expect(paths((await run.call('list', { path: 'B', depth: 5 })).items)).toEqual(['B/x', 'B/y']);
  expect((await run.call('list', { path: 'z' })).text).toBe('z holds 0 entries.');
});

test('a long list is cut, and its items are not', async () => {
  const run = await FilesRun.on(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, ''])));
  const { items, text } = await run.call('list', { path: '.' });
  expect(items).toHaveLength(500);
  expect(text.split('\n')).toHaveLength(202);
  expect(text).toContain('… and 300 more');
});

test('a list of a file or of nothing is a problem', async () => {
  const run = await FilesRun.on(SHELF);
  expect((await run.call('list', { path: 'Report.PDF' })).problem).toBe(
    'Report.PDF is a file: name a folder.',
  );
  expect((await run.call('list', { path: 'nowhere' })).problem).toContain('There is no nowhere');
});

test.each([
  ['*.pdf', ['Report.PDF']],
  ['*논문*', ['papers/논문.txt']],
  ['*논문*'.normalize('NFD'), ['papers/논문.txt']],
  ['old', ['papers/old']],
  ['papers/*.txt', ['papers/a.txt', 'papers/b.txt', 'papers/논문.txt']],
  ['c', []],
])('the name %s finds %j', async (name, found) => {
  const run = await FilesRun.on(SHELF);
  expect(paths((await run.call('find', { path: '.', name })).items)).toEqual(found);
});

test('a name without wildcards that finds nothing tells how to find more', async () => {
  const run = await FilesRun.on(SHELF);
  expect((await run.call('find', { path: '.', name: 'report' })).text).toContain('"*report*"');
});

test.each([
  ['gentrification', ['papers/a.txt', 'papers/old/c.md']],
  ['GENTRIFICATION', ['papers/a.txt', 'papers/old/c.md']],
  ['in seoul', ['papers/a.txt']],
  ['젠트리피케이션', ['papers/논문.txt']],
  ['젠트리피케이션'.normalize('NFD'), ['papers/논문.txt']],
  ['budget analysis', ['Report.PDF']],
  ['analysis budget', []],
  ['   ', []],
])('the words %j are found in %j', async (content, found) => {
  const run = await FilesRun.on(SHELF);
  const { items } = await run.call('find', { path: '.', content });
  expect(paths(items)).toEqual(found);
});

test('a hit tells the line, and a file may be searched by itself', async () => {
  const run = await FilesRun.on({ 'log.txt': 'one\ntwo\nthe Anomaly here\n' });
  const { items, text } = await run.call('find', { path: 'log.txt', content: 'anomaly' });
  expect(items).toEqual([{ path: 'log.txt', ok: true, reason: 'Line 3: the Anomaly here' }]);
  expect(text).toContain('Found 1 item in log.txt');
});

test('files that cannot be read are items that failed, and pictures are none', async () => {
  const run = await FilesRun.on(
    { 'a.txt': 'word', 'b.txt': 'word', 'film.mp4': 'word', 'c.bin': '\0\x01' },
    {
      contents: {
        read: ({ name }) =>
          Promise.resolve(
            name === 'b.txt'
              ? { problem: ['lost' as const, 'b.txt', 'changed' as const] as const }
              : Buffer.from(name === 'c.bin' || name === 'film.mp4' ? [0, 1, 2] : 'word'),
          ),
      },
    },
  );
  const { items, text } = await run.call('find', { path: '.', content: 'word' });
  expect(items).toEqual([
    { path: 'a.txt', ok: true, reason: 'Line 1: word' },
    { path: 'b.txt', ok: false, reason: 'b.txt: It changed meanwhile: start again.' },
  ]);
  expect(text).toContain('2 files without a text');
});

test('files that hold secrets by their names are not looked into, and counted', async () => {
  const run = await FilesRun.on({ '.env': 'KEY=word', 'a.txt': 'word' });
  const { items, text } = await run.call('find', { path: '.', content: 'word' });
  expect(items).toEqual([{ path: 'a.txt', ok: true, reason: 'Line 1: word' }]);
  expect(text).toContain('1 file not looked into');
});

test('kinds and sizes narrow a search', async () => {
  const run = await FilesRun.on({ 'in/small': 'x', 'in/large': 'x'.repeat(100) });
  expect(paths((await run.call('find', { path: '.', type: 'folder' })).items)).toEqual(['in']);
  expect(paths((await run.call('find', { path: '.', type: 'file' })).items)).toEqual([
    'in/large',
    'in/small',
  ]);
  expect(paths((await run.call('find', { path: '.', minBytes: 50 })).items)).toEqual(['in/large']);
  expect(paths((await run.call('find', { path: '.', maxBytes: 50 })).items)).toEqual(['in/small']);
  expect(paths((await run.call('find', { path: '.', type: 'folder', content: 'x' })).items)).toEqual([]);
});

const DAY_NS = 86_400_000_000_000n;
const MARCH_1_NS = BigInt(Date.parse('2026-03-01T12:00:00Z')) * 1_000_000n;

async function dated(): Promise<FilesRun> {
  const run = await FilesRun.on(
    {},
    {
      timeRange: (words) =>
        words.includes('march first')
          ? { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
          : undefined,
    },
  );
  const at = (ino: bigint, mtimeNs: bigint, birthtimeNs: bigint): string =>
    identityOf({ dev: 1n, ino, mtimeNs, birthtimeNs });
  await run.plantIdentities(
    new Map([
      ['changed', at(1n, MARCH_1_NS, MARCH_1_NS - 10n * DAY_NS)],
      ['made', at(2n, MARCH_1_NS + 5n * DAY_NS, MARCH_1_NS)],
      ['unborn', at(3n, MARCH_1_NS, 0n)],
    ]),
  );
  return run;
}

test('times narrow a search: of the last change, or of making where the words say so', async () => {
  const run = await dated();
  expect(paths((await run.call('find', { path: '.', when: 'march first' })).items)).toEqual([
    'changed',
    'unborn',
  ]);
  expect(paths((await run.call('find', { path: '.', when: 'made march first' })).items)).toEqual([
    'made',
    'unborn',
  ]);
  const range = { from: '2026-03-04T00:00:00Z', to: '2026-03-06T12:00:00Z' };
  expect(paths((await run.call('find', { path: '.', from: range.from })).items)).toEqual(['made']);
  expect(paths((await run.call('find', { path: '.', ...range })).items)).toEqual([]);
});

test('what is no time is a problem', async () => {
  const run = await dated();
  expect((await run.call('find', { path: '.', when: 'sometimes' })).problem).toContain(
    '"sometimes" is not understood as one time',
  );
  expect((await run.call('find', { path: '.', from: 'soon' })).problem).toContain('"soon" is no time');
});

test('a text is read whole, or cut with what is left out', async () => {
  const run = await FilesRun.on({ 'a.txt': 'Hello\n', 'long.txt': `${'가'.repeat(30_000)}`, empty: ' \n' });
  const whole = await run.call('read', { path: 'a.txt' });
  expect(whole).toMatchObject({ items: [{ path: 'a.txt', ok: true }], text: 'a.txt (6 characters)\nHello' });
  const { text } = await run.call('read', { path: 'long.txt' });
  expect(text.length).toBeLessThanOrEqual(10_000);
  const [, left = ''] = /… (\d+) characters are left out/.exec(text) ?? [];
  expect((text.match(/가/g)?.length ?? 0) + Number(left)).toBe(30_000);
  expect((await run.call('read', { path: 'empty' })).text).toBe('empty is empty.');
});

test.each([
  ['a folder', 'in', 'is a folder'],
  ['what is not there', 'in/none', 'There is no in/none'],
  ['a file with secrets', 'in/.env', 'holds secrets by its name'],
  ['a picture', 'in/a.jpg', 'is no text'],
])('%s is not read', async (_, path, problem) => {
  const run = await FilesRun.on({ 'in/.env': 'KEY=hush', 'in/a.jpg': '\u0001x' });
  const outcome = await run.call('read', { path });
  expect(outcome.problem).toContain(problem);
  expect(outcome.text).not.toContain('hush');
});

test('secrets are taken out of what is shown and found', async () => {
  const run = await FilesRun.on(
    { 'a.txt': 'the key is hush-hush\n' },
    { redact: (text) => text.replaceAll('hush-hush', '[REDACTED]') },
  );
  expect((await run.call('read', { path: 'a.txt' })).text).toContain('the key is [REDACTED]');
  const { items } = await run.call('find', { path: '.', content: 'key' });
  expect(items[0]?.reason).toBe('Line 1: the key is [REDACTED]');
});

test('a place is one folder, a question where several fit, or a problem', async () => {
  const seen: string[] = [];
  const run = await FilesRun.on([{ 'papers/a': '', 'old papers/b': '' }, { 'x/y/': null }], {
    roots: ['/home/ann', '/data'],
    chooseFolder: (what, folders) => {
      seen.push(...folders.map(({ path }) => path));
      const fitting = folders.map(({ path }) => path).filter((path) => path.includes(what));
      if (fitting.length > 1) return { ambiguous: fitting };
      return fitting[0] === undefined ? { none: true } : { path: fitting[0] };
    },
  });
  expect((await run.call('locate', { what: 'old' })).items).toEqual([{ path: 'old papers', ok: true }]);
  expect(seen).toEqual(['.', '/data', 'old papers', 'papers', '/data/x', '/data/x/y']);
  const several = await run.call('locate', { what: 'papers' });
  expect(several.ambiguous).toEqual({
    question: 'Which folder is meant by "papers"?',
    choices: ['old papers', 'papers'],
  });
  expect(several.items).toEqual([]);
  expect((await run.call('locate', { what: 'films' })).problem).toContain('No folder fits "films"');
});
