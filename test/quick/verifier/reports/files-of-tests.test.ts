import type { ReportForm } from '../../../../src/domain/verification/reporting';
import { readReports } from '../../../../src/verifier/reports';

const read = (form: ReportForm, text: string, files: string[] = []) =>
  readReports({ form, texts: [text], roots: ['/p'], folder: '', files })?.tests ?? [];

const PYTEST = `<?xml version="1.0"?><testsuites><testsuite name="pytest">
<testcase classname="tests.test_a.TestSum" name="test_add[1]" file="tests/test_a.py" line="3" time="0.001">
<failure message="assert -1 == 5">def test_add():
&gt;       assert add(2, 3) == 5
E       assert -1 == 5
E        +  where -1 = add(2, 3)

tests/test_a.py:5: AssertionError</failure></testcase>
<testcase classname="tests.test_a" name="test_zero" file="tests/test_a.py" time="0.001"/>
<testcase classname="tests.test_a" name="test_later" file="tests/test_a.py"><skipped message="later"/></testcase>
</testsuite></testsuites>`;

test('the XML of pytest tells classes, values and the place of a failure', () => {
  const tests = read('junit', PYTEST);
  expect(tests.map(({ file, path, status }) => [file, ...path, status].join(' '))).toEqual([
    'tests/test_a.py TestSum test_add[1] failed',
    'tests/test_a.py test_zero passed',
    'tests/test_a.py test_later skipped',
  ]);
  expect(tests[0]?.failure).toMatchObject({
    name: 'AssertionError',
    received: '-1',
    expected: '5',
    location: { file: 'tests/test_a.py', line: 5 },
  });
});

test('a module of pytest that does not load is one failure of its file', () => {
  const text = `<testsuites><testsuite><testcase classname="" name="tests.test_b"><error message="collection failure">ImportError while importing test module '/p/tests/test_b.py'.
E   ModuleNotFoundError: No module named 'x'</error></testcase></testsuite></testsuites>`;
  expect(read('junit', text)).toMatchObject([
    { file: 'tests/test_b.py', path: [], failure: { phase: 'collect', name: 'ModuleNotFoundError' } },
  ]);
});

test('the XML of Maven tells what was expected', () => {
  const text = `<testsuite><testcase name="adds" classname="a.SumTest"><failure message="expected: &lt;5&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError">at a.SumTest.adds(SumTest.java:9)</failure></testcase></testsuite>`;
  expect(read('junit', text)[0]).toMatchObject({
    path: ['a.SumTest', 'adds'],
    failure: { name: 'AssertionFailedError', expected: '5', received: '-1' },
  });
});

test('tests of TAP belong to the file that ran them, and a file that throws is a failure of its own', () => {
  const text = `
# kintsugi-file test/a.js
TAP version 13
# adds
ok 1 is five
1..1

# kintsugi-file test/b.js
Error: no such thing
    at b.js:1:1
`;
  expect(read('tap', text).map(({ file, path, status }) => [file, ...path, status].join(' '))).toEqual([
    'test/a.js adds passed',
    'test/b.js failed',
  ]);
});

test('tests of ava belong to the file that their titles begin with', () => {
  const text = 'TAP version 13\nok 1 - sum › adds › one\nnot ok 2 - text › trims\n1..2\n';
  const tests = read('ava', text, ['test/sum.js', 'test/text.test.js']);
  expect(tests.map(({ file, path }) => [file, ...path].join(' '))).toEqual([
    'test/sum.js adds › one',
    'test/text.test.js trims',
  ]);
});

test('tests of uvu are named although it prints dots, and those that failed have their values', () => {
  const text = `
# kintsugi-file tests/sum.js
sum
# kintsugi-test ["sum","adds"]
✘ 
# kintsugi-test ["sum","zero"]
•   (1 / 2)

   FAIL  sum  "adds"
    Expected values to be strictly equal:  (is)

        ++5    (Expected)
        ---1    (Actual)

    at assert (file:///p/node_modules/uvu/assert/index.mjs:35:8)
    at file:///p/tests/sum.js:4:3

  Total:     2
`;
  const tests = read('uvu', text);
  expect(tests.map(({ path, status }) => [...path, status].join(' '))).toEqual([
    'sum adds failed',
    'sum zero passed',
  ]);
  expect(tests[0]).toMatchObject({ file: 'tests/sum.js', failure: { expected: '5', received: '-1' } });
});

test('tests of old versions of uvu are named with the suites that it prints', () => {
  const text = `
# kintsugi-file tests/sum.js
 sum ${' '}
# kintsugi-test [null,"adds"]
•   (1 / 1)

# kintsugi-test [null,"alone"]
✘   (0 / 1)

   FAIL  "alone"
    no

  Total:     2
`;
  const tests = read('uvu', text);
  expect(tests.map(({ path, status }) => [...path, status].join(' '))).toEqual([
    'sum adds passed',
    'alone failed',
  ]);
});
