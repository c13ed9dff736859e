import { withUnmendable } from '../../../../../src/domain/verification/missing-packages';
import {
  analyzeFailure,
  analyzeFailures,
  errorLogLine,
  errorTypeLabel,
  FAILURE_TABLE,
  listed,
  rankOf,
} from '../../../../../src/domain/verification/analysis';
import { FailureKind, type FailureAnalysis } from '../../../../../src/domain/verification/failure';
import type {
  CheckEnd,
  FailedCheck,
  TestFailure,
  Verification,
} from '../../../../../src/domain/verification/verification';
import { verification as passing } from '../../../../support/verifications';

function failedTest(failure: Partial<TestFailure>, end: CheckEnd = 'completed'): FailedCheck {
  return {
    id: 'test/cart.test.ts > adds',
    check: 'test/cart.test.ts',
    kind: 'tests',
    end,
    failure: { errorName: 'Error', message: '', phase: 'test', ...failure },
  };
}

function failedCommand(message: string, end: CheckEnd = 'completed'): FailedCheck {
  return {
    id: 'npm test',
    check: 'npm test',
    kind: 'command',
    end,
    failure: { errorName: 'CommandFailed', message, phase: 'run' },
  };
}

function verification(failures: FailedCheck[], rest: Partial<Verification> = {}): Verification {
  return passing({ success: false, failed: failures.length, failures: failures.map(listed), ...rest });
}

const IN_TEST =
  'Error: x\n    at Object.<anonymous> (test/cart.test.ts:9:11)\n    at total (src/cart.ts:3:5)';
const IN_CODE =
  'Error: x\n    at total (src/cart.ts:3:5)\n    at Object.<anonymous> (test/cart.test.ts:9:11)';

