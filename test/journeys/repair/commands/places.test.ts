import { SourceThread } from '../../../../src/repair/commands/mutants';
import { codeHints, placesOf, staticScores } from '../../../../src/repair/commands/places/locate';
import { withStartModule } from '../../../../src/repair/commands/python-path';
import type { TestResult } from '../../../../src/domain/verification/verification';

const thread = new SourceThread(new AbortController().signal);

afterAll(() => thread.close());

const FILES = [
  {
    path: 'shop/cart.py',
    text: 'from shop.tax import rate\n\ndef total(items):\n    return add(items)\n\ndef add(items):\n    return rate()\n\ndef unused():\n    return 1\n',
  },
  { path: 'shop/tax.py', text: 'def rate():\n    return 2\n' },
  {
    path: 'tests/test_cart.py',
    text: "def test_total():\n    assert total([]) == 'none'\n\ndef test_rate():\n    assert rate() == 2\n",
  },
];
const isMutable = (path: string): boolean => path.startsWith('shop/');
const test = (name: string, status: 'failed' | 'passed'): TestResult => ({
  ...{ id: name, file: 'tests/test_cart.py', path: [name], status, durationMs: 1, console: [] },
  ...(status === 'failed' && {
    failure: {
      errorName: 'AssertionError',
      message: 'no',
      stack: '  File "shop/cart.py", line 7, in add',
      phase: 'test' as const,
    },
  }),
});
const tests = [test('test_total', 'failed'), test('test_rate', 'passed')];

describe('places of a failing test', () => {
  it('are the functions that it leads to, those of passing tests less', async () => {
    const scores = staticScores(await thread.functions({ files: FILES }), tests, isMutable);
    expect(scores.get('shop/cart.py')?.get(4)).toBe(1);
    expect(scores.get('shop/cart.py')?.get(10)).toBeUndefined();
    expect(scores.get('shop/tax.py')?.get(2)).toBeCloseTo(Math.SQRT1_2);
  });

  it('weigh more where the stack points', async () => {
    const reached = staticScores(await thread.functions({ files: FILES }), tests, isMutable);
    const texts = new Map(FILES.map(({ path, text }) => [path, text]));
    const failing = tests.slice(0, 1);
    const places = placesOf({
      failing,
      texts,
      impactedFiles: [],
      isMutable,
      functions: [],
      most: 800,
      reached,
    });
    const lines = places.find(({ path }) => path === 'shop/cart.py')?.lines;
    expect(lines?.get(7)).toBeGreaterThan(lines?.get(4) ?? 0);
  });

  it('come from coverage where there is some', async () => {
    const texts = new Map(FILES.map(({ path, text }) => [path, text]));
    const covered = [
      { failed: true, lines: new Map([['shop/tax.py', [2]]]) },
      { failed: false, lines: new Map([['shop/cart.py', [4]]]) },
    ];
    const places = placesOf({
      failing: [],
      texts,
      impactedFiles: [],
      isMutable,
      functions: [],
      most: 800,
      reached: new Map(),
      covered,
    });
    expect(places.map(({ path, lines }) => [path, [...lines]])).toContainEqual(['shop/tax.py', [[2, 1]]]);
  });

  it('are first those of the functions that an error came through', () => {
    const text = [
      'function use(fn) {',
      '  if (a && b) c();',
      '  return add(fn);',
      '}',
      'function other() {',
      '  return 1;',
      '}',
    ];
    const texts = new Map([['lib/app.js', text.join('\n')]]);
    const failure = {
      errorName: 'TypeError',
      message: 'no callback',
      phase: 'test' as const,
      stack: 'TypeError: no callback\n    at Object.use (lib/app.js:3:10)\n    at test/a.js:1:1',
    };
    const failing = tests.slice(0, 1).map((test) => ({ ...test, failure }));
    const functions = [
      { name: 'use', from: 1, to: 4, uses: [] },
      { name: 'other', from: 5, to: 7, uses: [] },
    ];
    const [places] = placesOf({
      ...{ failing, texts, impactedFiles: [], isMutable: () => true, reached: new Map() },
      functions: [{ path: 'lib/app.js', functions }],
      covered: [{ failed: true, lines: new Map([['lib/app.js', [2, 3, 6]]]) }],
      most: 2,
    });
    const lines = [...(places?.lines ?? [])].sort(([, a], [, b]) => b - a).map(([line]) => line);
    expect(lines).toEqual([3, 2]);
  });

  it('bring the literals of the test', async () => {
    const texts = new Map(FILES.map(({ path, text }) => [path, text]));
    const hints = codeHints(tests.slice(0, 1), await thread.functions({ files: FILES }), texts);
    expect(hints.strings).toContain('none');
    expect(hints.numbers).not.toContain('2');
  });
});

it('adds the start module to a path that the check sets for Python', () => {
  expect(withStartModule('PYTHONPATH=src python3 -m unittest')).toBe(
    'PYTHONPATH="$KINTSUGI_PYTHON":src python3 -m unittest',
  );
});
