import { saidText } from '../../../../src/domain/run/said';
import { inlineFactsOf } from '../../../../src/verifier/integrity/inline-tests';
import { testFactsOf } from '../../../../src/verifier/integrity/test-facts';
import { weakenings } from '../../../../src/domain/verification/integrity/weakening';

const BEFORE = `
import { add } from './add';
describe('add', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3);
    expect(add(0, 0)).toBe(0);
  });
  it('adds negative numbers', () => expect(add(-1, -2)).toBe(-3));
});
`;

function changed(from: string, to: string): string[] {
  if (!BEFORE.includes(from)) throw new Error(`no ${from}`);
  return compared(BEFORE, BEFORE.replace(from, to));
}

function compared(before: string, after: string): string[] {
  const facts = testFactsOf('add.test.ts', before);
  if (!facts) throw new Error('not read');
  return weakenings(facts, testFactsOf('add.test.ts', after)).map((one) => saidText(one));
}

describe('a test file asks for less', () => {
  it.each([
    ['a skipped test', "it('adds', ", "it.skip('adds', ", 'skips "add > adds"'],
    ['a test of another name', "it('adds', ", "xit('adds', ", 'skips "add > adds"'],
    ['a skipped group', "describe('add', ", "describe.skip('add', ", 'skips "add > adds"'],
    ['an option', "it('adds', ", "it('adds', { skip: true }, ", 'skips "add > adds"'],
    ['a condition of the program', "it('adds', ", "it.skipIf(add(1, 2))('adds', ", 'skips "add > adds"'],
    ['a test that has to fail', "it('adds', ", "it.failing('adds', ", 'skips "add > adds"'],
    ['a todo', "it('adds', () => {", "it.todo('adds', () => {", 'skips "add > adds"'],
    [
      'one test only',
      "it('adds negative",
      "it.only('adds negative",
      'runs only "add > adds negative numbers"',
    ],
    ['a test that is gone', "it('adds', ", "helper('adds', ", 'no longer has the test "add > adds"'],
    [
      'an assertion that is gone',
      'expect(add(0, 0)).toBe(0);',
      '',
      'has fewer assertions in "add > adds" (1, not 2)',
    ],
    ['a looser matcher', 'expect(add(0, 0)).toBe(0)', 'expect(add(0, 0)).toBeDefined()', 'looser assertions'],
    ['a turned matcher', 'expect(add(0, 0)).toBe(0)', 'expect(add(0, 0)).not.toBe(1)', 'looser assertions'],
    ['any value', 'toBe(0)', 'toEqual(expect.anything())', 'looser assertions'],
    ['an early end', 'expect(add(1, 2)).toBe(3);', 'expect(add(1, 2)).toBe(3); return;', 'fewer assertions'],
    ['a condition', 'expect(add(0, 0))', 'if (add(0, 0) === 0) expect(add(0, 0))', 'fewer assertions'],
    [
      'a caught failure',
      'expect(add(0, 0)).toBe(0);',
      'try { expect(add(0, 0)).toBe(0); } catch {}',
      'fewer',
    ],
    [
      'a mock of the subject',
      'import { add }',
      "jest.mock('./add');\nimport { add }",
      'in the place of ./add',
    ],
    [
      'an expect of its own',
      "describe('add'",
      "const expect = () => chain;\ndescribe('add'",
      'its own expect',
    ],
    ['an overwritten expect', "describe('add'", "globalThis.expect = lax;\ndescribe('add'", 'its own expect'],
  ])('%s', (_, from, to, sentence) => {
    expect(changed(from, to).join(', ')).toContain(sentence);
  });

  it('a file without any', () => {
    const facts = testFactsOf('add.test.ts', BEFORE);
    expect(facts && weakenings(facts, undefined).map((one) => saidText(one))).toEqual(['deletes 2 tests']);
  });

  it('rows left out of a table are told by the verification, which sees their tests missing', () => {
    const table = (rows: string) => `it.each([${rows}])('adds %d', (n) => expect(n).toBe(2));`;
    expect(compared(table('1, 2'), table('1'))).toEqual([]);
    expect(testFactsOf('a.test.ts', table('1, 2'))?.tests).toEqual([
      { name: 'adds %d', mode: 'run', assertions: 1, strength: 3, sure: 1, tolerances: [] },
    ]);
  });
});

describe('a test file that asks for as much is accepted', () => {
  it.each([
    ['another expected value', 'toBe(3)', 'toBe(4)'],
    ['a stricter matcher', 'toBe(3)', 'toStrictEqual(3)'],
    [
      'one more assertion',
      'expect(add(0, 0)).toBe(0);',
      'expect(add(0, 0)).toBe(0); expect(add(9, 1)).toBe(10);',
    ],
    ['one more test', "it('adds', ", "it('adds zero', () => expect(add(0, 1)).toBe(1));\n  it('adds', "],
    ['another helper', 'import { add }', "import { other } from './other';\nimport { add }"],
  ])('%s', (_, from, to) => {
    expect(changed(from, to)).toEqual([]);
  });

  it('a skipped test that runs again', () => {
    expect(compared(BEFORE.replace("it('adds', ", "it.skip('adds', "), BEFORE)).toEqual([]);
  });
});

