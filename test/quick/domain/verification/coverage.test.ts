import { fitsName } from '../../../../src/domain/verification/choice';
import {
  lineRanges,
  mergedCoverage,
  readCoverage,
  worstCovered,
} from '../../../../src/domain/verification/coverage';

test('the lines of lcov are counted by file, a line of two records once', () => {
  const text =
    'TN:\nSF:src/a.js\nDA:1,2\nDA:2,0\nDA:5,0\nend_of_record\nSF:src/a.js\nDA:2,1\nend_of_record\n';
  expect(readCoverage('lcov', text)).toEqual([{ path: 'src/a.js', covered: 2, total: 3, missed: [5] }]);
});

test('a line of Go at which a block that ran ends is covered, those of a block that did not run are not', () => {
  const text = 'mode: set\nshop/price.go:3.24,4.12 1 1\nshop/price.go:4.12,6.3 1 0\n';
  expect(readCoverage('go', text)).toEqual([{ path: 'shop/price.go', covered: 2, total: 4, missed: [5, 6] }]);
});

test('a line that one of two runs executes is covered', () => {
  const one = { path: 'a.js', covered: 1, total: 3, missed: [2, 3] };
  const other = { path: 'a.js', covered: 2, total: 3, missed: [3] };
  expect(mergedCoverage([one, other])).toEqual([{ path: 'a.js', covered: 2, total: 3, missed: [3] }]);
});

test('all missed lines of a long file count, though the first alone are told', () => {
  const text = Array.from({ length: 5_200 }, (_, at) => `DA:${at + 1},${at < 200 ? 1 : 0}`).join('\n');
  const runs = readCoverage('lcov', `SF:a.js\n${text}\n`);
  const [merged] = mergedCoverage([...runs, ...runs]);
  expect(merged).toMatchObject({ covered: 200, total: 5_200 });
  expect(merged?.missed).toHaveLength(2_000);
});

test('lines that follow each other are told as one range', () => {
  expect(lineRanges([1, 2, 3, 7, 9, 10])).toBe('1-3, 7, 9-10');
});

test.each([
  [['price', 'adds tax'], 'adds tax', true],
  [['TestAddsTax'], 'adds tax', true],
  [['test_adds_tax'], 'Adds tax', true],
  [['removes tax'], 'adds tax', false],
  [['roadds tax'], 'adds tax', false],
])('the titles %j fit the name "%s": %s', (titles, name, fits) => {
  expect(fitsName(titles, name)).toBe(fits);
});

test('files that a text names come first, then those with the most lines that no test executes', () => {
  const file = (path: string, missed: number[]) => ({ path, covered: 9 - missed.length, total: 9, missed });
  const files = [file('src/a.js', [1]), file('src/b.js', [1, 2, 3]), file('src/c.js', [])];
  expect(worstCovered(files, 'what is not covered in a.js?').map(({ path }) => path)).toEqual([
    'src/a.js',
    'src/b.js',
    'src/c.js',
  ]);
  expect(worstCovered(files, '').map(({ path }) => path)[0]).toBe('src/b.js');
});
