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

  test('pytest tells the class and the place of an error, and of a module that does not parse', () => {
    const junit = (inside: string) =>
      `<testsuites><testsuite name="pytest">${inside}</testsuite></testsuites>`;
    const key = junit(
      '<testcase classname="test_app" name="test_b"><failure message="KeyError: &#39;b&#39;">' +
        "    def test_b():\n&gt;       assert look('b')\n\ntest_app.py:4: \n_ _ _\n\n" +
        "&gt;       return TABLE[name]\nE       KeyError: 'b'\n\napp.py:4: KeyError</failure></testcase>",
    );
    expect(read('junit', key)[0]?.failure).toMatchObject({
      errorName: 'KeyError',
      message: "'b'",
      location: { file: 'app.py', line: 4 },
    });
    const syntax = junit(
      '<testcase classname="" name="test_app"><error message="collection failure">' +
        'test_app.py:1: in &lt;module&gt;\n    from app import f\n' +
        'E     File "app.py", line 3\nE       def f(:\nE             ^\nE   SyntaxError: invalid syntax</error></testcase>',
    );
    const failure = read('junit', syntax)[0]?.failure;
    expect(failure).toMatchObject({
      errorName: 'SyntaxError',
      phase: 'collect',
      location: { file: 'app.py', line: 3 },
    });
    expect(failure?.message).toMatch(/^invalid syntax\n/);
  });

  test('unittest places an error at the last frame of the project', () => {
    const rule = '='.repeat(70);
    const text =
      `test_total (test_app.T) ... ERROR\n\n${rule}\nERROR: test_total (test_app.T)\n${'-'.repeat(70)}\n` +
      'Traceback (most recent call last):\n  File "test_app.py", line 7, in test_total\n    total([1])\n' +
      '  File "app.py", line 2, in total\n    return json.loads(items)\n' +
      '  File "/usr/lib/python3.11/json/__init__.py", line 339, in loads\n    raise TypeError()\n' +
      'TypeError: the JSON object must be str\n\nRan 1 test in 0.001s\n\nFAILED (errors=1)\n';
    expect(read('unittest', text)[0]?.failure).toMatchObject({
      errorName: 'TypeError',
      location: { file: 'app.py', line: 2 },
    });
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
