import { createHash } from 'node:crypto';
import { summarize } from '../../../../src/domain/verification/summarize';
import type {
  CheckReport,
  TestResult,
  VerificationReport,
} from '../../../../src/domain/verification/verification';
import { asBlob, asTree } from '../../../support/hashes';
import { checkReport, testResult } from '../../../support/check-reports';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function test(name: string, status: TestResult['status'], file?: string): TestResult {
  const failure = { errorName: 'Error', message: `${name} is wrong`, phase: 'test' as const };
  return testResult(file ?? 'a.test.ts', name, status, status === 'failed' ? { failure } : {});
}

const check = (tests: TestResult[], given: Partial<CheckReport> = {}) => checkReport({ tests, ...given });

function report(checks: CheckReport[], flaky: string[] = []): VerificationReport {
  return { version: 1, tree: asTree('a'.repeat(64)), checks, flaky };
}

function summary(now: VerificationReport, baseline?: VerificationReport, generatedTests: string[] = []) {
  return summarize({
    report: now,
    reportHash: asBlob('b'.repeat(64)),
    baseline,
    generatedTests,
    durationMs: 1,
    sha256,
    redact: (text) => text.replaceAll('s3cret', '[REDACTED]'),
  });
}

describe('summarize', () => {
  it('counts a test once that the sandbox and its own runner ran', () => {
    const [one, two, lucky] = [test('one', 'passed'), test('two', 'passed'), test('lucky', 'passed')];
    const twice = test('one', 'passed');
    const sandbox = check([one, twice, two, lucky]);
    const runner = check([one, twice, test('two', 'failed')], { name: 'npm test', kind: 'command' });
    expect(summary(report([sandbox, runner], [lucky.id]))).toMatchObject({
      passed: 3,
      steadyPassed: 2,
      failed: 1,
    });
  });

  it('is a success only where something ran and nothing failed', () => {
    expect(summary(report([check([test('one', 'passed')])])).success).toBe(true);
    expect(summary(report([check([test('one', 'failed')])])).success).toBe(false);
    expect(summary(report([]))).toMatchObject({ success: false, trust: 'none' });
    expect(summary(report([check([test('one', 'skipped')])])).success).toBe(false);
  });

  it('takes a check that ended early for a failure', () => {
    const timedOut = summary(report([check([test('one', 'passed')], { end: 'timeout' })]));
    expect(timedOut).toMatchObject({
      success: false,
      failed: 1,
      failures: [{ id: 'a.test.ts', end: 'timeout' }],
    });
  });

  it('does not count flaky failures', () => {
    const flaky = ['a.test.ts > two'];
    expect(summary(report([check([test('one', 'passed'), test('two', 'failed')])], flaky))).toMatchObject({
      success: true,
      flaky,
    });
  });

  it('sees a test that passed in the baseline and is gone or skipped as broken', () => {
    const baseline = report([check([test('one', 'passed'), test('two', 'passed'), test('three', 'failed')])]);
    const now = report([check([test('one', 'skipped'), test('three', 'passed')])]);
    expect(summary(now, baseline).comparison).toEqual({
      fixed: 1,
      broken: 2,
      fixedIds: ['a.test.ts > three'],
      brokenIds: ['a.test.ts > one', 'a.test.ts > two'],
    });
  });

  it('sees a file that did not load as fixed once all of its tests pass', () => {
    const unloaded: TestResult = { ...test('', 'failed'), id: 'a.test.ts', path: [] };
    const now = report([check([test('one', 'passed')])]);
    expect(summary(now, report([check([unloaded])])).comparison).toMatchObject({ fixed: 1, broken: 0 });
  });

  it('lets generated tests rank but not block', () => {
    const generated = check([test('edge', 'failed', 'gen.test.ts')], { name: 'gen.test.ts' });
    const now = report([check([test('one', 'passed')]), generated]);
    expect(summary(now, undefined, ['gen.test.ts'])).toMatchObject({
      success: true,
      generated: { passed: 0, failedFiles: ['gen.test.ts'] },
    });
    expect(summary(report([generated]), undefined, ['gen.test.ts']).success).toBe(false);
  });

  it('says where nothing but generated tests verified the tree', () => {
    const generated = check([test('edge', 'passed', 'gen.test.ts')], { name: 'gen.test.ts' });
    const own = check([test('one', 'passed')]);
    const only = (checks: CheckReport[]) => summary(report(checks), undefined, ['gen.test.ts']).onlyGenerated;
    expect(only([generated])).toBe(true);
    expect(only([generated, own])).toBe(false);
    expect(only([])).toBe(false);
  });

  it('counts no test that was flaky in the baseline as steadily passed', () => {
    const flaky = ['a.test.ts > two'];
    const baseline = report([check([test('one', 'passed'), test('two', 'failed')])], flaky);
    expect(summary(baseline)).toMatchObject({ passed: 1, steadyPassed: 1 });
    const now = report([check([test('one', 'passed'), test('two', 'passed')])]);
    expect(summary(now, baseline)).toMatchObject({ passed: 2, steadyPassed: 1 });
  });

  it('sees a flaky test of the baseline that does not run now as broken', () => {
    const flaky = ['a.test.ts > two'];
    const baseline = report([check([test('one', 'passed'), test('two', 'failed')])], flaky);
    const broken = (...now: TestResult[]) => summary(report([check(now)]), baseline).comparison?.broken;
    expect(broken(test('one', 'passed'), test('two', 'skipped'))).toBe(1);
    expect(broken(test('one', 'passed'))).toBe(1);
    expect(broken(test('one', 'passed'), test('two', 'failed'))).toBe(0);
  });

  it('changes its fingerprint with the set of failing tests only', () => {
    const one = summary(report([check([test('one', 'failed'), test('two', 'passed')])]));
    const again = summary(report([check([test('two', 'passed'), test('one', 'failed')])]));
    const other = summary(report([check([test('one', 'passed'), test('two', 'failed')])]));
    expect(again.failingHash).toBe(one.failingHash);
    expect(other.failingHash).not.toBe(one.failingHash);
  });

  it('sees a failing test that is skipped or not defined any more as broken, never as fixed', () => {
    const baseline = report([check([test('ok', 'passed'), test('bad', 'failed')])]);
    const skipped = report([check([test('ok', 'passed'), test('bad', 'skipped')])]);
    const gone = report([check([test('ok', 'passed')])]);
    for (const now of [skipped, gone]) {
      expect(summary(now, baseline).comparison).toMatchObject({ fixed: 0, broken: 1 });
    }
  });

  it('counts a test that was flaky in the baseline and fails now', () => {
    const baseline = report([check([test('one', 'passed'), test('two', 'failed')])], ['a.test.ts > two']);
    expect(summary(report([check([test('one', 'passed'), test('two', 'failed')])]), baseline)).toMatchObject({
      success: false,
      failed: 1,
    });
  });

  it('puts what did not load first, thrown errors before failed expectations', () => {
    const failing = (name: string, errorName: string, phase: 'collect' | 'test'): TestResult => ({
      ...test(name, 'failed'),
      failure: { errorName, message: name, phase },
    });
    const many = Array.from({ length: 12 }, (_, index) =>
      failing(`wrong ${index}`, 'JestAssertionError', 'test'),
    );
    const now = report([
      check([...many, failing('thrown', 'Error', 'test'), failing('unloaded', 'SyntaxError', 'collect')]),
    ]);
    expect(
      summary(now)
        .failures.map((failed) => failed.failure.message)
        .slice(0, 3),
    ).toEqual(['unloaded', 'thrown', 'wrong 0']);
  });

  it('lets no secret out of the store', () => {
    const leaking = {
      ...test('one', 'failed'),
      failure: { errorName: 'Error', message: 'key s3cret', phase: 'test' as const },
    };
    expect(JSON.stringify(summary(report([check([leaking], { stdout: 'my s3cret' })])))).not.toContain(
      's3cret',
    );
  });

  it('cuts no secret into a part that nobody would know for one', () => {
    // Where a line is cut to what a summary or an excerpt holds.
    const lines = [290, 297, 490, 497].map((at) => `Error: ${'x'.repeat(at - 7)} s3cret and more`).join('\n');
    const failed = (file: string): TestResult => ({
      ...test('one', 'failed', file),
      failure: { errorName: 'Error', message: lines, phase: 'test', stack: lines },
    });
    const command: CheckReport = { ...check([failed('npm test')]), name: 'npm test', kind: 'command' };
    const said = summary(
      report([check([failed('a.test.ts')]), { ...command, stdout: lines, stderr: lines }]),
    );
    expect(said.failures.map(({ analysis }) => analysis?.kind)).toEqual(['runtime', 'runtime']);
    expect(JSON.stringify(said)).not.toMatch(/s3c/);
  });

  it('is small, whatever failed', () => {
    const long = (size: number) => 'value '.repeat(size / 6);
    const failed = (index: number): TestResult => ({
      ...test(`${index} ${long(600)}`, 'failed'),
      failure: {
        errorName: 'TypeError',
        message: long(16_000),
        stack: `TypeError: ${long(16_000)}`,
        expected: long(16_000),
        received: long(16_000),
        diff: long(16_000),
        phase: 'test',
        location: { file: 'src/a.ts', line: 1, column: 1 },
      },
    });
    const many = Array.from({ length: 40 }, (_, index) => failed(index));
    const said = summary(report([check(many, { stdout: long(64_000), stderr: long(64_000) })]));
    expect(said.failures.map(({ analysis }) => analysis?.kind)).toEqual(Array(10).fill('logic'));
    expect(JSON.stringify(said).length).toBeLessThan(30 * 1024);
  });
});
