import type { HealEvent } from '../../../../src/domain/heal/effects';
import type { RoundCandidate } from '../../../../src/domain/heal/proposal';
import type { RunnerOutcome } from '../../../../src/domain/verification/own-runner';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  delivers,
  play,
  resultOf,
  round,
  start,
  type PlayedEvent,
} from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

const AT_HAND = baseline(failing(undefined, { ownRunner: {} }));
const comparison = { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] };

const green = (digit: string): RoundCandidate => ({
  candidate: candidate(digit),
  verification: verification({ tree: asTree(digit.repeat(64)), comparison }),
});
const rank = (digit: string): RoundCandidate => ({ candidate: candidate(digit) });
const wonBy = (...candidates: RoundCandidate[]) => round({ candidates });
const said = (outcome: RunnerOutcome): HealEvent => ({ type: 'confirmed', outcome });
const AGREES = said({ status: 'agrees', by: 'jest 30.5.2' });
const DISAGREES = said({
  status: 'disagrees',
  by: 'jest 30.5.2',
  tests: ['a.test.js > adds'],
  count: 2,
  said: 'Expected: 37',
});

describe('a winner that the sandbox alone calls green', () => {
  it('is shown to the project’s own runner before anything else', () => {
    const { effect, state } = play(start(), [AT_HAND, wonBy(green('1'))]);
    expect(effect).toMatchObject({ type: 'confirm', tree: '1'.repeat(64) });
    expect(state.facts).toMatchObject({ tree: base, rounds: 0 });
  });

  it('is taken where that agrees, and the result says who confirmed it', () => {
    const end = play(start(), [AT_HAND, wonBy(green('1')), AGREES]);
    expect(end.effect).toEqual(delivers('1'.repeat(64)));
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      trust: 'sandbox',
      confirmedBy: 'jest 30.5.2',
    });
    expect(resultOf(end).notes).toBeUndefined();
  });

  it('is taken where that can’t tell, and the first line says so', () => {
    const reason = 'jest 30.5.2 does not start';
    const end = play(start(), [
      AT_HAND,
      wonBy(green('1')),
      said({ status: 'unconfirmed', reason: { form: reason, values: [] } }),
    ]);
    expect(resultOf(end)).toMatchObject({ status: 'recovered', trust: 'sandbox' });
    expect(resultOf(end).confirmedBy).toBeUndefined();
    expect(resultOf(end).message).toMatch(new RegExp(`; the verdict is the sandbox's alone: ${reason}$`));
  });

  it('gives way to the next green one where that disagrees, which is shown to it too', () => {
    const second = play(start(), [
      AT_HAND,
      wonBy(green('1'), green('2')),
      { type: 'candidates-compared', standings: [] },
      DISAGREES,
    ]);
    expect(second.effect).toMatchObject({ type: 'confirm', tree: '2'.repeat(64) });
    const end = play(second, [AGREES]);
    expect(resultOf(end)).toMatchObject({ status: 'recovered', tree: '2'.repeat(64) });
    const { state } = end;
    const [choice] = state.facts.record.choices;
    expect(choice?.considered[0]?.outcome).toContain('jest 30.5.2 does not pass 2 tests');
    expect(choice?.reason).toContain('rank 1 is not taken: green in the sandbox, but jest 30.5.2');
    expect(state.facts.record.tried[0]?.outcome).toContain('green in the sandbox, but jest');
  });

  it('gives way to those that were given up for it, once they are verified', () => {
    const again = play(start(), [AT_HAND, wonBy(green('1'), rank('2'), rank('3')), DISAGREES]);
    expect(again.effect).toMatchObject({
      type: 'verify-candidates',
      candidates: [{ tree: '2'.repeat(64) }, { tree: '3'.repeat(64) }],
      label: 'round-1/verify-again',
      baseline: failing().report,
    });
    const candidates = [green('2'), rank('3')];
    const third = play(again, [{ type: 'candidates-verified', candidates }]);
    expect(third.effect).toMatchObject({ type: 'confirm', tree: '2'.repeat(64) });
    expect(resultOf(play(third, [AGREES])).tree).toBe('2'.repeat(64));
  });

  it('is not taken where nothing is left, and the run looks on', () => {
    const { effect, state } = play(start(), [AT_HAND, wonBy(green('1')), DISAGREES]);
    expect(effect).toMatchObject({ type: 'propose', evidence: { round: 2, tree: base } });
    expect(state.facts.record.choices[0]).toMatchObject({ winner: undefined });
  });

  it('never wins by being better than nothing', () => {
    const end = play(start({ maxAttempts: 1 }), [AT_HAND, wonBy(green('1')), DISAGREES]);
    expect(resultOf(end)).toMatchObject({ status: 'failed_after_repair', tree: base });
    expect(resultOf(end).confirmedBy).toBeUndefined();
  });

  it('is taken unconfirmed where the time of the run is up meanwhile', () => {
    const end = play(start(), [AT_HAND, wonBy(green('1')), { type: 'out-of-time' }]);
    expect(resultOf(end)).toMatchObject({ status: 'recovered', tree: '1'.repeat(64) });
    expect(resultOf(end).message).toContain('the time limit of the run was reached');
  });

  it('is forgotten where the run is rolled back meanwhile', () => {
    const back: PlayedEvent = { type: 'rolled-back', tree: base, reason: 'not like this' };
    const { state, effect } = play(start(), [AT_HAND, wonBy(green('1')), back]);
    expect(state.phase.name).not.toBe('confirming');
    expect(effect).toMatchObject({ type: 'propose' });
  });
});

