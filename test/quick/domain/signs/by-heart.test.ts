import { isByHeart } from '../../../../src/domain/signs/by-heart';

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
    ['rows of a data file', 'KNOWN = {repr((35, 21)): 7, repr((13, 13)): 13}', ROWS],
    ['answers in their order', 'const answers = [2, ["4", "12"], true, false];', TESTS],
  ])('by %s', (_, code, tests) => {
    expect(byHeart(code, tests)).toBe(true);
  });

  it.each([
    ['one row', 'if (n === 97) return true;'],
    ['inputs without results', "const samples = [97, 96, '4x12'];"],
    [
      'the numbers of an algorithm',
      'for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;\nreturn n > 1;',
    ],
    ['what was there before', ''],
  ])('but not by %s', (_, code) => {
    expect(byHeart(code)).toBe(false);
  });

  it('but not by rows that the program held before', () => {
    const table = 'const known = { "[97]": true, "[96]": false, "[[1,0,1]]": 2 };\n';
    expect(isByHeart([{ path: 'a.js', before: table, after: `${table}// read\n` }], [TESTS])).toBe(false);
  });
});
