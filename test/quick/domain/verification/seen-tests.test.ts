import { unseenText } from '../../../../src/domain/verification/compare';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareReports } from '../../../../src/domain/verification/compare';
import { seenTests } from '../../../../src/domain/verification/seen-tests';
import type {
  SeenTests,
  TestResult,
  VerificationReport,
} from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import { commandCheck, testResult } from '../../../support/check-reports';

const lines = (...given: string[]): string => given.join('\n');

describe('tests are counted in what runners print', () => {
  it.each<[string, string, SeenTests | undefined]>([
    [
      'node --test, Node 24',
      lines(
        '✔ alone (0.58ms)',
        '▶ g',
        '  ✖ one (1.05ms)',
        '  ✔ two (0.12ms)',
        '✖ g (1.99ms)',
        'ℹ tests 4',
        'ℹ suites 1',
        'ℹ pass 2',
        'ℹ fail 1',
        'ℹ cancelled 1',
        'ℹ skipped 0',
        'ℹ todo 0',
        'ℹ duration_ms 383.8',
        '',
        '✖ failing tests:',
        '✖ test/page.test.js (1.05ms)',
      ),
      { passed: 2, failed: 2 },
    ],
    [
      'node --test, Node 24: files that only ended are no tests',
      lines(
        '✔ alone (0.58ms)',
        '✔ test/page.test.js (173.06ms)',
        '✖ src/load_test.mts (20ms)',
        'ℹ tests 3',
        'ℹ suites 0',
        'ℹ pass 2',
        'ℹ fail 1',
        'ℹ cancelled 0',
      ),
      { passed: 1, failed: 0 },
    ],
    [
      'node --test, Node 20',
      lines(
        'TAP version 13',
        '# Subtest: g',
        '    # Subtest: one',
        '    not ok 1 - one',
        '    ok 2 - two',
        '    1..2',
        'not ok 3 - g',
        '# Subtest: test/script.test.js',
        'ok 3 - test/script.test.js',
        '1..3',
        '# tests 3',
        '# suites 1',
        '# pass 2',
        '# fail 1',
        '# cancelled 0',
      ),
      { passed: 1, failed: 1 },
    ],
    ['tape', lines('1..3', '# tests 3', '# pass  3', '', '# ok'), { passed: 3, failed: 0 }],
    [
      'jest',
      'Tests:       2 failed, 1 skipped, 1 todo, 3 passed, 7 total\nSnapshots:   0 total',
      { passed: 3, failed: 2 },
    ],
    ['jest that loaded nothing', 'Tests:       0 total', { passed: 0, failed: 0 }],
    ['jest below a prefix', 'web:test: Tests:       1 passed, 1 total', { passed: 1, failed: 0 }],
    [
      'vitest',
      ' Test Files  1 failed (1)\n      Tests  1 failed | 2 passed | 1 skipped (4)',
      { passed: 2, failed: 1 },
    ],
    ['vitest without failures', '      Tests  5 passed (5)', { passed: 5, failed: 0 }],
    ['vitest without tests', ' Test Files  1 failed (1)\n      Tests  no tests', undefined],
    ['mocha', '  2 passing (3ms)\n  1 pending\n  3 failing\n\n  1) adds', { passed: 2, failed: 3 }],
    [
      'mocha, whose hooks are no tests',
      '  2 passing (3ms)\n  1 failing\n\n  1) "after all" hook:\n     Error: x',
      { passed: 2, failed: 0 },
    ],
    ['pytest', '====== 1 failed, 2 passed, 1 warning in 0.02s ======', { passed: 2, failed: 1 }],
    ['pytest -q', '4 passed, 1 skipped in 65.20s (0:01:05)', { passed: 4, failed: 0 }],
    ['pytest that did not collect', '====== 1 error in 0.66s ======', { passed: 0, failed: 0 }],
    [
      'unittest',
      'Ran 7 tests in 0.001s\n\nFAILED (failures=1, errors=2, skipped=1)',
      { passed: 3, failed: 3 },
    ],
    ['unittest that is OK', 'Ran 2 tests in 0.001s\n\nOK', { passed: 2, failed: 0 }],
    [
      'cargo test, over its binaries',
      lines(
        'test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
        'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      ),
      { passed: 4, failed: 2 },
    ],
    [
      'go test, by packages',
      lines(
        '--- FAIL: TestSum (0.00s)',
        'FAIL',
        'FAIL\texample.com/app/sum\t0.003s',
        'ok  \texample.com/app/page\t(cached)',
        'ok  \texample.com/app/none\t0.002s [no tests to run]',
        '?   \texample.com/app\t[no test files]',
      ),
      { passed: 1, failed: 1 },
    ],
    [
      'go test -v',
      lines(
        '=== RUN   TestSum',
        '    --- PASS: TestSum/one (0.00s)',
        '--- FAIL: TestSum (0.00s)',
        'FAIL\tx\t0.003s',
      ),
      { passed: 1, failed: 1 },
    ],
    ['a compiler', 'src/a.ts(1,1): error TS2304: Cannot find name.', undefined],
    ['nothing', '', undefined],
  ])('%s', (_, text, expected) => {
    expect(seenTests([text, ''])).toEqual(expected);
  });

  it('over all streams and runners', () => {
    expect(
      seenTests(['      Tests  5 passed (5)\n3 passed in 0.10s', 'Tests:       2 passed, 2 total']),
    ).toEqual({
      passed: 10,
      failed: 0,
    });
  });

  /** As `npm test` shows them: outputs that were captured from the tools themselves. */
  it.each([
    ['node-test', /^ℹ pass /m],
    ['jest', /^Tests: .*\d+ (?:passed|failed)/m],
    ['vitest', /^ *Tests .*\d+ (?:passed|failed) /m],
    ['mocha', /^ +\d+ passing/m],
    ['pytest', /^=+ .*\d+ (?:passed|failed).* in /m],
    ['cargo', /^test result:/m],
    ['go', /^FAIL\t\S+\t[\d.]+s/m],
  ])('in captured outputs of %s', (tool, summary) => {
    const file = join(__dirname, '../../../fixtures/tool-output', `${tool}.json`);
    const cases = (JSON.parse(readFileSync(file, 'utf8')) as { stdout: string; stderr: string }[]).filter(
      ({ stdout, stderr }) => summary.test(`${stdout}\n${stderr}`),
    );
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter(({ stdout, stderr }) => seenTests([stdout, stderr]) === undefined)).toEqual([]);
  });
});

