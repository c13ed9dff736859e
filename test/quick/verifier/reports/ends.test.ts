import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportForm } from '../../../../src/domain/verification/reporting';
import { readReports, toResults } from '../../../../src/verifier/reports';

/** First failing test of a report, with name, message and place in one line. */
function first(runner: string, form: ReportForm, kind: string): string {
  const text = readFileSync(join(__dirname, 'recorded', 'ends', `${runner}.${kind}.txt`), 'utf8');
  const files = [form === 'unittest' ? `ut_${kind}.py` : `${kind}.test.cjs`];
  const given = { form, texts: [text], roots: ['/project'], folder: '', module: 'example.com/calc', files };
  const failed = toResults(readReports(given)?.tests ?? [], 'check').find(
    ({ status }) => status === 'failed',
  );
  if (!failed?.failure) return 'nothing failed';
  const { errorName, message, stack = '', location } = failed.failure;
  const place = location ? `${location.file}:${location.line}` : placeIn(`${stack}\n${message}`);
  return `${failed.id} | ${errorName}: ${message.split('\n')[0] ?? ''} | ${place}`;
}

/** The last file and line of Python, else the first one of the project. */
function placeIn(text: string): string {
  const python = [...text.matchAll(/File "(\w+\.py)", line (\d+)/g)].at(-1);
  if (python) return `${python[1] ?? ''}:${python[2] ?? ''}`;
  const frames = [...text.matchAll(/(?:^|[\s(])((?!node_modules)\.?[\w./-]*\.(?:cjs|mjs|js|go)):(\d+)/gm)];
  const [, file = 'nowhere', line = ''] =
    frames.find(([, path = '']) => !/node_modules|^\//.test(path)) ?? [];
  return `${file}:${line}`;
}

const BROKEN = 'TypeError: broken input | lib.cjs:2';
const DIED = 'The process ended before its tests did';

const RUNNERS: Record<string, { form: ReportForm; firsts: Record<string, string> }> = {
  tape: {
    form: 'tap',
    firsts: {
      throws: `throws.cjs > two | ${BROKEN}`,
      first: `first.cjs > two | ${BROKEN}`,
      subtest: `subtest.cjs > inner | ${BROKEN}`,
      callback: `callback.cjs > two | ${BROKEN}`,
      rejection: `rejection.cjs > two | TypeError: TypeError: broken input | lib.cjs:2`,
      hook: `hook.cjs > one | TypeError: TypeError: broken input | hook.cjs:2`,
      load: `load.cjs | ${BROKEN}`,
      exit: `exit.cjs > two | Error: ${DIED}. | nowhere:`,
    },
  },
  tap: {
    form: 'tap',
    firsts: {
      subtest: `subtest.cjs > one > inner > broken input | ${BROKEN}`,
      load: `load.cjs > broken input | ${BROKEN}`,
    },
  },
  ava: {
    form: 'ava',
    firsts: {
      subtest: `subtest.test.cjs > two | ${BROKEN}`,
      hook: `hook.test.cjs > before hook | ${BROKEN}`,
      callback: `callback.test.cjs > TypeError: broken input | ${BROKEN}`,
    },
  },
  uvu: {
    form: 'uvu',
    firsts: {
      subtest: 'subtest.cjs > suite > two | Error: broken input | lib.cjs:2',
      callback: `callback.cjs > suite > two | ${BROKEN}`,
      rejection: 'rejection.cjs > suite > two | TypeError: broken input | rejection.cjs:4',
      load: `load.cjs | ${BROKEN}`,
      exit: `exit.cjs > suite > two | Error: ${DIED}. | nowhere:`,
    },
  },
  jest: {
    form: 'jest',
    firsts: {
      load: `load.test.cjs | ${BROKEN}`,
      hook: `hook.test.cjs > suite > one | ${BROKEN}`,
      subtest: `subtest.test.cjs > suite > two | ${BROKEN}`,
      callback: `callback.test.cjs > two | ${BROKEN}`,
      rejection: 'rejection.test.cjs > two | TypeError: broken input | rejection.test.cjs:3',
    },
  },
  vitest: {
    form: 'jest',
    firsts: {
      hook: 'hook.test.mjs | Error: A hook failed, or something else outside of the tests. | nowhere:',
      subtest: `subtest.test.mjs > suite > two | ${BROKEN}`,
      callback: 'callback.test.mjs > two | Error: The test did not end in time. | callback.test.mjs:3',
      exit: 'exit.test.mjs > two | Error: process.exit unexpectedly called with "3" | exit.test.mjs:3',
    },
  },
  mocha: {
    form: 'mocha',
    firsts: {
      hook: `hook.cjs > suite > "before all" hook for "one" | ${BROKEN}`,
      subtest: `subtest.cjs > suite > two | ${BROKEN}`,
      callback: `callback.cjs > two | ${BROKEN}`,
    },
  },
  node: {
    form: 'node',
    firsts: {
      load: `load.cjs | ${BROKEN}`,
      hook: `hook.cjs > suite > one | ${BROKEN}`,
      subtest: `subtest.cjs > suite > two | ${BROKEN}`,
      parent: `sub2.cjs > parent > child | ${BROKEN}`,
      callback: `callback.cjs > two | ${BROKEN}`,
      rejection: 'rejection.cjs > two | TypeError: broken input | rejection.cjs:3',
      exit: `exit.cjs | Error: ${DIED} (3). | nowhere:`,
      abort: `abort.cjs | Error: ${DIED} (SIGABRT). | nowhere:`,
    },
  },
  pytest: {
    form: 'junit',
    firsts: {
      load: 'test_load.py | TypeError: broken input | lib.py:2',
      hook: 'test_hook.py > test_one | TypeError: broken input | lib.py:2',
      subtest: 'test_subtest.py > test_two | TypeError: broken input | lib.py:2',
    },
  },
  unittest: {
    form: 'unittest',
    firsts: {
      hook: 'ut_hook.py > ut_hook > T > test_one | TypeError: broken input | lib.py:2',
      hookclass: 'ut_hookclass.py > ut_hookclass > T > setUpClass | TypeError: broken input | lib.py:2',
      subtest: 'ut_subtest.py > ut_subtest > T > test_two | TypeError: broken input | lib.py:2',
    },
  },
  go: {
    form: 'go',
    firsts: {
      hook: '. | Error: panic: runtime error: index out of range [3] with length 0 | calc_test.go:9',
      subtest:
        '. > TestTwo | panic: panic: runtime error: index out of range [3] with length 0 [recovered, repanicked] | calc_test.go:9',
      callback:
        '. > TestTwo | panic: panic: runtime error: index out of range [3] with length 0 | calc_test.go:9',
      build: '. | Error: # example.com/calc [example.com/calc.test] | ./calc_test.go:14',
    },
  },
};

describe('the test that fails first has its name, message and place', () => {
  test.each(Object.entries(RUNNERS))('in reports of %s, whatever ended it', (runner, { form, firsts }) => {
    const found = Object.keys(firsts).map((kind) => [kind, first(runner, form, kind)]);
    expect(Object.fromEntries(found)).toEqual(firsts);
  });

  test('node:test belongs to the file that was run where a helper made it', () => {
    const text = readFileSync(join(__dirname, 'recorded', 'ends', 'node.helper.txt'), 'utf8');
    const report = readReports({ form: 'node', texts: [text], roots: ['/project'], folder: '' });
    expect(report?.tests.map(({ file, path }) => [file, ...path].join(' > '))).toEqual([
      'test/get.test.js > get works',
      'test/post.test.js > post works',
      'test/post.test.js > own',
      'test/y.test.js',
      'test/z.test.js',
    ]);
  });
});
