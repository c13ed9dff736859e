import { attemptOf, decide } from '../../../../src/domain/heal/decide';
import type { HealEvent, HealStep } from '../../../../src/domain/heal/state';
import { base, baseline, noUsage, play, resultOf, round, start, won } from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

describe('a run without a request', () => {
  it('verifies the baseline first', () => {
    expect(start().effect).toEqual({ type: 'verify', tree: base, baseline: true });
  });

  it('is completed with one attempt where nothing fails', () => {
    const { state, effect } = play(start(), [baseline(verification())]);
    expect(effect).toEqual({ type: 'finish' });
    expect(resultOf(state)).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      repairHistory: [],
      tree: base,
    });
  });

  it('is recovered with two attempts where the first repair is green', () => {
    const { state, effect } = play(start(), [baseline(), won('d')]);
    expect(effect).toEqual({ type: 'finish' });
    const result = resultOf(state);
    expect(result).toMatchObject({ status: 'recovered', totalAttempts: 2, tree: 'd'.repeat(64) });
    expect(result.repairHistory).toHaveLength(1);
    expect(result.repairHistory[0]).toMatchObject({
      attemptNumber: 1,
      repairApplied: true,
      verificationResult: { success: true },
    });
    expect(result.record).toMatchObject({ retryCount: 1, errorLogs: ['Attempt 1: logic'] });
    expect(result.record.codeHistory).toEqual([
      { attempt: 1, code: 'd'.repeat(64), diff: 'd'.repeat(64), fixReason: '`-` becomes `+` (src/sum.ts:1)' },
    ]);
  });

  it('counts three failed repairs as failed_after_repair with three attempts and three entries', () => {
    const { state, effect } = play(start(), [baseline(), round(), round(), round()]);
    expect(effect).toEqual({ type: 'finish' });
    const result = resultOf(state);
    expect(result).toMatchObject({ status: 'failed_after_repair', totalAttempts: 3 });
    expect(result.repairHistory.map((attempt) => attempt.repairApplied)).toEqual([false, false, false]);
    expect(result.record.retryCount).toBe(3);
    expect(result.failureReport).toContain('Automatic repair failed (3 attempts made)');
  });

  it('verifies the third repair too', () => {
    const { state } = play(start(), [baseline(), round(), round(), won('d')]);
    expect(resultOf(state)).toMatchObject({ status: 'recovered', totalAttempts: 3 });
  });

  it('goes on from a partial winner', () => {
    const partial = failing(failedCheck(), {
      passed: 6,
      comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] },
    });
    const { state, effect } = play(start(), [baseline(), won('d', partial)]);
    expect(effect).toMatchObject({ type: 'repair', evidence: { tree: 'd'.repeat(64), round: 2 } });
    expect(attemptOf(state)).toBe(2);
  });

  it('never proposes again what was tried', () => {
    const judged = [{ candidate: candidate('d'), verification: failing() }];
    const { effect } = play(start(), [baseline(), round({ judged })]);
    expect(effect).toMatchObject({ type: 'repair', evidence: { tried: [{ tree: 'd'.repeat(64) }] } });
  });

  it.each([
    ['network', { errorName: 'Error', message: 'getaddrinfo ENOTFOUND registry.example' }],
    ['permission', { errorName: 'Error', message: "EACCES: permission denied, open '/etc/shadow'" }],
  ])('ends at once as failed where no edit can help: %s', (_, failure) => {
    const { state, effect, log } = play(start(), [baseline(failing(failedCheck(failure)))]);
    expect(effect).toEqual({ type: 'finish' });
    expect(resultOf(state)).toMatchObject({ status: 'failed', totalAttempts: 1, repairHistory: [] });
    expect(log.map((entry) => entry.fields['event'])).toContain('unrepairable');
  });

  it('refuses a project with nothing to verify', () => {
    const { state } = play(start(), [
      baseline(verification({ success: false, trust: 'none', passed: 0, testFiles: 0 })),
    ]);
    expect(resultOf(state)).toMatchObject({ status: 'failed', totalAttempts: 1 });
    expect(resultOf(state).badInput).toContain('--check');
  });

  it('names a test file that does not parse', () => {
    const failed = failedCheck({
      errorName: 'SyntaxError',
      message: 'Unexpected token',
      phase: 'collect',
      location: { file: 'test/sum.test.ts', line: 4 },
    });
    const { state } = play(start(), [baseline(failing(failed))]);
    expect(resultOf(state).badInput).toBe(
      'The test file test/sum.test.ts does not parse (line 4): Unexpected token. Mend it, or choose the other test files with --test.',
    );
  });
});

