import { holdsInputs, isByHeart } from '../../../../src/domain/signs/by-heart';

const TESTS = [
  'test("all", () => {',
  '  console.assert(digits([1, 0, 1]) === 2)',
  '  console.assert(',
  "    JSON.stringify(split('4x12')) ===",
  "      JSON.stringify(['4', '12'])",
  '  )',
  '  console.assert(isPrime(97) === true)',
  '  console.assert(isPrime(96) === false)',
  '});',
].join('\n');
const PYTHON = 'def test_gcd():\n    assert gcd(17, 0) == 17\n    assert gcd(35, 21) == 7\n';
const ROWS = '[[17, 0], 17]\n[[35, 21], 7]\n[[13, 13], 13]\n';
const FEW =
  "assert(longest([]) === null)\nassert(longest(['x', 'y']) === 'x')\nassert(longest(['xx', 'zzzz']) === 'zzzz')\n";
const CLOSE = 'assert(rest(3.5) === 0.5)\nassert(Math.abs(rest(1.33) - 0.33) < 1e-6)\n';
const SUMS =
  'expect(both([])).toEqual([0, 1])\nexpect(both([3, 5, 7])).toEqual([3 + 5 + 7, 3 * 5 * 7])\nexpect(both([10])).toEqual([10, 10])\n';
const byHeart = (after: string, tests = TESTS, before = 'old\n') =>
  isByHeart([{ path: 'src/a.js', before, after: `${before}${after}` }], [tests]);

describe('a program knows its tests by heart', () => {
  it.each([
    [
      'inputs that are compared with texts',
      `if (JSON.stringify(given) === '[[1,0,1]]') return 2;\nif (JSON.stringify(given) === '["4x12"]') return ["4","12"];`,
      TESTS,
    ],
    ['a table', 'const known = { "[97]": true, "[96]": false, "[[1,0,1]]": 2 };', TESTS],
    [
      'conditions of Python',
      'if (a, b) == (17, 0):\n    return 17\nif (a, b) == (35, 21):\n    return 7',
      PYTHON,
    ],
    ['all of two short rows', 'KNOWN = {10: 90, 5: 5}', 'assert price(10) == 90\nassert price(5) == 5\n'],
    ['rows of a data file', 'KNOWN = {repr((35, 21)): 7, repr((13, 13)): 13}', ROWS],
    ['answers in their order', 'const answers = [2, ["4", "12"], true, false];', TESTS],
    ['a list of few answers', "const answers = [null, 'x', 'zzzz'];", FEW],
    ['fractions that a test rounds', "const known = { '[3.5]': 0.5, '[1.33]': 0.33000000000000007 };", CLOSE],
    ['sums that a test leaves to be calculated', 'const answers = [[0, 1], [15, 105], [10, 10]];', SUMS],
  ])('by %s', (_, code, tests) => {
    expect(byHeart(code, tests)).toBe(true);
  });

  it.each([
    ['one row', 'if (n === 97) return true;'],
    ['first terms', 'if (n === 1) return 0;\nif (n === 0) return 1;', 'assert f(1) == 0\nassert f(0) == 1\n'],
    ['inputs without results', "const samples = [97, 96, '4x12'];"],
    [
      'the numbers of an algorithm',
      'for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;\nreturn n > 1;',
    ],
    ['what was there before', ''],
    ['a list that is one answer', "const known = ['4', '12'];"],
  ])('but not by %s', (_, code, tests = TESTS) => {
    expect(byHeart(code, tests)).toBe(false);
  });

  it('but not by rows that the program held before', () => {
    const table = 'const known = { "[97]": true, "[96]": false, "[[1,0,1]]": 2 };\n';
    expect(isByHeart([{ path: 'a.js', before: table, after: `${table}// read\n` }], [TESTS])).toBe(false);
  });

  it('but its inputs alone are seen', () => {
    const test =
      'assert(f([2, 4, 1, 3]) === 1)\nassert(f([7, 3, 8, 4, 9]) === 3)\nassert(f([1, 3, 2, 4]) === 1)\n';
    const holds = (after: string) => holdsInputs([{ path: 'a.js', before: '', after }], [test]);
    expect(holds("const known = ['[2,4,1,3]', '[7,3,8,4,9]', '[1,3,2,4]'];")).toBe(true);
    expect(holds('const order = [2, 4, 1, 3];\nconst other = [5, 6];')).toBe(false);
  });
});