describe('the project’s own runner is not asked', () => {
  const playing = (ownRunner: object | undefined, result = green('1')) =>
    play(start(), [baseline(failing(undefined, { ownRunner })), wonBy(result)]);

  it('where it is missing: the result says so', () => {
    const end = playing({ missing: { runner: 'jest' } });
    expect(end.effect).toEqual(delivers('1'.repeat(64)));
    expect(resultOf(end).message).toMatch(
      /; the verdict is the sandbox's alone: jest is not installed in its node_modules$/,
    );
  });

  it('where the sandbox ran no test', () => {
    const { candidate: one, verification: seen } = green('1');
    const byCommand = { candidate: one, verification: seen && { ...seen, trust: 'command' as const } };
    expect(playing({}, byCommand).effect).toMatchObject({ type: 'break', tree: '1'.repeat(64) });
  });

  it('where tests were red by a wrong type: they run what is broken, and a compiler alone runs nothing', () => {
    const after = (passed: number) => {
      const red = failing(
        failedCheck({ errorName: 'TypeError', message: "can only concatenate str (not 'int')" }),
      );
      const { candidate: one, verification: seen } = green('1');
      const won = { candidate: one, verification: seen && { ...seen, passed, trust: 'command' as const } };
      const given = start({ verification: { commands: [{ command: 'tsc --noEmit && pytest' }] } });
      return play(given, [baseline(red), wonBy(won)]).effect;
    };
    expect(after(5)).toMatchObject({ type: 'break', tree: '1'.repeat(64) });
    expect(after(1)).toEqual(delivers('1'.repeat(64)));
  });

  it('about a winner that is not green', () => {
    const better = failing(undefined, { tree: asTree('1'.repeat(64)), passed: 6, comparison });
    const { effect } = playing({}, { candidate: candidate('1'), verification: better });
    expect(effect).toMatchObject({ type: 'propose', evidence: { round: 2 } });
  });

  it('about files that pass already', () => {
    const passing = baseline(verification({ tree: base, ownRunner: {} }));
    expect(play(start(), [passing]).effect).toEqual({ type: 'finish' });
  });
});

describe('a request that was carried out', () => {
  const executed: HealEvent = {
    type: 'executed',
    tree: asTree('1'.repeat(64)),
    changedFiles: ['src/sum.ts'],
    summary: 'Adds.',
    usage: { modelCalls: 1, inputTokens: 1, outputTokens: 1 },
  };
  const verified: HealEvent = {
    type: 'verified',
    verification: verification({ tree: asTree('1'.repeat(64)), comparison }),
  };
  const asked = () =>
    play(start({ request: 'Make add add', generateTests: false }, true), [AT_HAND, executed, verified]);

  it('is shown to the project’s own runner too', () => {
    expect(asked().effect).toMatchObject({ type: 'confirm', tree: '1'.repeat(64) });
    expect(resultOf(play(asked(), [AGREES]))).toMatchObject({
      status: 'completed',
      confirmedBy: 'jest 30.5.2',
    });
  });

  it('is repaired where that disagrees', () => {
    const { effect, state } = play(asked(), [DISAGREES]);
    expect(effect).toMatchObject({ type: 'propose', evidence: { round: 1 } });
    expect(state.facts.verification).toMatchObject({ success: false, failed: 2 });
  });
});

it('a change that is green by chance is not chosen, and the choice says so', () => {
  const chance = { runs: 10, green: 6, where: 'Math.random, src/sum.ts:1', near: true };
  const lucky = failing(undefined, {
    tree: asTree('1'.repeat(64)),
    chance,
    comparison: { ...comparison, fixed: 0 },
  });
  const { state } = play(start({ maxAttempts: 1 }), [
    AT_HAND,
    round({ candidates: [{ candidate: candidate('1'), verification: lucky }] }),
  ]);
  expect(state.facts.record.choices[0]?.considered[0]?.outcome).toMatch(/^passes by chance: 6 of 10 runs/);
  expect(state.facts.record.choices[0]?.reason).toContain(
    'rank 1 is not taken: passes by chance: 6 of 10 runs',
  );
});
