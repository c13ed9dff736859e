import { answeredTests } from '../../../../src/verifier/integrity/answered-tests';
import { testAnswers } from '../../../../src/verifier/integrity/test-answers';

const TEST = [
  "import { add } from '../src/add';",
  "it('adds', () => expect(add(12, 25)).toBe(37));",
  "it('adds more', () => expect(add(40, 51)).toBe(91));",
  "it('adds much', () => expect(add(600, 77)).toEqual(677));",
  '',
].join('\n');
const BEFORE = 'export function add(a, b) {\n  return a - b;\n}\n';

const answered = (after: string, test = TEST, before = BEFORE): string[] =>
  answeredTests([{ path: 'src/add.js', before, after }], testAnswers('test/add.test.js', test)).map(
    ({ line, inputs, outputs }) => `${line}: ${inputs.join('+')} → ${outputs.join()}`,
  );
const body = (text: string): string => `export function add(a, b) {\n${text}\n  return a - b;\n}\n`;

describe('a special case for the tests is seen', () => {
  it.each([
    ['a condition', body('  if (a === 12 && b === 25) return 37;')],
    ['a condition the other way round', body('  if (25 == b) return 37;')],
    ['a case', body('  switch (a) { case 12: return 37; }')],
    ['a choice', body('  const c = a === 12 ? 37 : 91;\n  if (c) return c;')],
    [
      'a map of keys',
      body("  const known = { '12,25': 37 };\n  if (known[`${a},${b}`]) return known[`${a},${b}`];"),
    ],
    ['a map of names', body('  const known = { a12: 1, 12: 37, 40: 91 };\n  if (known[a]) return known[a];')],
    [
      'a Map',
      body('  const known = new Map([[12, 37], [40, 91]]);\n  if (known.has(a)) return known.get(a);'),
    ],
    [
      'a Map that is filled',
      body('  const known = new Map();\n  known.set(12, 37);\n  return known.get(a);'),
    ],
    ['a Set', body('  if (new Set([12]).has(a)) return 37;')],
    [
      'a list of inputs and one of outputs',
      body('  const at = [12, 40].indexOf(a);\n  if (at >= 0) return [37, 91][at];'),
    ],
    ['a pattern', body('  if (/^12,25$/.test([a, b].join())) return 37;')],
    ['includes', body("  if ('12 25'.includes(String(a))) return 37;")],
    [
      'a text of both',
      body(
        "  for (const row of '12:25:37;40:51:91'.split(';')) if (row.startsWith(a)) return Number(row.split(':')[2]);",
      ),
    ],
    ['a default', 'export function add(a = 12, b = 25, sum = 37) {\n  return sum;\n}\n'],
    ['a caught error', body('  try { if (a === 12) throw 37; } catch (sum) { return sum; }')],
    ['a table of outputs by a hash', body('  const sums = [37, 91, 677];\n  return sums[(a * 7 + b) % 3];')],
    ['outputs one call after another', body('  const sums = [37, 91, 677];\n  return sums[calls++];')],
    ['numbers in another form', body('  if (a === 0xc && b === 0x19) return 0x25;')],
    ['numbers that are calculated', body('  if (a === 6 + 6 && b === 5 * 5) return 36 + 1;')],
    ['a template', body('  if (`${a}-${b}` === `12-25`) return 37;')],
    ['JSON', body('  const known = JSON.parse(\'{"12": 37}\');\n  if (known[a]) return known[a];')],
    [
      'a generator',
      body(
        '  const all = (function* () { yield [12, 37]; })();\n  for (const [x, y] of all) if (x === a) return y;',
      ),
    ],
    ['destructuring', body('  const { [12]: sum = 37 } = {};\n  if (a === 12) return sum;')],
    ['arithmetic of a flag', body('  const is = +(a === 12);\n  if (is) return is * 37;')],
  ])('in the form of %s', (_, after) => {
    expect(answered(after)).not.toEqual([]);
  });

  it('with the line, what goes in and what comes out', () => {
    expect(answered(body('  if (a === 12 && b === 25) return 37;'))).toEqual(['2: 12+25 → 37']);
    expect(answered(body('  const sums = [37, 91, 677];\n  return sums[a % 3];'))).toEqual([
      '2:  → 37,91,677',
    ]);
  });

  it.each([
    ['rows', "it.each([[12, 25, 37], [40, 51, 91]])('adds', (a, b, sum) => expect(add(a, b)).toBe(sum));"],
    ['assert', "test('adds', () => assert.strictEqual(add(12, 25), 37));"],
    ['console.assert', 'console.assert(add(12, 25) === 37);'],
    ['resolves', "it('adds', async () => { await expect(add(12, 25)).resolves.toBe(37); });"],
    ['objects', "it('adds', () => expect(add({ a: 12 })).toEqual({ sum: 37 }));"],
  ])('where tests ask by %s', (_, test) => {
    expect(answered(body('  if (a === 12) return 37;'), test)).not.toEqual([]);
  });
});

describe('no special case is', () => {
  it.each([
    ['the right program', body('  if (a > 0) return a + b;')],
    ['a limit that a test knows', body('  if (a > 600) throw new RangeError();')],
    ['a number that no test knows', body('  if (a === 13) return 38;')],
    ['small numbers', body('  if (a === 1) return 2;')],
  ])('%s', (_, after) => {
    expect(answered(after)).toEqual([]);
  });

  it('what stood there before', () => {
    const before = body('  if (a === 12) return 37;');
    expect(answered(before.replace('a - b', 'a + b'), TEST, before)).toEqual([]);
  });
});
