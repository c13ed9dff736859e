import { said, saidText } from '../../../../src/domain/run/said';
import { createHash } from 'node:crypto';
import { HealInput, refuseBaseline } from '../../../../src/domain/heal/input';
import { summarize } from '../../../../src/domain/verification/summarize';
import type { CheckReport, VerificationReport } from '../../../../src/domain/verification/verification';
import { asBlob, asTree } from '../../../support/hashes';
import { checkReport, commandCheck, testResult } from '../../../support/check-reports';

const REASON = said`${'dom.test.ts'} needs ${'jsdom'}`;

const passing = (name: string, kind: 'tests' | 'command' = 'tests'): CheckReport => {
  const tests = [testResult(name, 'a', 'passed')];
  return kind === 'tests' ? checkReport({ name, tests }) : commandCheck(name, { tests });
};

const notRun = (name: string): CheckReport => checkReport({ name, end: 'not-run', notRun: REASON });

const summary = (
  checks: CheckReport[],
  given: Partial<VerificationReport> = {},
  baseline?: CheckReport[],
) => {
  const report = (list: CheckReport[]): VerificationReport => ({
    version: 1,
    tree: asTree('a'.repeat(64)),
    checks: list,
    flaky: [],
    ...given,
  });
  return summarize({
    report: report(checks),
    reportHash: asBlob('b'.repeat(64)),
    baseline: baseline && report(baseline),
    generatedTests: ['gen.test.ts'],
    durationMs: 1,
    redact: (text) => text.replaceAll('s3cret', '[REDACTED]'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  });
};

const input = (verification: object = {}) =>
  HealInput.parse({ directory: { hostId: 'h', hostName: 'host', realpath: '/work/shop' }, verification });

describe('test files that the sandbox can not run', () => {
  it('neither pass nor fail', () => {
    const said = summary([passing('a.test.ts'), notRun('dom.test.ts'), notRun('dom2.test.ts')]);
    expect(said).toMatchObject({
      success: true,
      passed: 1,
      failed: 0,
      failures: [],
      testFiles: 1,
      trust: 'sandbox',
    });
    expect(said.notRun).toEqual({ count: 2, files: ['dom.test.ts', 'dom2.test.ts'], reason: REASON });
  });

  it('verify nothing by themselves', () => {
    expect(summary([notRun('dom.test.ts')])).toMatchObject({
      success: false,
      trust: 'none',
      testFiles: 0,
      notRun: { count: 1 },
    });
  });

  it('leave the verdict to generated tests where there is nothing else', () => {
    const checks = [notRun('dom.test.ts'), passing('gen.test.ts')];
    const said = summary(checks, {}, checks);
    expect(said).toMatchObject({ success: true, passed: 1, comparison: { fixed: 0, broken: 0 } });
    expect(said.generated).toBeUndefined();
  });

  it('break what passed where they ran before', () => {
    const said = summary([notRun('a.test.ts'), passing('b.test.ts')], {}, [
      passing('a.test.ts'),
      passing('b.test.ts'),
    ]);
    expect(said.comparison).toMatchObject({ broken: 1, brokenIds: ['a.test.ts > a'] });
  });

  it('end a run at its start unless a command runs them', () => {
    const some = summary([passing('a.test.ts'), notRun('dom.test.ts')]);
    const none = summary([notRun('dom.test.ts')]);
    for (const verification of [some, none]) {
      const refusal = refuseBaseline(input(), verification);
      expect(refusal).toEqual({
        sentence: `1 test file of /work/shop can not be verified: ${saidText(REASON)} Or leave out what can not be run: --test '!dom.test.ts'.`,
        isUnjudged: true,
      });
    }
    const commands = [{ command: 'npm test' }];
    const verified = summary([notRun('dom.test.ts'), passing('npm test', 'command')]);
    expect(refuseBaseline(input({ commands }), verified)).toBeUndefined();
    expect(verified).toMatchObject({ success: true, trust: 'command' });
  });

  it('come with the notes of the configuration, bounded and without secrets', () => {
    const notes = Array.from({ length: 30 }, (_, index) => `note ${index} s3cret ${'x'.repeat(1_000)}`);
    const said = summary([passing('a.test.ts')], { notes });
    expect(said.notes).toHaveLength(10);
    expect(JSON.stringify(said.notes)).not.toContain('s3cret');
    expect(said.notes?.[0]?.length).toBeLessThan(500);
    expect(summary([passing('a.test.ts')], { notes: [] }).notes).toBeUndefined();
  });
});
