import type { HealEvent } from '../../../../src/domain/heal/state';
import { base, baseline, noUsage, play, resultOf, round, start, won } from '../../../support/healing-machine';
import { failedCheck, failing, verification } from '../../../support/verifications';

const OUT: HealEvent = { type: 'out-of-time' };
const LIMIT = { timeLimitMs: 90_000 };

const REPAIRED = 'd'.repeat(64);
const mended = () =>
  won(
    'd',
    verification({ tree: REPAIRED, comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } }),
  );

describe('a run at its time limit', () => {
  it('fails where nothing was repaired yet, and says how to go on', () => {
    const { state, effect } = play(start(LIMIT), [baseline(), OUT]);
    expect(effect).toEqual({ type: 'finish' });
    const result = resultOf(state);
    expect(result).toMatchObject({ status: 'failed', tree: base });
    expect(result.finalError).toBe('The run has worked for its time limit of 90s and ends with what it has.');
    expect(result.failureReport).toContain('kintsugi fork heal-1 --time-limit 3m');
  });

  it('keeps what a partial repair has reached', () => {
    const partial = failing(failedCheck(), {
      comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] },
    });
    const { state } = play(start(LIMIT), [baseline(), won('d', partial), OUT]);
    expect(resultOf(state)).toMatchObject({ status: 'failed_after_repair', tree: REPAIRED });
  });

  it('fails while the checks have not ended once', () => {
    expect(resultOf(play(start(LIMIT), [OUT]).state)).toMatchObject({ status: 'failed' });
  });

  it('is no success where the request was not carried out, though all checks pass', () => {
    const given = start({ ...LIMIT, request: 'round half up' }, true);
    const { state } = play(given, [baseline(verification()), OUT]);
    expect(resultOf(state)).toMatchObject({ status: 'failed', tree: base });
  });

  it('is a success where a repair was green and only tests for it were still to be written', () => {
    const given = start({ ...LIMIT, generateTests: true }, true);
    const green = play(given, [baseline(), mended()]);
    expect(green.effect).toMatchObject({ type: 'generate-tests' });
    expect(resultOf(play(green, [OUT]).state)).toMatchObject({ status: 'recovered', tree: REPAIRED });
  });

  it('leaves out tests that were written and not tried', () => {
    const given = start({ ...LIMIT, generateTests: true }, true);
    const written: HealEvent = {
      type: 'tests-generated',
      tree: 'e'.repeat(64),
      files: ['src/sum.generated.test.ts'],
      note: '',
      usage: noUsage,
    };
    const { state, effect } = play(given, [baseline(), mended(), written, OUT]);
    expect(effect).toEqual({ type: 'finish' });
    expect(state).toMatchObject({
      status: 'recovered',
      verification: { generated: { failedFiles: ['src/sum.generated.test.ts'] } },
    });
  });

  it('ends as it does without a limit where it was not reached', () => {
    const { state } = play(start(LIMIT), [baseline(), round(), round(), round()]);
    expect(resultOf(state).failureReport).not.toContain('--time-limit');
  });
});
