import { seedLine } from '../../../../src/domain/heal/words/log';
import { attemptOf } from '../../../../src/domain/heal/facts';
import type { HealEvent } from '../../../../src/domain/heal/effects';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  better,
  delivers,
  noUsage,
  play,
  resultOf,
  round,
  start,
  told,
  won,
} from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

describe('a run without a request', () => {
  it('verifies the baseline first', () => {
    expect(start().effect).toEqual({
      type: 'verify',
      tree: base,
      label: 'verify/baseline',
      generatedTests: [],
      clock: 'baseline',
    });
  });

  it('is completed with one attempt where nothing fails', () => {
    const end = play(start(), [baseline(verification())]);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end)).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      repairHistory: [],
      tree: base,
    });
  });

  it('is recovered with two attempts where the first repair is green', () => {
    const end = play(start(), [baseline(), won('d')]);
    expect(end.effect).toEqual(delivers('d'.repeat(64)));
    const result = resultOf(end);
    expect(result).toMatchObject({ status: 'recovered', totalAttempts: 2, tree: 'd'.repeat(64) });
    expect(result.repairHistory).toHaveLength(1);
    expect(result.repairHistory[0]).toMatchObject({
      attemptNumber: 1,
      repairApplied: true,
      verificationResult: { success: true },
    });
    expect(result.record).toMatchObject({ retryCount: 1, errorLogs: ['Attempt 1: logic'] });
    expect(result.record.codeHistory).toEqual([
      {
        attempt: 1,
        tree: 'd'.repeat(64),
        diff: 'd'.repeat(64),
        fixReason: '`-` becomes `+` (src/sum.ts:1)',
        candidates: [
          {
            tree: 'd'.repeat(64),
            diff: 'd'.repeat(64),
            summary: '`-` becomes `+` (src/sum.ts:1)',
            outcome: '0 still failing, 1 fixed, 0 broken',
          },
        ],
      },
    ]);
  });

  it('counts three failed repairs as failed_after_repair with three attempts and three entries', () => {
    const end = play(start(), [baseline(), round(), round(), round()]);
    expect(end.effect).toEqual({ type: 'finish' });
    const result = resultOf(end);
    expect(result).toMatchObject({ status: 'failed_after_repair', totalAttempts: 3 });
    expect(result.repairHistory.map((attempt) => attempt.repairApplied)).toEqual([false, false, false]);
    expect(result.record.retryCount).toBe(3);
    expect(result.failureReport).toContain('Automatic repair failed (3 attempts made)');
  });

  it('verifies the third repair too', () => {
    const end = play(start(), [baseline(), round(), round(), won('d')]);
    expect(resultOf(end)).toMatchObject({ status: 'recovered', totalAttempts: 3 });
  });

  it('goes on from a partial winner', () => {
    const { state, effect } = play(start(), [baseline(), won('d', better())]);
    expect(effect).toMatchObject({ type: 'propose', evidence: { tree: 'd'.repeat(64), round: 2 } });
    expect(attemptOf(state.facts)).toBe(2);
  });

  it('never proposes again what was tried', () => {
    const candidates = [{ candidate: candidate('d'), verification: failing() }];
    const { effect } = play(start(), [baseline(), round({ candidates })]);
    expect(effect).toMatchObject({ type: 'propose', evidence: { tried: [{ tree: 'd'.repeat(64) }] } });
    const { effect: again } = play(start(), [baseline(), round({ candidates }), won('d')]);
    expect(again).toMatchObject({ type: 'propose', evidence: { round: 3 } });
  });

  it.each([
    ['network', { errorName: 'Error', message: 'getaddrinfo ENOTFOUND registry.example' }],
    ['permission', { errorName: 'Error', message: "EACCES: permission denied, open '/etc/shadow'" }],
  ])('ends at once as failed where no edit can help: %s', (_, failure) => {
    const end = play(start(), [baseline(failing(failedCheck(failure)))]);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end)).toMatchObject({ status: 'failed', totalAttempts: 1, repairHistory: [] });
    expect(told(end)).toContain('unrepairable');
  });

  it('refuses a project with nothing to verify', () => {
    const end = play(start(), [
      baseline(verification({ success: false, trust: 'none', passed: 0, testFiles: 0 })),
    ]);
    expect(resultOf(end)).toMatchObject({ status: 'failed', totalAttempts: 1 });
    expect(resultOf(end).badInput).toContain('--check');
  });

  it('names a test file that does not parse', () => {
    const failed = failedCheck({
      errorName: 'SyntaxError',
      message: 'Unexpected token',
      phase: 'collect',
      location: { file: 'test/sum.test.ts', line: 4 },
    });
    const end = play(start(), [baseline(failing(failed))]);
    expect(resultOf(end).badInput).toBe(
      'The test file test/sum.test.ts does not parse (line 4): Unexpected token. Mend it, or choose the other test files with --test.',
    );
  });
});

