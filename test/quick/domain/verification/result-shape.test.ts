import { commandReport, notRunReport } from '../../../../src/commands/command-report';
import { withKinds } from '../../../../src/domain/verification/analysis';
import {
  CheckReport,
  SandboxLimits,
  type TestFailure,
  totalsOf,
} from '../../../../src/domain/verification/verification';
import { checkReport, testResult } from '../../../support/check-reports';

const failing = (failure: Partial<TestFailure>, name = 'a') =>
  testResult('a.test.ts', name, 'failed', {
    failure: { errorName: 'Error', message: 'no', phase: 'test' as const, ...failure },
  });

const check = (tests: CheckReport['tests'], end: CheckReport['end'] = 'completed') =>
  checkReport({ tests, end });

describe('the shape of results', () => {
  it.each([
    [{ errorName: 'SyntaxError', message: 'Unexpected token', phase: 'collect' as const }, 'syntax'],
    [{ message: "Cannot find module './gone' from 'a.ts'", phase: 'collect' as const }, 'import'],
    [{ errorName: 'ReferenceError', message: 'x is not defined' }, 'reference'],
    [{ errorName: 'TypeError', message: 'a.b is not a function' }, 'type'],
    [{ message: 'expect(received).toBe(expected)', expected: '1', received: '2' }, 'logic'],
    [{ errorName: 'TimeoutError', message: 'Exceeded timeout of 5000 ms for a test.' }, 'timeout'],
    [{ message: 'connect ECONNREFUSED 127.0.0.1:1' }, 'environment'],
    [{ errorName: 'OwnError', message: 'thrown by hand' }, 'runtime'],
  ])('names the kind of %j: %s', (failure, kind) => {
    const [test] = withKinds(check([failing(failure)])).tests;
    expect(test?.failure?.kind).toBe(kind);
  });

  it('names the kind of a test that was stopped by how it was stopped', () => {
    const stopped = (end: CheckReport['end']) =>
      withKinds(check([failing({ phase: 'run' })], end)).tests[0]?.failure?.kind;
    expect([stopped('timeout'), stopped('memory'), stopped('crash')]).toEqual([
      'timeout',
      'memory',
      'runtime',
    ]);
  });

  it('reads a flood of different failures in part, of equal ones in whole', () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      failing({ message: `different ${index}` }, `${index}`),
    );
    const kinds = withKinds(check(many)).tests.map((test) => test.failure?.kind);
    expect(kinds.filter((kind) => kind === 'runtime')).toHaveLength(200);
    expect(kinds[0]).toBe('runtime');
    const same = Array.from({ length: 5_000 }, (_, index) => failing({}, `${index}`));
    expect(new Set(withKinds(check(same)).tests.map((test) => test.failure?.kind))).toEqual(
      new Set(['runtime']),
    );
  });

  it('counts tests by how they ended', () => {
    const statuses = ['passed', 'failed', 'skipped', 'todo', 'passed'] as const;
    expect(totalsOf(statuses.map((status) => ({ status })))).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      todo: 1,
    });
    expect(totalsOf([])).toEqual({ passed: 0, failed: 0, skipped: 0, todo: 0 });
  });

  it('is the same for commands', () => {
    const ended = {
      command: 'npm test',
      end: 'completed',
      exitCode: 0,
      stdout: '',
      stderr: '',
      durationMs: 5,
      timeoutMs: 9,
    } as const;
    expect(commandReport(ended)).toMatchObject({ totals: { passed: 1, failed: 0 }, durationMs: 5 });
    const broken = commandReport({
      ...ended,
      exitCode: 2,
      stderr: "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    });
    expect(broken).toMatchObject({
      totals: { passed: 0, failed: 1 },
      tests: [{ failure: { kind: 'type' } }],
    });
    expect(notRunReport('npm test', 'SandboxMissing', { form: 'no bubblewrap', values: [] })).toMatchObject({
      totals: { failed: 1 },
      tests: [{ failure: { kind: 'environment' } }],
    });
    for (const report of [commandReport(ended), broken]) expect(CheckReport.parse(report)).toEqual(report);
  });

  it('limits the result of a called function where nothing is said of it', () => {
    expect(SandboxLimits.parse({ wallMs: 1, turnMs: 1, heapMb: 1, outputKb: 1 }).resultKb).toBe(256);
  });
});
