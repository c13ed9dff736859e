import type { HealFacts } from '../../../bench/healer';
import { failingNames } from '../../../bench/projects/failing-names';
import { notRecognised, sameTexts } from '../../../bench/projects/compare';
import { parseProjects, repaired, type BrokenProject } from '../../../bench/projects/project';
import { lineOf, summaryOf, tableOf, type Outcome } from '../../../bench/projects/report';

const PROJECT: BrokenProject = {
  id: 'clamp',
  language: 'python',
  runner: 'pytest',
  check: 'python3 -m pytest -q',
  bug: 'wrong-function',
  file: 'clamp.py',
  line: 2,
  right: '    return min(value, most)',
  wrong: '    return max(value, most)',
  files: {
    'clamp.py': 'def clamp(value, most):\n    return max(value, most)\n',
    'tests/test_clamp.py': 'def test_large(): ...\n',
  },
  fails: ['test_large'],
};

const FACTS: HealFacts = {
  status: 'recovered',
  message: '',
  tree: '',
  delivery: { status: 'published', choices: [] },
  repairs: [],
  fixedTests: ['tests/test_clamp.py > test_large'],
  trust: 'command',
  repairHistory: [{ errorContext: { failedCommand: 'python3 -m pytest -q' } }],
  record: { errorAnalysis: { errorLocation: 'tests/test_clamp.py:3:5' } },
};

function outcome(given: Partial<Outcome>): Outcome {
  return {
    project: PROJECT,
    notRecognised: undefined,
    healed: true,
    right: true,
    suggested: 'none',
    seconds: 2,
    note: 'max should be min',
    ...given,
  };
}

describe('broken projects as data', () => {
  it('are repaired by the right text in the place of the wrong one', () => {
    expect(repaired(PROJECT)['clamp.py']).toBe('def clamp(value, most):\n    return min(value, most)\n');
    const grown = { ...PROJECT, right: '    least = 0\n    return max(least, value)' };
    expect(repaired(grown)['clamp.py']).toBe(
      'def clamp(value, most):\n    least = 0\n    return max(least, value)\n',
    );
  });

  it('are read from lines of JSON, empty ones left out', () => {
    expect(parseProjects(`\n${JSON.stringify(PROJECT)}\n\n`, 'x.jsonl')).toEqual([PROJECT]);
  });

  it('are refused where the wrong text is not at its line', () => {
    const text = JSON.stringify({ ...PROJECT, line: 1 });
    expect(() => parseProjects(text, 'x.jsonl')).toThrow('x.jsonl, line 1: the wrong text of clamp');
  });

  it('are refused where a field is missing', () => {
    const text = JSON.stringify({ ...PROJECT, check: undefined });
    expect(() => parseProjects(text, 'x.jsonl')).toThrow('check');
  });
});

describe('the recognition of a failure', () => {
  it('asks for the failing tests, the check and a place within the project', () => {
    expect(notRecognised(PROJECT, FACTS)).toBeUndefined();
  });

  it('finds the failing tests of a run without a repair in its errors', () => {
    const errors = ['tests/test_clamp.py > test_large: AssertionError: 9\nmore'];
    const facts = { ...FACTS, fixedTests: [], record: { ...FACTS.record, testResults: { errors } } };
    expect(notRecognised(PROJECT, facts)).toBeUndefined();
  });

  it('refuses a command as a whole in the place of a test', () => {
    expect(notRecognised(PROJECT, { ...FACTS, fixedTests: ['python3 -m pytest -q'] })).toContain(
      'test_large',
    );
  });

  it('refuses tests that do not fail, also those whose names only begin alike', () => {
    const fixedTests = [...FACTS.fixedTests, 'tests/test_clamp.py > test_large_negative'];
    expect(notRecognised(PROJECT, { ...FACTS, fixedTests })).toContain('test_large_negative');
  });

  it('refuses another command and a place outside of the project', () => {
    const repairHistory = [{ errorContext: { failedCommand: 'make lint' } }];
    expect(notRecognised(PROJECT, { ...FACTS, repairHistory })).toContain('make lint');
    const record = { errorAnalysis: { errorLocation: 'lib/python3/unittest.py:3' } };
    expect(notRecognised(PROJECT, { ...FACTS, record })).toContain('lib/python3/unittest.py');
  });

  it('takes a Go test beside its failing subtest', () => {
    const project = { ...PROJECT, runner: 'go-test', check: 'go test ./...', fails: ['TestMerge/two_spans'] };
    const repairHistory = [{ errorContext: { failedCommand: 'go test -json ./...' } }];
    const fixedTests = ['tests/test_clamp.py > TestMerge > two_spans', 'tests/test_clamp.py > TestMerge'];
    expect(notRecognised(project, { ...FACTS, fixedTests, repairHistory })).toBeUndefined();
  });
});