describe('a run with a request', () => {
  const request = { request: 'Create a function to add two numbers', taskType: 'build_site' };
  const executed: HealEvent = {
    type: 'executed',
    tree: 'e'.repeat(64),
    changedFiles: ['src/add.ts'],
    summary: 'added add',
    usage: noUsage,
  };
  const none = verification({ success: false, trust: 'none', passed: 0, testFiles: 0 });

  it('needs a model', () => {
    const { state, effect } = start(request);
    expect(effect).toEqual({ type: 'finish' });
    expect(resultOf(state).badInput).toContain('KINTSUGI_MODEL');
  });

  it('generates tests where the project has none', () => {
    expect(play(start(request, true), [baseline(none), executed]).effect).toMatchObject({
      type: 'generate-tests',
    });
  });

  it('leaves the tests to the project where it has some', () => {
    expect(play(start(request, true), [baseline(verification()), executed]).effect).toEqual({
      type: 'verify',
      tree: 'e'.repeat(64),
      baseline: false,
    });
  });

  it('is completed with one attempt where the change is green at once', () => {
    const green: HealEvent = {
      type: 'verified',
      verification: verification({ tree: 'e'.repeat(64) }),
      baseline: false,
    };
    expect(
      resultOf(play(start(request, true), [baseline(verification()), executed, green]).state),
    ).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      tree: 'e'.repeat(64),
    });
  });

  it('fails with what was not seen, where a command shows fewer tests than before', () => {
    const sentence = 'Only 1 of the 5 tests that "npm test" ran before were seen passing again.';
    const comparison = { fixed: 1, broken: 4, fixedIds: [], brokenIds: [], unseen: [sentence] };
    const cheated: HealEvent = {
      type: 'verified',
      verification: verification({ comparison }),
      baseline: false,
    };
    expect(
      resultOf(play(start(request, true), [baseline(verification()), executed, cheated]).state),
    ).toMatchObject({ status: 'failed', finalError: sentence });
  });

  it('tells who judged, and what to look at in what the request made', () => {
    const warnings = ['src/add.ts:1 newly ends the process.'];
    const green: HealEvent = {
      type: 'verified',
      verification: verification({ trust: 'command' }),
      baseline: false,
    };
    expect(
      resultOf(
        play(start(request, true), [baseline(verification()), { ...executed, warnings }, green]).state,
      ),
    ).toMatchObject({ status: 'completed', trust: 'command', notes: warnings });
  });

  it('never calls an unverified change a success', () => {
    const unverified: HealEvent = { type: 'verified', verification: none, baseline: false };
    const events: HealEvent[] = [
      baseline(none),
      executed,
      { type: 'tests-generated', tree: 'e'.repeat(64), files: [], note: '', usage: noUsage },
      unverified,
    ];
    expect(resultOf(play(start(request, true), events).state)).toMatchObject({ status: 'failed' });
  });

  describe('whose change makes a test vanish', () => {
    const vanishing = verification({
      tree: 'e'.repeat(64),
      comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: ['test/sum.test.ts > adds'] },
    });
    const verified: HealEvent = { type: 'verified', verification: vanishing, baseline: false };
    const changed = play(start(request, true), [baseline(verification()), executed]);

    it('is repaired, and the proposers are told which', () => {
      const step = decide(changed.state, verified);
      expect(step.effect).toMatchObject({
        type: 'repair',
        evidence: {
          vanished: ['test/sum.test.ts > adds'],
          analysis: { kind: 'logic', repairable: true },
          errorContext: { failedCommand: 'npx jest test/sum.test.ts' },
        },
      });
      expect(play(step, [round()]).effect).toMatchObject({ type: 'repair', evidence: { round: 2 } });
      expect(resultOf(play(step, [won('d')]).state)).toMatchObject({ status: 'recovered' });
      const lost = resultOf(play(step, [round(), round(), round()]).state);
      expect(lost).toMatchObject({ status: 'failed_after_repair' });
      expect(lost.failureReport).toContain('Still failing:\n  test/sum.test.ts > adds');
    });
  });

  it('says that nothing verified it where all tests are skipped', () => {
    const skipped = verification({ success: false, passed: 0, skipped: 3 });
    const { state } = play(start(request, true), [
      baseline(skipped),
      executed,
      { type: 'verified', verification: skipped, baseline: false },
    ]);
    expect(resultOf(state).finalError).toBe(
      'Nothing could verify the change: its 3 tests are all skipped. Unskip some, or give a check with --check.',
    );
  });

  it('answers a chat without the loop', () => {
    const step = start({ request: 'What is this?', taskType: 'chat_reply' }, true);
    expect(step.effect).toEqual({ type: 'chat' });
    const { state } = decide(step.state, { type: 'chatted', reply: 'A shop.', usage: noUsage });
    expect(resultOf(state)).toMatchObject({ status: 'completed', totalAttempts: 1 });
    expect(resultOf(state).record.messages.at(-1)).toEqual({ role: 'assistant', content: 'A shop.' });
  });
});