describe('a test in the sandbox', () => {
  const rows: [string, Partial<TestFailure>, Partial<FailureAnalysis>][] = [
    [
      'TypeError',
      { errorName: 'TypeError', message: 'x.map is not a function' },
      { kind: 'type', repairable: true },
    ],
    [
      'ReferenceError',
      { errorName: 'ReferenceError', message: 'total is not defined' },
      { kind: 'reference' },
    ],
    [
      'file that does not parse',
      { errorName: 'SyntaxError', message: "src/a.ts:2:5: Unexpected token ')'", phase: 'collect' },
      { kind: 'syntax', location: { file: 'src/a.ts', line: 2, column: 5 } },
    ],
    [
      'JSON.parse of bad text',
      { errorName: 'SyntaxError', message: `Unexpected token 'x', "x" is not valid JSON` },
      { kind: 'runtime', cause: 'bad-json' },
    ],
    [
      'missing file of the project',
      { message: "Cannot find module './tax' from 'src/cart.ts'", phase: 'collect' },
      { kind: 'import', cause: 'missing-module', repairable: true, location: { file: 'src/cart.ts' } },
    ],
    [
      'missing package',
      { message: "Cannot find module 'lodash' from 'src/cart.ts'", phase: 'collect' },
      { kind: 'import', cause: 'missing-package', repairable: true, module: 'lodash' },
    ],
    [
      'missing builtin',
      { message: "Cannot find module 'node:fs' from 'src/cart.ts'", phase: 'collect' },
      { kind: 'import', cause: 'missing-builtin', repairable: true },
    ],
    [
      'expectation',
      { errorName: 'JestAssertionError', message: 'expect(received).toBe(expected)' },
      { kind: 'logic', cause: 'assertion' },
    ],
    [
      'expectation, by its message',
      {
        errorName: 'Error',
        message: 'expect(received).toBe(expected)\n\nExpected: "EACCES: permission denied, open x"',
      },
      { kind: 'logic' },
    ],
    [
      'assertion about ENOENT',
      { errorName: 'AssertionError', message: 'ENOENT: no such file or directory' },
      { kind: 'logic' },
    ],
    [
      'assertion about a refused connection',
      { errorName: 'AssertionError', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
      { kind: 'logic', repairable: true },
    ],
    [
      'compared values',
      { errorName: 'Error', message: 'EACCES: permission denied, open x', expected: '1', received: '2' },
      { kind: 'logic' },
    ],
    [
      'refused connection',
      { message: 'connect ECONNREFUSED 127.0.0.1:5432', stack: IN_CODE },
      { kind: 'environment', cause: 'network', repairable: false },
    ],
    [
      'refused connection thrown by the test itself',
      { message: 'connect ECONNREFUSED 127.0.0.1:5432', stack: IN_TEST },
      { kind: 'runtime', repairable: true },
    ],
    [
      'fetch failed',
      { errorName: 'TypeError', message: 'fetch failed' },
      { kind: 'environment', cause: 'network' },
    ],
    [
      'the network, which the sandbox does not have',
      {
        errorName: 'TypeError',
        message:
          'fetch reaches nothing: there is no network in the sandbox. Give the test a fetch of its own.',
        stack: IN_TEST,
      },
      { kind: 'environment', cause: 'sandbox', repairable: false },
    ],
    [
      'a module of Node that the sandbox does not have',
      {
        message:
          "Cannot find module 'node:net' from 'a.test.ts': this module of Node is not in the sandbox. Use …",
        stack: IN_TEST,
      },
      { kind: 'environment', cause: 'sandbox', repairable: false },
    ],
    [
      'an expectation about what the sandbox does not have',
      { errorName: 'JestAssertionError', message: 'x is not available in the sandbox. Use …', expected: 'y' },
      { kind: 'logic', repairable: true },
    ],
    [
      'permission',
      { message: "EACCES: permission denied, open '/etc/shadow'" },
      { kind: 'environment', cause: 'permission' },
    ],
    [
      "the user's own words about permission",
      { message: 'user bob: permission denied' },
      { kind: 'runtime', repairable: true },
    ],
    [
      "the user's own error with a telling message",
      { errorName: 'ParseFailure', message: 'line 2: SyntaxError: bad' },
      { kind: 'runtime' },
    ],
    [
      "the user's own words about options",
      { message: "Invalid option '--depth'", stack: IN_CODE },
      { kind: 'runtime', repairable: true, location: { file: 'src/cart.ts', line: 3, column: 5 } },
    ],
    [
      "the user's own words about configuration",
      { message: 'Key "rules": must be a list' },
      { kind: 'runtime', repairable: true },
    ],
    [
      "the user's own words about certificates",
      { message: 'certificate has expired' },
      { kind: 'runtime', repairable: true },
    ],
    [
      'disk full',
      { message: 'ENOSPC: no space left on device, write' },
      { kind: 'environment', cause: 'disk-full' },
    ],
    [
      'endless recursion',
      { errorName: 'RangeError', message: 'Maximum call stack size exceeded' },
      { kind: 'runtime', cause: 'stack-overflow' },
    ],
    [
      'file without tests',
      { message: 'test/cart.test.ts holds no tests.', phase: 'collect' },
      { kind: 'build', cause: 'no-tests', repairable: false },
    ],
    [
      'something thrown that is no error',
      { errorName: 'String', message: 'oops' },
      { kind: 'runtime', cause: 'thrown' },
    ],
    [
      'place from the stack',
      { errorName: 'TypeError', message: 'x', stack: IN_CODE },
      { location: { file: 'src/cart.ts', line: 3, column: 5 } },
    ],
    [
      'place from the reporter',
      { errorName: 'TypeError', message: 'x', stack: IN_CODE, location: { file: 'src/b.ts', line: 1 } },
      { location: { file: 'src/b.ts', line: 1 } },
    ],
  ];

  test.each(rows)('%s', (_, failure, expected) => {
    expect(analyzeFailure(failedTest(failure))).toMatchObject(expected);
  });
});

describe('how a check ended', () => {
  const rows: [CheckEnd, Partial<FailureAnalysis>][] = [
    ['timeout', { kind: 'timeout', repairable: true }],
    ['memory', { kind: 'memory', repairable: true }],
    ['output', { kind: 'runtime', cause: 'too-much-output', repairable: true }],
    ['not-run', { kind: 'environment', cause: 'not-run', repairable: false }],
    ['cancelled', { kind: 'environment', cause: 'cancelled', repairable: false }],
    ['crash', { kind: 'runtime', cause: 'crash', repairable: true }],
  ];

  test.each(rows)('%s', (end, expected) => {
    expect(analyzeFailure(failedTest({ message: 'stopped', phase: 'run' }, end))).toMatchObject(expected);
    expect(analyzeFailure(failedCommand('stopped', end))).toMatchObject(expected);
  });
});

test('a test that failed before its file was stopped keeps its kind', () => {
  const failed = failedTest({ errorName: 'TypeError', message: 'x is not a function' }, 'timeout');
  expect(analyzeFailure(failed)).toMatchObject({ kind: 'type' });
});

describe('a command', () => {
  test('with no telling message is read by what its check printed', () => {
    const failed = failedCommand('The command ended with exit code 1.');
    expect(analyzeFailure(failed, "src/a.ts(3,7): error TS2322: Type 'string' is not …")).toMatchObject({
      kind: 'type',
      location: { file: 'src/a.ts', line: 3, column: 7 },
      summary: "src/a.ts(3,7): error TS2322: Type 'string' is not …",
    });
  });

  test.each(['ESLint found 3 errors', 'stylelint: 2 errors', 'Linting failed with 1 error'])(
    'that says "%s" has failed by its rules',
    (text) => {
      expect(analyzeFailure(failedCommand(text))).toMatchObject({ kind: 'lint', repairable: true });
    },
  );

  test('that ended with 127 misses a tool', () => {
    expect(analyzeFailure(failedCommand('foo ended with exit code 127'))).toMatchObject({
      kind: 'environment',
      cause: 'missing-tool',
      repairable: false,
    });
  });

  test('of many errors is what says most', () => {
    const text = 'TypeError: a\n    at f (src/a.ts:1:1)\nReferenceError: b\n    at g (src/b.ts:2:2)';
    expect(analyzeFailure(failedCommand(text))).toMatchObject({
      kind: 'reference',
      location: { file: 'src/b.ts', line: 2 },
    });
  });

  test('of 64 KiB of unhelpful text is analyzed in less than the time anyone would notice', () => {
    const text = `${'npm warn deprecated a@1.0.0: use b at /x/y.js:1:1 - (c) [d] '.repeat(20)}\n`.repeat(50);
    expect(analyzeFailure(failedCommand(text))).toMatchObject({ kind: 'runtime' });
  });
});

describe('a verification', () => {
  const logic = failedTest({ errorName: 'JestAssertionError', message: 'expect(received).toBe(expected)' });
  const type = failedTest({ errorName: 'TypeError', message: 'a.b is not a function' });
  const network = failedTest({ message: 'getaddrinfo ENOTFOUND db.internal' });
  const missing = failedTest({ message: "Cannot find module 'lodash' from 'a.ts'", phase: 'collect' });
  const boxed = failedTest({ message: 'child_process.spawn is not available in the sandbox. Use …' });

  const rows: [string, FailedCheck[], Partial<FailureAnalysis>][] = [
    ['type before logic', [logic, type], { kind: 'type' }],
    ['environment before all', [logic, type, network], { kind: 'environment', repairable: false }],
    ['a missing package before logic', [logic, missing], { kind: 'import', repairable: true }],
    ['what can be repaired before what the sandbox lacks', [boxed, logic], { kind: 'logic' }],
    ['what the sandbox lacks, where it is alone', [boxed], { kind: 'environment', cause: 'sandbox' }],
  ];

  test.each(rows)('%s', (_, failures, expected) => {
    expect(analyzeFailures(verification(failures))).toMatchObject(expected);
  });

  test('what can be repaired comes before a package that no edit brings', () => {
    const seen = verification([missing, logic]);
    expect(analyzeFailures(withUnmendable(seen, () => true))).toMatchObject({ kind: 'logic' });
    const alone = withUnmendable(verification([missing]), ({ module }) => module === 'lodash');
    expect(analyzeFailures(alone)).toMatchObject({ kind: 'import', repairable: false });
  });

  test('flaky failures are called flaky and come last', () => {
    const flaky = { ...type, id: 'wobbles' };
    expect(analyzeFailures(verification([flaky], { flaky: ['wobbles'] }))).toMatchObject({
      kind: 'flaky',
      repairable: false,
    });
    expect(analyzeFailures(verification([flaky, logic], { flaky: ['wobbles'] })).kind).toBe('logic');
  });

  test('that saw nothing is not repairable', () => {
    expect(analyzeFailures(verification([], { trust: 'none' }))).toMatchObject({
      cause: 'nothing-verified',
      repairable: false,
    });
  });
});

describe('names', () => {
  test('labels are the kind plus _error', () => {
    expect(errorTypeLabel('type')).toBe('type_error');
  });

  test('the log line names each kind once, those that say most first', () => {
    const kinds: FailureKind[] = ['logic', 'type', 'logic', 'syntax'];
    expect(
      errorLogLine(
        2,
        kinds.map((kind) => ({ kind })),
      ),
    ).toBe('Attempt 2: syntax, type, logic');
    expect(errorLogLine(0, [])).toBe('Attempt 0: no failure');
  });

  test('every kind has a rank, and every row a global pattern', () => {
    expect(FailureKind.options.map(rankOf)).not.toContain(-1);
    expect(FAILURE_TABLE.every(({ pattern }) => pattern.global && pattern.multiline)).toBe(true);
  });
});
