import { cyclesOf, pageRank } from '../../../../src/domain/navigation/cycles';
import { classOfFile, shareOfClass } from '../../../../src/domain/navigation/file-class';
import { fuse } from '../../../../src/domain/navigation/fusion';
import { TermIndex } from '../../../../src/codebase/navigation/index/code-index';

test('fusion adds the reciprocal ranks of all lists with 30 below, and tells them', () => {
  const [first, second] = fuse([
    { way: 'text', weight: 1, keys: ['a', 'b'] },
    { way: 'path', weight: 2, keys: ['b'] },
  ]);
  expect(first).toEqual({
    key: 'b',
    score: 1 / 32 + 2 / 31,
    why: [
      { way: 'text', rank: 2 },
      { way: 'path', rank: 1 },
    ],
  });
  expect(second?.key).toBe('a');
});

test('a factor below one puts a key behind others of the same ranks', () => {
  const lists = [{ way: 'text', weight: 1, keys: ['test', 'source'] }] as const;
  expect(fuse(lists, (key) => (key === 'test' ? 0.6 : 1)).map(({ key }) => key)).toEqual(['source', 'test']);
});

test('keys of equal scores are in the order of their names', () => {
  const lists = [
    { way: 'a', weight: 1, keys: ['y'] },
    { way: 'b', weight: 1, keys: ['x'] },
  ];
  expect(fuse(lists).map(({ key }) => key)).toEqual(['x', 'y']);
});

test('the node that most point at has the highest rank, and all ranks are one together', () => {
  const ranks = pageRank([[2], [2], [3], []]);
  expect(ranks[2]).toBeGreaterThan(ranks[0] ?? 0);
  expect(ranks[3]).toBeGreaterThan(ranks[0] ?? 0);
  expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9);
});

test('two nodes that point at each other are of one rank', () => {
  const [left, right] = pageRank([[1], [0]]);
  expect(left).toBeCloseTo(right ?? 0, 12);
});

test('a graph without nodes has no ranks', () => {
  expect([...pageRank([])]).toEqual([]);
});

test('circles are found, also those of one node, and nothing else', () => {
  expect(cyclesOf([[1], [2], [0], [3], [0]])).toEqual([[0, 1, 2], [3]]);
  expect(cyclesOf([[1], [2], []])).toEqual([]);
});

test('a chain of a hundred thousand nodes does not end the stack', () => {
  const count = 100_000;
  const chain = Array.from({ length: count }, (_, node) => [(node + 1) % count]);
  expect(cyclesOf(chain)).toHaveLength(1);
});

test('BM25 puts the document with the rarer term and the shorter one first', () => {
  const index = new TermIndex();
  index.add(['common', 'rare'], [1, 1]);
  index.add(['common'], [1]);
  index.add(['common', 'other'], [1, 20]);
  expect(index.search([{ term: 'rare', share: 1 }]).map(({ document }) => document)).toEqual([0]);
  expect(index.search([{ term: 'common', share: 1 }]).map(({ document }) => document)).toEqual([1, 0, 2]);
  expect(index.rarity('nowhere')).toBe(0);
});

test.each([
  ['src/user.ts', 'source'],
  ['test/user.ts', 'test'],
  ['src/user.test.ts', 'test'],
  ['pkg/user_test.go', 'test'],
  ['tests/test_user.py', 'test'],
  ['src/test/java/UserTest.java', 'test'],
  ['vendor/lib/user.go', 'vendored'],
  ['web/app.min.js', 'generated'],
  ['api/user.pb.go', 'generated'],
  ['package-lock.json', 'generated'],
  ['README.md', 'document'],
  ['examples/user.ts', 'example'],
  ['config/app.yaml', 'data'],
  ['src/contest.ts', 'source'],
])('%s is of the class %s', (path, kind) => {
  expect(classOfFile(path)).toBe(kind);
});

test('tests come before sources where they are asked for, else behind them', () => {
  expect(shareOfClass('test', true)).toBeGreaterThan(shareOfClass('source', true));
  expect(shareOfClass('test', false)).toBeLessThan(shareOfClass('source', false));
});