describe('a run with a request', () => {
  const request = {
    request: 'Create a function to add two numbers',
    taskType: 'build_site',
    generateTests: false,
  };
  const executed: HealEvent = {
    type: 'executed',
    tree: asTree('e'.repeat(64)),
    changedFiles: ['src/add.ts'],
    summary: 'added add',
    usage: noUsage,
  };
  const none = verification({ success: false, trust: 'none', passed: 0, testFiles: 0 });

  it('needs a model', () => {
    const end = start(request);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end).badInput).toContain('KINTSUGI_MODEL');
  });

  it('generates tests where nothing else was said', () => {
    expect(
      play(start({ ...request, generateTests: undefined }, true), [baseline(none), executed]).effect,
    ).toMatchObject({
      type: 'generate-tests',
    });
  });

  it('leaves the tests to the project where none are wanted', () => {
    expect(play(start(request, true), [baseline(verification()), executed]).effect).toEqual({
      type: 'verify',
      tree: 'e'.repeat(64),
      label: 'verify/executed',
      baseline: verification().report,
      generatedTests: [],
      covers: ['src/add.ts'],
    });
  });

  it('is completed with one attempt where the change is green at once', () => {
    const green: HealEvent = {
      type: 'verified',
      verification: verification({ tree: asTree('e'.repeat(64)) }),
    };
    expect(resultOf(play(start(request, true), [baseline(verification()), executed, green]))).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      tree: 'e'.repeat(64),
    });
  });

  it('fails with what was not seen, where a command shows fewer tests than before', () => {
    const sentence = 'Only 1 of the 5 tests that "npm test" ran before were seen passing again.';
    const unseen = [{ of: 'uncounted' as const, check: 'npm test', passed: 1, needed: 5, green: true }];
    const comparison = { fixed: 1, broken: 4, fixedIds: [], brokenIds: [], unseen };
    const cheated: HealEvent = {
      type: 'verified',
      verification: verification({ comparison }),
    };
    expect(resultOf(play(start(request, true), [baseline(verification()), executed, cheated]))).toMatchObject(
      { status: 'failed', finalError: sentence },
    );
  });

  it('tells whose verdict it is, and what to look at in what the request made', () => {
    const notes = [
      'The change has an end of the process with success: look whether it solves the problem or only the tests.',
    ];
    const green: HealEvent = {
      type: 'verified',
      verification: verification({ trust: 'command', tree: executed.tree }),
    };
    const signed: HealEvent = { ...executed, signs: ['ended-process'] };
    const events = [baseline(verification()), signed, green];
    const noticed: HealEvent = { type: 'tried-broken', unnoticed: [] };
    expect(resultOf(play(start(request, true), [...events, noticed]))).toMatchObject({
      ...{ status: 'completed', trust: 'command', notes },
      message: expect.not.stringContaining('broken on purpose') as string,
    });
    const unseen: HealEvent = { type: 'tried-broken', unnoticed: ['src/add.py'] };
    expect(resultOf(play(start(request, true), [...events, unseen]))).toMatchObject({
      status: 'completed',
      message: expect.stringContaining('; no check fails when src/add.py is broken on purpose') as string,
    });
  });

  test('the result names the instructions of the project that the model was given', () => {
    const instructions = ['AGENTS.md', 'src/CLAUDE.md'];
    const told = { ...executed, instructions };
    const green: HealEvent = { type: 'verified', verification: verification() };
    expect(resultOf(play(start(request, true), [baseline(verification()), told, green])).notes).toEqual([
      "The model was given the project's instructions in AGENTS.md, src/CLAUDE.md.",
    ]);
  });

  it('never calls an unverified change a success', () => {
    const unverified: HealEvent = { type: 'verified', verification: none };
    const events: HealEvent[] = [
      baseline(none),
      executed,
      { type: 'tests-generated', tree: asTree('e'.repeat(64)), files: [], note: '', usage: noUsage },
      unverified,
    ];
    const asked = { ...request, generateTests: undefined };
    expect(resultOf(play(start(asked, true), events))).toMatchObject({ status: 'failed' });
  });

  describe('whose change makes a test vanish', () => {
    const vanishing = verification({
      tree: asTree('e'.repeat(64)),
      comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: ['test/sum.test.ts > adds'] },
    });
    const verified: HealEvent = { type: 'verified', verification: vanishing };
    const changed = play(start(request, true), [baseline(verification()), executed]);

    it('is repaired, and the proposers are told which', () => {
      const played = play(changed, [verified]);
      expect(played.effect).toMatchObject({
        type: 'propose',
        evidence: {
          vanished: ['test/sum.test.ts > adds'],
          analysis: { kind: 'logic', repairable: true },
          errorContext: { failedCommand: 'npx jest test/sum.test.ts' },
        },
      });
      expect(play(played, [round()]).effect).toMatchObject({ type: 'propose', evidence: { round: 2 } });
      expect(resultOf(play(played, [won('d')]))).toMatchObject({ status: 'recovered' });
      const lost = resultOf(play(played, [round(), round(), round()]));
      expect(lost).toMatchObject({ status: 'failed_after_repair' });
      expect(lost.failureReport).toContain('Still failing:\n  test/sum.test.ts > adds');
    });
  });

  it('says that nothing verified it where all tests are skipped', () => {
    const skipped = verification({ success: false, passed: 0, skipped: 3 });
    const end = play(start(request, true), [
      baseline(skipped),
      executed,
      { type: 'verified', verification: skipped },
    ]);
    expect(resultOf(end).finalError).toBe(
      'Nothing could verify the change: its 3 tests are all skipped. Unskip some, or give a check with --check.',
    );
  });

  it('answers a chat without the loop', () => {
    const played = start({ request: 'What is this?', taskType: 'chat_reply' }, true);
    expect(played.effect).toEqual({ type: 'chat', tree: base });
    const end = play(played, [{ type: 'chatted', reply: 'A shop.', usage: noUsage }]);
    expect(resultOf(end)).toMatchObject({ status: 'completed', totalAttempts: 1 });
    expect(end.events.filter((event) => seedLine(event) !== undefined)).toEqual([]);
    expect(resultOf(end).record.messages.at(-1)).toEqual({ role: 'assistant', content: 'A shop.' });
  });
});

describe('the result', () => {
  it('stays under 64 KiB with the longest texts', () => {
    const long = 'x'.repeat(40_000);
    const played = play(start(), [
      baseline(failing(failedCheck({ message: long, stack: long }), { stdout: long })),
      round(),
      round(),
      round(),
    ]);
    expect(Buffer.byteLength(JSON.stringify(resultOf(played)))).toBeLessThanOrEqual(64 * 1024);
  });
});