describe('the comparison of texts', () => {
  it('leaves blanks within lines and empty lines out of account', () => {
    expect(sameTexts({ 'a.js': 'f( 1,2 )\n\n  g()' }, { 'a.js': 'f(1, 2)\ng()\n' })).toBe(true);
    expect(sameTexts({ 'a.js': 'f(1)' }, { 'a.js': 'f(2)' })).toBe(false);
    expect(sameTexts({ 'a.js': 'f(1)' }, {})).toBe(false);
  });

  it('minds the indentation of Python', () => {
    expect(sameTexts({ 'a.py': 'if x:\n    y()\n    z()' }, { 'a.py': 'if x:\n    y()\nz()' })).toBe(false);
  });
});

describe('names of failing tests', () => {
  it.each([
    ['pytest', 'FAILED tests/test_a.py::TestB::test_c[1-x y] - assert 1 == 2', ['test_c[1-x y]']],
    [
      'unittest',
      'FAIL: test_a (tests.test_b.BTest.test_a)\nERROR: test_c (x.Y.test_c)',
      ['test_a', 'test_c'],
    ],
    ['go-test', '--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/b_c (0.00s)', ['TestA/b_c']],
    ['cargo-test', 'test queue::tests::keeps_order ... FAILED\ntest other ... ok', ['keeps_order']],
    ['mocha', '  1 failing\n\n  1) Cart\n       takes none:\n\n      Error: x:', ['takes none']],
    ['vitest', '\u001b[31m FAIL \u001b[39m test/a.test.ts > parse > reads pairs', ['reads pairs']],
    ['ava', '  ✘ [fail]: get › falls back Error thrown in test', ['falls back']],
    ['tape', '# keeps much\nok 1 a\nnot ok 2 b\nnot ok 3 c\n# next\nok 4', ['keeps much']],
    ['node-test', '✖ suite (2.1ms)\n✖ failing tests:\n\ntest at a:1\n✖ adds (0.5ms)', ['adds']],
  ])('are read from the output of %s', (runner, output, names) => {
    expect(failingNames(runner, output)).toEqual(names);
  });

  it('need a known runner', () => {
    expect(() => failingNames('qunit', '')).toThrow('The runner qunit is not known');
  });
});

describe('the report of the projects', () => {
  const outcomes = [
    outcome({}),
    outcome({ right: false, seconds: 4 }),
    outcome({ healed: false, right: false, seconds: 9, notRecognised: 'no failing test is named' }),
    outcome({
      project: { ...PROJECT, language: 'go', runner: 'go-test' },
      healed: false,
      right: false,
      suggested: 'with the right one',
    }),
  ];

  it('ends with one line of JSON', () => {
    expect(JSON.parse(summaryOf(outcomes))).toEqual({
      bench: 'projects',
      total: 4,
      recognised: 3,
      healed: 2,
      right: 1,
      wrong: 1,
      medianMs: 3_000,
      byLanguage: {
        python: { total: 3, recognised: 2, healed: 2, right: 1, wrong: 1, medianMs: 4_000 },
        go: { total: 1, recognised: 1, healed: 0, right: 0, wrong: 0, medianMs: 2_000 },
      },
    });
  });

  it('has a row for each runner and one for all', () => {
    const rows = tableOf(outcomes).split('\n');
    expect(rows.map((row) => row.trim().split(/ {2,}/)).slice(1)).toEqual([
      ['python', 'pytest', '3', '2', '2', '1', '0', '0', '4'],
      ['go', 'go-test', '1', '1', '0', '0', '1', '1', '2'],
      ['all', '4', '3', '2', '1', '1', '1', '3'],
    ]);
  });

  it('says in a line what came of a project', () => {
    expect(lineOf(outcome({ right: false }))).toContain('WRONG: max should be min');
    expect(lineOf(outcome({ healed: false, notRecognised: 'no failing test is named' }))).toContain(
      'not healed: max should be min [not recognised: no failing test is named]',
    );
  });
});
