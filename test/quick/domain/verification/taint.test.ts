import { asBlob, asTree } from '../../../support/hashes';
import { checkReport } from '../../../support/check-reports';
import { summarize } from '../../../../src/domain/verification/summarize';
import {
  builtInsText,
  changeNotes,
  newChanges,
  withChangesFailed,
} from '../../../../src/domain/verification/taint';
import { chooseWinner, isGreen } from '../../../../src/domain/heal/choose';
import { outcomeOf } from '../../../../src/domain/heal/choice-record';
import { unverifiedError, verdictText } from '../../../../src/domain/heal/verdict';
import type { Candidate } from '../../../../src/domain/heal/proposal';
import type { CheckReport, VerificationReport } from '../../../../src/domain/verification/verification';

const HASH = asBlob('a'.repeat(64));

function check(
  name: string,
  changed: string[] | undefined,
  status: 'passed' | 'failed' = 'passed',
): CheckReport {
  const failure = { errorName: 'Error', message: 'no', phase: 'test' as const };
  const test = { id: `${name} > adds`, file: name, path: ['adds'], status, durationMs: 1, console: [] };
  return checkReport({
    name,
    tests: [status === 'failed' ? { ...test, failure } : test],
    ...(changed && { changed }),
  });
}

function notLoaded(name: string, changed?: string[]): CheckReport {
  const failure = { errorName: 'SyntaxError', message: 'no', phase: 'collect' as const };
  const test = {
    id: name,
    file: name,
    path: [],
    status: 'failed' as const,
    durationMs: 0,
    failure,
    console: [],
  };
  return { ...check(name, changed), tests: [test] };
}

function report(...checks: CheckReport[]): VerificationReport {
  return { version: 1, tree: asTree(HASH), checks, flaky: [] };
}

/** The verification of a candidate, as the verifier makes it. */
function verified(baseline: VerificationReport, ...checks: CheckReport[]) {
  return summarize({
    report: report(...withChangesFailed(checks, baseline)),
    reportHash: HASH,
    baseline,
    generatedTests: [],
    durationMs: 1,
    redact: (text) => text,
    sha256: (text) => text,
  });
}

describe('a candidate that changes built-ins', () => {
  const RAW = { names: ['Array.prototype.raw'], more: 0 };
  const failing = report(check('a.test.ts', undefined, 'failed'));

  it('is not green though all of its tests pass, and says why', () => {
    const verification = verified(failing, check('a.test.ts', ['Array.prototype.raw']));
    expect(isGreen(verification)).toBe(false);
    expect(verification).toMatchObject({ passed: 1, failed: 1, success: false });
    expect(verification.comparison).toMatchObject({
      broken: 1,
      changes: RAW,
    });
    expect(verification.failures[0]?.failure.message).toMatch(/^changes built-ins: Array\.prototype\.raw\. /);
  });

  it('does not win in part, either, and the choice and the question say why', () => {
    const baseline = report(check('a.test.ts', undefined, 'failed'), check('b.test.ts', undefined, 'failed'));
    const now = [check('a.test.ts', ['Error.prototype.test']), check('b.test.ts', undefined, 'failed')];
    const verification = verified(baseline, ...now);
    const current = verified(baseline, ...baseline.checks);
    expect(verification.passed).toBeGreaterThan(current.passed);
    expect(chooseWinner([{ candidate: {} as Candidate, verification }], current)).toBeUndefined();
    expect(outcomeOf(verification)).toContain('changes built-ins: Error.prototype.test');
    expect(verdictText(verification)).toBe('changes built-ins: Error.prototype.test');
    expect(unverifiedError(verification, 'en')).toMatch(
      /^The change changes built-ins: Error\.prototype\.test\. .*--check/,
    );
  });

  it('is accepted where the baseline changed the same, and those only', () => {
    const baseline = report(check('a.test.ts', ['Array.prototype.last', 'globalThis.app'], 'failed'));
    expect(isGreen(verified(baseline, check('a.test.ts', ['Array.prototype.last'])))).toBe(true);
    expect(isGreen(verified(baseline, check('a.test.ts', ['Array.prototype.last', 'globalThis.Date'])))).toBe(
      false,
    );
  });

  it('is refused for a change that the baseline made for another test file only', () => {
    const baseline = report(check('a.test.ts', undefined, 'failed'), check('b.test.ts', ['globalThis.app']));
    expect(newChanges(check('a.test.ts', ['globalThis.app']), baseline)).toEqual(['globalThis.app']);
  });

  it('is refused where the baseline did not load, unless other files of it made the change or it was made before', () => {
    const baseline = report(
      notLoaded('a.test.ts', ['globalThis.early']),
      check('b.test.ts', ['String.prototype.cap']),
    );
    const changed = ['String.prototype.cap', 'globalThis.early', 'Array.prototype.raw'];
    expect(newChanges(check('a.test.ts', changed), baseline)).toEqual(['Array.prototype.raw']);
    expect(newChanges(check('new.test.ts', changed), baseline)).toEqual(['Array.prototype.raw']);
  });

  it('is told of in few words, however many names it changes', () => {
    const names = Array.from({ length: 500 }, (_, index) => `globalThis.${'x'.repeat(150)}${index}`);
    const { changes = { names: [], more: 0 } } =
      verified(failing, check('a.test.ts', names)).comparison ?? {};
    expect(builtInsText(changes, 'en').length).toBeLessThan(700);
    expect(builtInsText(changes, 'en')).toMatch(/ and 495 more$/);
  });
});

it('a program that changes built-ins, repaired or not, is told of in a note', () => {
  const checks = [check('a.test.ts', ['Reflect.metadata', 'src/a.ts (loaded)']), check('b.test.ts', [])];
  expect(changeNotes(checks)).toEqual([
    'The program changes built-ins: Reflect.metadata, which its tests use too. A repair that changes others is refused.',
  ]);
  expect(changeNotes([check('a.test.ts', undefined)])).toEqual([]);
});
