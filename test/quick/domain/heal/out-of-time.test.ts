import { boughtBy } from '../../../../src/domain/heal/facts';
import { addUsage } from '../../../../src/domain/run/budget';
import type { HealEvent } from '../../../../src/domain/heal/effects';
import { asTree } from '../../../support/hashes';
import {
  AT,
  base,
  baseline,
  begin,
  better,
  LEFT_OUT,
  noUsage,
  play,
  proposal,
  resultOf,
  round,
  start,
  won,
  type PlayedEvent,
} from '../../../support/healing-machine';
import { candidate, verification } from '../../../support/verifications';

const OUT: PlayedEvent = { type: 'out-of-time' };
const PAID = { modelCalls: 2, inputTokens: 70, outputTokens: 30 };
const LIMIT = { timeLimitMs: 90_000 };

const REPAIRED = asTree('d'.repeat(64));

describe('a run at its time limit', () => {
  it('fails where nothing was repaired yet, and says how to go on', () => {
    const end = play(start(LIMIT), [baseline(), OUT]);
    expect(end.effect).toEqual({ type: 'finish' });
    const result = resultOf(end);
    expect(result).toMatchObject({ status: 'failed', tree: base });
    expect(result.finalError).toBe('The run has worked for its time limit of 90s and ends with what it has.');
    expect(result.failureReport).toContain('kintsugi fork heal-1 --time-limit 3m');
  });

  it('keeps what a partial repair has reached', () => {
    const end = play(start(LIMIT), [baseline(), won('d', better()), OUT]);
    expect(resultOf(end)).toMatchObject({ status: 'failed_after_repair', tree: REPAIRED });
  });

  it('fails while the checks have not ended once', () => {
    expect(resultOf(play(start(LIMIT), [OUT]))).toMatchObject({ status: 'failed' });
  });

  it('is no success where the request was not carried out, though all checks pass', () => {
    const given = start({ ...LIMIT, request: 'round half up' }, true);
    const end = play(given, [baseline(verification()), OUT]);
    expect(resultOf(end)).toMatchObject({ status: 'failed', tree: base });
  });

  it('is a success where a repair was green and only tests for it were still to be written', () => {
    const given = start({ ...LIMIT, generateTests: true }, true);
    const green = play(given, [baseline(), won('d')]);
    expect(green.effect).toMatchObject({ type: 'generate-tests' });
    expect(resultOf(play(green, [OUT]))).toMatchObject({ status: 'recovered', tree: REPAIRED });
  });

  it('leaves out tests that were written and not tried', () => {
    const given = start({ ...LIMIT, generateTests: true }, true);
    const written: HealEvent = {
      type: 'tests-generated',
      tree: asTree('e'.repeat(64)),
      files: ['src/sum.generated.test.ts'],
      note: '',
      usage: noUsage,
    };
    const end = play(given, [baseline(), won('d'), written, OUT]);
    expect(end.effect).toMatchObject({ type: 'edit', tree: 'e'.repeat(64), label: 'quarantine' });
    expect(resultOf(end)).toMatchObject({
      status: 'recovered',
      tree: LEFT_OUT,
      quarantinedTests: ['src/sum.generated.test.ts'],
    });
    expect(end.state.facts.verification?.generated?.failedFiles).toEqual(['src/sum.generated.test.ts']);
  });

  it('keeps a green repair of which only the suggested checks were still to run', () => {
    const named = { ...candidate('d'), proposer: 'llm' as const };
    const found = {
      type: 'proposed' as const,
      proposals: [proposal({ candidates: [named], usage: PAID })],
      at: AT,
    };
    const verdict = { candidate: named, verification: verification({ tree: REPAIRED }) };
    const checking = play(begin(LIMIT, { modelConfigured: true, proposers: ['llm'] }), [
      baseline(),
      found,
      { type: 'candidates-verified', candidates: [verdict] },
    ]);
    expect(checking.effect).toMatchObject({ type: 'suggested-checks', tree: REPAIRED });
    const result = resultOf(play(checking, [OUT]));
    expect(result).toMatchObject({ status: 'recovered', tree: REPAIRED, usage: PAID });
    expect(result.repairHistory).toHaveLength(1);
  });

  it.each([
    ['at the limit', OUT],
    ['by a rollback', { type: 'rolled-back', tree: base, reason: 'rolled back' } as const],
  ])('counts what was bought by a round that is given up %s', (_, event) => {
    const found = {
      type: 'proposed' as const,
      proposals: [proposal({ candidates: [candidate('d')], usage: PAID })],
      at: AT,
    };
    const { state } = play(start(LIMIT), [baseline(), found, event]);
    expect(addUsage(state.facts.usage, boughtBy(state))).toEqual(PAID);
  });

  it('ends as it does without a limit where it was not reached', () => {
    const end = play(start(LIMIT), [baseline(), round(), round(), round()]);
    expect(resultOf(end).failureReport).not.toContain('--time-limit');
  });
});