describe('a test that keeps its assertions asks for less where', () => {
  const BEFORE = `import { answer, load } from './solution';
describe('all', () => {
  it('adds', () => { const v = answer(1); expect(v).toBe(42); });
  it('waits', async () => { await expect(load()).resolves.toEqual(3); });
  it('throws', () => { expect(() => answer(-1)).toThrow('negative'); });
});
`;
  it.each([
    ['nobody waits for a promise any more', 'await expect(load())', 'expect(load())'],
    ['a promise is thrown away', 'await expect(load())', 'void expect(load())'],
    ['it ends before them under a condition', 'expect(v)', 'if (v !== 42) return; expect(v)'],
    ['they stand in a loop', 'expect(v)', 'for (const x of []) expect(v)'],
    ['they stand in a loop that never turns', 'expect(v)', 'while (false) expect(v)'],
    ['they stand in a function', 'expect(v)', 'const check = () => expect(v)'],
    ['they run later', 'expect(v).toBe(42);', 'setTimeout(() => { expect(v).toBe(42); }, 1e6);'],
    ['a label is left before them', 'expect(v).toBe(42);', 'a: { break a; expect(v).toBe(42); }'],
    ['a value is compared with itself', 'toBe(42)', 'toBe(v)'],
    ['a constant is compared', 'expect(v)', 'expect(42)'],
    ['any error will do', "toThrow('negative')", 'toThrow()'],
    ['a snapshot is taken now', 'toBe(42)', 'toMatchInlineSnapshot()'],
    ['a part will do', 'toEqual(3)', 'toEqual(expect.objectContaining({}))'],
    ['it has to fail', "it('adds'", "it.failing('adds'"],
    ['its group is behind a condition', "describe('all'", "if (0) describe('all'"],
    ['its group returns before it', "it('adds'", "return; it('adds'"],
    [
      'matchers are replaced',
      "describe('all'",
      "expect.extend({ toBe: () => ({ pass: true }) });\ndescribe('all'",
    ],
    ['all is equal', "describe('all'", "expect.addEqualityTesters([() => true]);\ndescribe('all'"],
    ['tests are tried until they pass', "describe('all'", "jest.retryTimes(50);\ndescribe('all'"],
  ])('%s', (_, from, to) => {
    const after = BEFORE.replace(from, () => to);
    expect(after).not.toBe(BEFORE);
    expect(compared(BEFORE, after)).not.toEqual([]);
    expect(compared(BEFORE, BEFORE)).toEqual([]);
  });
});

describe('a test asks for less by other assertions than those of expect, where', () => {
  const js = (assertion: string) => `it('adds', () => {\n  ${assertion}\n});\n`;
  it.each([
    ['console.assert(add(1, 2) === 3)', 'console.assert(add(1, 2) !== undefined || true)', 'looser'],
    ['console.assert(add(1, 2) === 3)', 'void (add(1, 2) === 3)', 'fewer assertions'],
    ['assert.ok(add(1, 2) === 3)', 'assert.ok(true)', 'fewer assertions'],
    ['assert.equal(add(1, 2), 3)', 'assert.equal(3, 3)', 'fewer assertions'],
    ['add(1, 2).should.equal(3)', 'add(1, 2).should.not.equal(4)', 'looser'],
    ['add(1, 2).should.equal(3)', 'add(1, 2).should.be.approximately(3, 9)', 'looser'],
    ['should(add(1, 2)).eql(3)', 'should(add(1, 2)).be.ok()', 'looser'],
    [
      'console.assert(Math.abs(add(0.1, 0.2) - 0.3) < 1e-6)',
      'console.assert(Math.abs(add(0.1, 0.2) - 0.3) < 5)',
      'a wider difference',
    ],
    ['expect(add(0.1, 0.2)).toBeCloseTo(0.3, 9)', 'expect(add(0.1, 0.2)).toBeCloseTo(0.3, 0)', 'a wider'],
  ])('%s is %s', (before, after, sentence) => {
    expect(compared(js(before), js(after)).join(', ')).toContain(sentence);
    expect(compared(js(after), js(before))).toEqual([]);
  });

  const python = (assertion: string) => `def test_adds():\n    ${assertion}\n`;
  it.each([
    ['assert add(1, 2) == 3', 'assert True', 'fewer assertions'],
    ['assert add(1, 2) == 3', 'assert add(1, 2) is not None or True', 'looser'],
    ['assert add(1, 2) == 3', 'assert add(1, 2) == pytest.approx(3, abs=1e9)', 'looser'],
    ['assert x == pytest.approx(3, abs=1e-6)', 'assert x == pytest.approx(3, abs=1e6)', 'a wider difference'],
    ['assert abs(x - 3) < 0.01', 'assert abs(x - 3) < 100', 'a wider difference'],
    ['self.assertAlmostEqual(x, 3, places=7)', 'self.assertAlmostEqual(x, 3, places=0)', 'a wider'],
    ['self.assertEqual(x, 3)', 'self.assertTrue(x)', 'looser'],
  ])('%s is %s', (before, after, sentence) => {
    const facts = (text: string) => inlineFactsOf('test_add.py', python(text));
    const of = (from: string, to: string) => {
      const known = facts(from);
      return known
        ? weakenings(known, facts(to))
            .map((one) => saidText(one))
            .join(', ')
        : 'not read';
    };
    expect(of(before, after)).toContain(sentence);
    expect(of(after, before)).toBe('');
  });

  it.each([
    'import pytest\n\npytest.skip("slow", allow_module_level=True)\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    'pytestmark = pytest.mark.skip\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    'def test_adds():\n    pytest.skip("slow")\n    assert add(1, 2) == 3\n',
  ])('a test of Python is skipped by its file or its beginning: %j', (after) => {
    const before = inlineFactsOf('test_add.py', python('assert add(1, 2) == 3'));
    expect(
      before && weakenings(before, inlineFactsOf('test_add.py', after)).map((one) => saidText(one)),
    ).toEqual(['skips "test_adds"']);
  });

  it('more assertions with a tolerance do not widen one', () => {
    const near = (limit: string) => `console.assert(Math.abs(a - 3) < ${limit});`;
    expect(compared(js(near('0.1')), js(`${near('0.1')}\n  ${near('5')}`))).toEqual([]);
  });
});
