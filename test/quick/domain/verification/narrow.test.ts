import { narrowed } from '../../../../src/domain/verification/narrow';
import type { Selector } from '../../../../src/domain/verification/reporting';
import { CommandCheck } from '../../../../src/domain/verification/verification';

const checkOf = (by: Selector, folder = '') =>
  CommandCheck.parse({
    command: 'the tests',
    reporting: { form: 'tap', line: 'all', folder },
    selection: { by, start: 'run', end: ' >out' },
  });

const lineFor = (by: Selector, ...tests: { file: string; path: string[] }[]) =>
  narrowed(checkOf(by), tests).reporting?.line;

const ROWS: readonly [Selector, { file: string; path: string[] }[], string][] = [
  [
    'pytest',
    [{ file: 'tests/test_a.py', path: ['TestX', 'test_b[1 2]'] }],
    "run 'tests/test_a.py::TestX::test_b[1 2]' >out",
  ],
  [
    'unittest',
    [{ file: 'tests/test_a.py', path: ['tests', 'test_a', 'X', 'test_b'] }],
    'run tests.test_a.X.test_b >out',
  ],
  ['go', [{ file: 'pkg/a', path: ['TestA', 'sub_1'] }], "run -run '^(TestA)$/^(sub_1)$' ./pkg/a >out"],
  [
    'go',
    [
      { file: '.', path: ['TestA', 'x'] },
      { file: 'b', path: ['TestB'] },
    ],
    "run -run '^(TestA|TestB)$' . ./b >out",
  ],
  ['cargo', [{ file: 'tests/api.rs', path: ['adds'] }], 'run --test api -- --exact adds >out'],
  ['cargo', [{ file: 'src/lib.rs', path: ['m', 'tests', 'a'] }], 'run --lib -- --exact m::tests::a >out'],
  [
    'jest',
    [{ file: 'a.test.js', path: ['math', 'adds (1)'] }],
    "run a.test.js -t '^(?:math adds \\(1\\))$' >out",
  ],
  [
    'vitest',
    [{ file: 'a.test.ts', path: ['sum', 'adds'] }],
    "run a.test.ts -t '^(?:sum(?: > | )adds)$' >out",
  ],
  ['vitest', [{ file: 'a.test.ts', path: [] }], 'run a.test.ts >out'],
  ['mocha', [{ file: 'test/a.js', path: ['math', 'adds'] }], "run test/a.js --grep '^(?:math adds)$' >out"],
  ['ava', [{ file: 'test.js', path: ["it's fine"] }], "run test.js '--match=it'\\''s fine' >out"],
  ['ava', [{ file: 'test.js', path: ['all * of'] }], 'run test.js >out'],
  ['files', [{ file: '-x.js', path: ['a'] }], 'run ./-x.js >out'],
];

for (const [by, tests, line] of ROWS)
  test(`a check is narrowed to ${tests.map(({ path }) => path.join(' > ') || 'a file').join(', ')} as ${by} names it`, () => {
    expect(lineFor(by, ...tests)).toBe(line);
  });

test('a runner without names runs each file by itself and marks whose results follow', () => {
  const line = lineFor('each', { file: 'test/a b.js', path: ['x'] });
  expect(line).toContain("for file in 'test/a b.js'; do");
  expect(line).toContain('\'# kintsugi-file \' "$file"');
  expect(line).toContain('run "$file" >>');
});

test('paths of a folder of the tree are named from that folder', () => {
  const check = narrowed(checkOf('files', 'packages/a'), [{ file: 'packages/a/test/x.js', path: ['t'] }]);
  expect(check.reporting?.line).toBe('run test/x.js >out');
  expect(check.reporting?.files).toEqual(['test/x.js']);
});

test('a check that names no file of its tests runs as a whole', () => {
  const check = checkOf('files');
  expect(narrowed(check, [{ file: check.command, path: ['x'] }])).toBe(check);
});