describe('the result', () => {
  it('stays under 64 KiB with the longest texts', () => {
    const long = 'x'.repeat(40_000);
    const step = play(start(), [
      baseline(failing(failedCheck({ message: long, stack: long }), { stdout: long })),
      round(),
      round(),
      round(),
    ]);
    expect(Buffer.byteLength(JSON.stringify(resultOf(step.state)))).toBeLessThanOrEqual(64 * 1024);
  });
});

describe('a run that is rolled back', () => {
  const back = (tree: string, undone?: string): HealEvent => ({
    type: 'rolled-back',
    tree: tree.repeat(64),
    reason: 'rolled back',
    undone: undone?.repeat(64),
  });

  it('looks for another repair from the base, without what was tried, and counts its rounds on', () => {
    const { state, effect } = play(start(), [baseline(), won('d'), back('a')]);
    expect(effect).toMatchObject({
      type: 'repair',
      evidence: { tree: base, round: 2, tried: [{ tree: 'd'.repeat(64) }] },
    });
    expect(state.status).toBeUndefined();
    const ended = play({ state, effect, log: [] }, [won('e')]).state;
    expect(resultOf(ended)).toMatchObject({ status: 'recovered', totalAttempts: 3 });
  });

  it('is verified again at any other state', () => {
    const events = [baseline(), won('d', failing()), won('e'), back('d')];
    expect(play(start(), events).effect).toEqual({ type: 'verify', tree: 'd'.repeat(64), baseline: false });
  });

  it('carries its request out again from the base', () => {
    const executed: HealEvent = {
      type: 'executed',
      tree: 'c'.repeat(64),
      changedFiles: ['src/sum.ts'],
      summary: 'done',
      usage: noUsage,
    };
    const first = start({ request: 'round up', generateTests: false }, true);
    const { state, effect } = play(first, [baseline(verification()), executed, back('a')]);
    expect(effect).toEqual({ type: 'execute' });
    expect(state).toMatchObject({ generatedCode: undefined, changedFiles: [] });
  });

  it('ends where the attempts are used up', () => {
    const { state, effect } = play(start({ maxAttempts: 1 }), [baseline(), won('d'), back('a')]);
    expect(effect).toEqual({ type: 'finish' });
    expect(resultOf(state)).toMatchObject({ status: 'failed_after_repair', tree: base, repairs: [] });
  });

  it('has the repairs that are in its tree, also after going forth again', () => {
    const partial = failing(failedCheck(), {
      passed: 6,
      comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] },
    });
    const two = play(start(), [baseline(), won('d', partial), won('e')]);
    const named = two.state.repairs.map((repair, index) => ({ ...repair, summary: `repair ${index + 1}` }));
    const step: HealStep = { ...two, state: { ...two.state, repairs: named } };
    const summaries = (...events: HealEvent[]) =>
      resultOf(play(step, events).state).repairs.map(({ summary }) => summary);
    expect(summaries()).toEqual(['repair 1', 'repair 2']);
    expect(summaries(back('d'))).toEqual(['repair 1']);
    expect(summaries(back('a'))).toEqual([]);
    expect(summaries(back('a'), back('e'))).toEqual(['repair 1', 'repair 2']);
    expect(summaries(back('f', 'd'))).toEqual(['repair 2']);
    expect(summaries(back('f', 'd'), back('d'))).toEqual(['repair 1']);
  });
});