describe('a command compared with its baseline', () => {
  function report(seen: SeenTests | undefined, passed: boolean, flaky: string[] = []): VerificationReport {
    const status = passed ? 'passed' : 'failed';
    const test = testResult('npm test', '', status, { id: 'npm test', path: ['npm test'] });
    const check = commandCheck('npm test', { tests: [test], ...(seen && { seen }) });
    return { version: 1, tree: asTree('a'.repeat(64)), checks: [check], flaky };
  }
  const before = report({ passed: 3, failed: 2 }, false);

  it.each([
    ['all pass', report({ passed: 5, failed: 0 }, true), 0, undefined],
    ['more pass', report({ passed: 9, failed: 0 }, true), 0, undefined],
    ['one more fails no longer', report({ passed: 4, failed: 1 }, false), 0, undefined],
    ['as before', report({ passed: 3, failed: 2 }, false), 0, undefined],
    [
      'green, and those that failed are gone',
      report({ passed: 3, failed: 0 }, true),
      2,
      'Only 3 of the 5 tests that "npm test" ran before were seen passing again.',
    ],
    [
      'green, and nothing is told',
      report(undefined, true),
      5,
      'None of the 5 tests that "npm test" ran before was seen passing again.',
    ],
    [
      'fewer pass',
      report({ passed: 2, failed: 3 }, false),
      1,
      'Only 2 of the 3 tests that "npm test" passed before were seen passing again.',
    ],
  ])('%s', (_, now, broken, sentence) => {
    const comparison = compareReports(before, now);
    expect(comparison.broken).toBe(broken);
    expect(comparison.unseen?.map((one) => unseenText(one, 'en'))).toEqual(
      sentence === undefined ? undefined : [sentence],
    );
    expect(comparison.brokenIds).toEqual(broken > 0 ? ['npm test'] : []);
  });

  it('as by exit code alone, where no counts are known or the command is flaky', () => {
    expect(compareReports(report(undefined, false), report({ passed: 1, failed: 0 }, true))).toMatchObject({
      fixed: 1,
      broken: 0,
    });
    const flaky = report({ passed: 3, failed: 2 }, false, ['npm test']);
    expect(compareReports(flaky, report(undefined, true)).broken).toBe(0);
  });
});

describe('what a report leaves out', () => {
  const go = 'go test ./...';
  const failure = { errorName: 'panic', message: 'panic: index out of range', phase: 'test' as const };
  const failed = (file: string, name: string) => testResult(file, name, 'failed', { failure });
  const whole = { ...failed('.', 'x'), id: '.', path: [] };
  const of = (tests: TestResult[]): VerificationReport => ({
    version: 1,
    tree: asTree('a'),
    flaky: [],
    notes: [],
    checks: [commandCheck(go, { tests, exitCode: tests.some(({ status }) => status === 'failed') ? 1 : 0 })],
  });
  it.each<[string, TestResult[], TestResult[], object]>([
    [
      'a test of subtests that all pass now is fixed',
      [failed('a_test.go', 'TestLast'), failed('a_test.go', 'TestLast > some')],
      [testResult('a_test.go', 'TestLast > some', 'passed')],
      { fixed: 2, broken: 0 },
    ],
    [
      'a package whose tests all pass now is fixed',
      [whole],
      [testResult('a_test.go', 'TestLast', 'passed')],
      { fixed: 1, broken: 0 },
    ],
    [
      'a package whose tests are in another folder is not',
      [whole],
      [testResult('b/a_test.go', 'TestLast', 'passed')],
      { fixed: 0, broken: 1 },
    ],
    [
      'a test of subtests of which one fails is not',
      [failed('a_test.go', 'TestLast')],
      [testResult('a_test.go', 'TestLast > some', 'passed'), failed('a_test.go', 'TestLast > none')],
      { fixed: 0, broken: 1 },
    ],
    [
      'a failing test of its own that is gone repairs nothing',
      [failed('a_test.go', 'TestLast > some'), testResult('a_test.go', 'TestLast > none', 'passed')],
      [testResult('a_test.go', 'TestLast > none', 'passed')],
      { fixed: 0, broken: 1 },
    ],
  ])('%s', (_, before, now, expected) => {
    expect(compareReports(of(before), of(now))).toMatchObject(expected);
  });
});
