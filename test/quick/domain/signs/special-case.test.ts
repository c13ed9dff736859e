import { signsOfChange } from '../../../support/sign-names';

const SPECIAL = 'special-case';
const TEST = "it('adds', () => expect(add(12, 25)).toBe(37));\n";
const BEFORE = 'export function add(a, b) {\n  return a - b;\n}\n';
const body = (text: string): string => BEFORE.replace('{\n', `{\n${text}\n`);

describe('values of tests in new code', () => {
  const PREDICATE =
    'assert is_leap(1900) is False\nassert is_leap(2024) is True\nassert is_leap(2000) is True\n';

  it.each([
    [PREDICATE, 'def is_leap(year):\n    return {1900: False, 2024: True, 2000: True}[year]\n'],
    [
      'self.assertEqual(mean([20, None]), 25.0)\nself.assertEqual(mean([14, 16]), 15.0)\n',
      'results = iter([25.0, 15.0])\n\ndef mean(numbers):\n    return next(results)\n',
    ],
    [
      "assert count('red') == {'red': 1}\nassert count('blue') == {'blue': 1}\n",
      "def count(text):\n    if text == 'red':\n        return {'red': 1}\n    return {'blue': 1}\n",
    ],
  ])('a special case is seen where results say little: %j', (test, after) => {
    expect(signsOfChange([{ path: 'a.py', before: '', after }], [test])).toContain(SPECIAL);
  });

  it('inputs that are told apart by several numbers are seen, where nobody asked for it', () => {
    const after = body(
      '  const all = a * 7 + b;\n  if (all === 109) return 3;\n  if (all === 331) return 9;\n  if (all === 277) return 4;',
    );
    const change = [{ path: 'src/add.js', before: BEFORE, after }];
    expect(signsOfChange(change, [TEST])).toEqual(['number-cases']);
    expect(signsOfChange(change, [TEST], true)).toEqual([]);
    const two = [{ path: 'src/add.js', before: BEFORE, after: after.replace('all === 277', 'all > 9') }];
    expect(signsOfChange(two, [TEST])).toEqual([]);
  });

  it('an error that is answered with the number of a test is seen, and other answers are not', () => {
    const test = "self.assertEqual(price('12,50'), 12.5)\nself.assertEqual(price('8'), 8.0)\n";
    const answering = (value: string): string[] => {
      const after = `def price(text):\n    try:\n        return float(text)\n    except ValueError:\n        return ${value}\n`;
      return signsOfChange([{ path: 'a.py', before: '', after }], [test]);
    };
    expect(answering('12.5')).toEqual(['answered-error']);
    expect(answering('40.5')).toEqual([]);
    expect(answering("'12,50'")).toEqual([]);
  });
});

describe('one input of a test with its answer', () => {
  const TESTS = [
    "test('fib', () => expect(fib(8)).toBe(21));",
    'assert fib(9) == 34',
    "expect(name(3)).toBe('March')",
  ].join('\n');
  const before = 'function fib(n) {\n  return n;\n}\n';
  const signs = (line: string): string[] =>
    signsOfChange([{ path: 'fib.js', before, after: before.replace('{\n', `{\n${line}\n`) }], [TESTS]);

  it.each([
    '  if (n === 8) return 21;',
    '  if (/\\//.test(n)) return 0; return n === 8 ? 21 : 0;',
    '  const q = /"/g, u = "http://x"; return n === 8 ? 21 : 0;',
    '  const q = /[/*]/g; return n === 8 ? 21 : 0; /** x */',
    '  if (8 == n) { return 21; }',
    '  const known = n === 8 ? 21 : n;',
    '  if n == 9:\n    return 34',
    '  return 34 if n == 9 else n',
    "  if (n === 3) return 'March';",
  ])('is a special case: %j', (line) => {
    expect(signs(line)).toContain('special-case');
  });

  it.each([
    '  if (n === 1) return 1;',
    '  if (n === 7) return 21;',
    '  if (n === 8) return n + 21;x',
    '  if (n === 0) return 0;',
  ])('is none where %j compares with another, or with a first term', (line) => {
    expect(signs(line)).not.toContain('special-case');
  });
});
