import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportForm } from '../../../../src/domain/verification/reporting';
import { readReports, toResults } from '../../../../src/verifier/reports';

function read(form: ReportForm, text: string, module = '', root = '/project') {
  const report = readReports({ form, texts: [text], roots: [root], folder: '', module });
  return toResults(report?.tests ?? [], 'check');
}

const recorded = (name: string) => readFileSync(join(__dirname, 'recorded', name), 'utf8');
const verdicts = (tests: ReturnType<typeof read>) => tests.map(({ id, status }) => `${status} ${id}`).sort();

describe('reports of test runners', () => {
  test('jest tells tests with lists for titles, and values as versions before 23 write them', () => {
    const failed =
      'Error: expect(received).toBe(expected)\n\nExpected value to be:\n  2\nReceived:\n  1\n    at a.js:1:1';
    const assertionResults = [
      { title: [2018, 4], ancestorTitles: ['parse'], status: 'passed' },
      { title: 'adds', status: 'failed', failureMessages: [failed] },
    ];
    const report = { testResults: [{ name: '/project/a.test.js', status: 'failed', assertionResults }] };
    const tests = read('jest', JSON.stringify(report));
    expect(verdicts(tests)).toEqual(['failed a.test.js > adds', 'passed a.test.js > parse > 2018,4']);
    expect(tests[1]?.failure).toMatchObject({ expected: '2', received: '1' });
  });

  test('mocha tells values, files and skipped tests', () => {
    const tests = read('mocha', recorded('mocha.json'));
    expect(verdicts(tests)).toEqual([
      'failed mocha.js > math > fails',
      'failed mocha.js > math > throws',
      'passed mocha.js > math > adds',
      'skipped mocha.js > math > sk',
    ]);
    expect(tests[1]?.failure).toMatchObject({ errorName: 'AssertionError', expected: '{\n  "a": 2\n}' });
  });

  test('cargo names no place in a library of the machine', () => {
    const text = recorded('cargo.txt').replace(
      'src/lib.rs:12:52',
      '/rustc/1a2b/library/core/src/num/mod.rs:1:2',
    );
    const tests = read('cargo', text);
    expect(tests.find(({ path }) => path.includes('boom'))?.failure?.location).toBeUndefined();
    expect(tests.find(({ path }) => path.includes('adds'))?.failure?.location).toMatchObject({ line: 5 });
  });

  test('tape groups assertions below their test, and the test that was running fails by a crash', () => {
    const tests = read('tap', recorded('tape.tap'));
    expect(verdicts(tests)).toEqual(['failed adds', 'failed throws', 'passed passes']);
    expect(tests[0]?.failure).toMatchObject({ expected: '3', received: '2' });
    const report = readReports({ form: 'tap', texts: [recorded('tape.tap')], roots: [], folder: '' });
    expect(report?.cut).toBe(true);
  });

  test('ava tells its tests by TAP', () => {
    const tests = read('tap', recorded('ava.tap'));
    expect(verdicts(tests)).toEqual(['failed fails', 'failed throws', 'passed adds', 'skipped sk']);
  });

  test('unittest tells errors, values and tests with a docstring', () => {
    const tests = read('unittest', recorded('unittest.txt'));
    expect(verdicts(tests)).toEqual([
      'failed test_calc > CalcTest > test_boom',
      'failed test_calc > CalcTest > test_fails',
      'passed test_calc > CalcTest > test_adds',
      'skipped test_calc > CalcTest > test_skip',
    ]);
    expect(tests[2]?.failure).toMatchObject({ errorName: 'AssertionError', received: '2', expected: '3' });
  });

  test('go tells places, values, subtests and panics', () => {
    const tests = read('go', recorded('go.jsonl'), 'example.com/calc');
    expect(verdicts(tests)).toEqual([
      'failed . > TestAdd',
      'failed . > TestPanic',
      'passed . > TestTable > zero',
      'skipped . > TestTable > one',
    ]);
    expect(tests[0]?.failure).toMatchObject({
      location: { file: 'calc_test.go', line: 7 },
      received: '-1',
      expected: '3',
    });
  });

  test('cargo tells places and values of panics', () => {
    const tests = read('cargo', recorded('cargo.txt'));
    expect(verdicts(tests)).toContain('passed src/lib.rs > tests > zero');
    const adds = tests.find(({ path }) => path.at(-1) === 'adds');
    expect(adds?.failure).toMatchObject({
      location: { file: 'src/lib.rs', line: 5 },
      received: '-1',
      expected: '3',
    });
  });

  test('a text that is no report is none', () => {
    const forms: ReportForm[] = ['jest', 'mocha', 'node', 'tap', 'go', 'cargo', 'unittest'];
    for (const form of forms)
      expect(readReports({ form, texts: ['sh: 1: not found'], roots: [], folder: '' })).toBeUndefined();
  });
});
