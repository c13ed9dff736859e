import { apiResponse } from '../../../../src/client';
import { errorCategoryOf } from '../../../../src/repair/llm/candidates';
import type { HealEvent } from '../../../../src/domain/heal/effects';
import { listed } from '../../../../src/domain/verification/analysis';
import type { ListedFailure, Verification } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  begin,
  noUsage,
  play,
  resultOf,
  round,
  start,
} from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

/** A command that fails, with an output of its own. */
function commandFailure(command: string, message: string): ListedFailure {
  const failure = { errorName: 'CommandFailed', message, phase: 'run' as const };
  return listed({ id: command, check: command, kind: 'command', end: 'completed', failure });
}

const TSC = commandFailure('tsc --noEmit', "src/a.ts(1,2): error TS2322: Type 'x' is not assignable.");
const TWO_CHECKS = failing(failedCheck(), {
  failures: [failedCheck(), TSC],
  stdout: 'what the other check printed',
  outputs: [
    { check: 'test/sum.test.ts', text: 'console of the test' },
    { check: 'tsc --noEmit', text: 'src/a.ts(1,2): error TS2322' },
  ],
});

function wonBy(tree: string, given: Verification) {
  return round({
    candidates: [{ candidate: candidate(tree), verification: { ...given, tree: asTree(tree.repeat(64)) } }],
  });
}

describe('the record of a repair', () => {
  it('has the output of the command that failed, where several checks run', () => {
    const end = play(start(), [baseline(TWO_CHECKS), wonBy('d', verification())]);
    expect(resultOf(end).repairHistory[0]?.errorContext).toMatchObject({
      errorType: 'type_error',
      failedCommand: 'tsc --noEmit',
      failedOutput: 'src/a.ts(1,2): error TS2322',
    });
  });

  it('names the command that a green repair was made for, with what it prints now', () => {
    const green = verification({ outputs: [{ check: 'tsc --noEmit', text: 'no errors' }] });
    const [attempt] = resultOf(play(start(), [baseline(TWO_CHECKS), wonBy('d', green)])).repairHistory;
    expect(attempt?.verificationResult).toMatchObject({ command: 'tsc --noEmit', success: true });
    expect(attempt?.verificationResult?.output).toMatch(/^5 tests passed, 0 failed.*\nno errors$/);
  });

  it('names the command that still fails after a repair in part', () => {
    const better = failing(failedCheck(), {
      passed: 6,
      steadyPassed: 6,
      failingHash: '7'.repeat(64),
      comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] },
      outputs: [{ check: 'test/sum.test.ts', text: 'Expected 3' }],
    });
    const [attempt] = resultOf(
      play(start(), [baseline(TWO_CHECKS), wonBy('d', better), round(), round()]),
    ).repairHistory;
    expect(attempt?.verificationResult).toMatchObject({
      command: 'npx jest test/sum.test.ts',
      success: false,
      output: expect.stringContaining('\nExpected 3'),
    });
  });

  it('accumulates the files that request and repairs changed, the newest first', () => {
    const executed: HealEvent = {
      type: 'executed',
      tree: asTree('e'.repeat(64)),
      changedFiles: ['src/new.ts'],
      summary: 's',
      usage: noUsage,
    };
    const partial = failing(failedCheck(), {
      passed: 6,
      steadyPassed: 6,
      failingHash: '7'.repeat(64),
      comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] },
    });
    const end = play(start({ request: 'add', generateTests: false }, true), [
      baseline(verification()),
      executed,
      { type: 'verified', verification: failing(undefined, { tree: asTree('e'.repeat(64)) }) },
      wonBy('d', partial),
      wonBy('c', verification()),
    ]);
    const [first, second] = resultOf(end).repairHistory;
    expect(first?.errorContext.recentFileChanges).toEqual(['src/new.ts']);
    expect(second?.errorContext.recentFileChanges).toEqual(['src/sum.ts', 'src/new.ts']);
  });

  it('has the files that were written last where the run has changed none', () => {
    const first = begin({}, { tree: base, recent: ['src/late.ts', 'src/early.ts'] });
    const end = play(first, [baseline(), wonBy('d', verification())]);
    expect(resultOf(end).repairHistory[0]?.errorContext.recentFileChanges).toEqual([
      'src/late.ts',
      'src/early.ts',
    ]);
  });

  it('counts the last failure as no attempt of its own', () => {
    const end = play(start(), [baseline(), round(), round(), round()]);
    expect(resultOf(end).record.errorLogs).toEqual([
      'Attempt 1: logic',
      'Attempt 2: logic',
      'Attempt 3: logic',
      'After attempt 3: logic',
    ]);
    const failures = end.events.filter(({ kind }) => /^(?:attempt-failed|still-failing)$/.test(kind));
    expect(failures.map(({ kind }) => kind)).toEqual([
      'attempt-failed',
      'attempt-failed',
      'attempt-failed',
      'still-failing',
    ]);
  });

  it('has its analysis from the moment of the failure on', () => {
    const at = play(start(), [baseline()]);
    const failed = at.events.find(({ kind }) => kind === 'attempt-failed');
    expect(failed?.fields).toMatchObject({
      errorType: 'logic_error',
      suggestedFix: 'make the code do what the failed expectation says',
    });
  });

  it.each([
    ['ko', '❌ 자동 수정 실패 (3회 시도 완료)'],
    ['zh', '❌ 自动修复失败 (已完成 3 次尝试)'],
  ])('ends with a message of the system in the language of the run: %s', (language, heading) => {
    const result = resultOf(play(start({ language }), [baseline(), round(), round(), round()]));
    expect(result.record.messages.at(-1)).toMatchObject({ role: 'system' });
    expect(result.record.messages.at(-1)?.content).toContain(heading);
    expect(result.failureReport).toContain(heading);
  });

  it.each([
    ['logic', 'logic_error'],
    ['Type error', 'type_error'],
    ['syntax_error', 'syntax_error'],
    ['off-by-one', 'runtime_error'],
  ])('has one word for a category, whoever proposes: %s', (said, category) => {
    expect(errorCategoryOf(said, 'runtime_error')).toBe(category);
  });

  it('becomes the response of the requirements by a function of the client', () => {
    expect(apiResponse(resultOf(play(start(), [baseline(verification())])))).toMatchObject({ success: true });
  });
});
