import type { BudgetReport } from '../../../../src/domain/run/budget-report';
import { baseline, begin, play, resultOf, round } from '../../../support/healing-machine';

const start = (budget: object, unpricedModels?: string[]) =>
  begin({ budget, maxAttempts: 1 }, { modelConfigured: true, unpricedModels });

describe('a run with a budget', () => {
  it('of money is refused where a model has no price', () => {
    const end = start({ usd: 1 }, ['dear', 'mine']);
    expect(end.effect).toEqual({ type: 'finish' });
    expect(resultOf(end).badInput).toContain('needs a price for dear, mine');
  });

  it.each([
    [{ tokens: 5 }, ['dear']],
    [{ usd: 1 }, []],
    [{ usd: 1 }, undefined],
  ])('%j begins where %j have none', (budget, unpriced) => {
    expect(start(budget, unpriced).effect).toMatchObject({ type: 'verify' });
  });

  it('says in its report that the budget ended, and how to go on', () => {
    const end = play(start({ tokens: 500 }), [baseline(), round({ note: '' })]);
    const none = { tokens: 0, microUsd: 0 };
    const report: BudgetReport = {
      limit: { tokens: 500 },
      spent: { ...none, tokens: 400 },
      reserved: none,
      skipped: [{ what: 'look for repair 1', missing: { ...none, tokens: 900 } }],
    };
    const ended = resultOf(end, { budget: report });
    expect(ended).toMatchObject({ status: 'failed_after_repair', budget: report });
    expect(ended.failureReport).toContain(
      'the budget ended (400 of 500 tokens): go on from here with a larger one: kintsugi fork heal-1 --budget-tokens 1400',
    );
    expect(ended.notes?.[0]).toContain('nobody topped it up in time');
    expect(resultOf(end, { budget: { ...report, skipped: [] } }).notes).toBeUndefined();
  });
});
