import { decide, startHealing } from '../../../../src/domain/heal/decide';
import { HealInput } from '../../../../src/domain/heal/input';
import { healResult } from '../../../../src/domain/heal/outcome';
import { HealResult } from '../../../../src/domain/heal/result';
import type { HealState } from '../../../../src/domain/heal/state';
import type { BudgetReport } from '../../../../src/domain/run/budget-report';
import { directory, healFacts, round } from '../../../support/healing-machine';
import { failing } from '../../../support/verifications';

function start(budget: object, unpricedModels?: string[]) {
  const input = HealInput.parse({ directory, budget, maxAttempts: 1 });
  return startHealing(input, healFacts({ modelConfigured: true, unpricedModels }));
}

function resultOf(state: HealState, budget?: BudgetReport): HealResult {
  const times = { importMs: 0, baselineMs: 0, executeMs: 0, testGenerationMs: 0, repairMs: [] };
  return HealResult.parse(
    healResult(state, {
      delivery: { status: 'nothing-to-publish' },
      quarantinedTests: [],
      timings: { ...times, waitingMs: 0, workMs: 0 },
      budget,
    }),
  );
}

describe('a run with a budget', () => {
  it('of money is refused where a model has no price', () => {
    const { state, effect } = start({ usd: 1 }, ['dear', 'mine']);
    expect(effect).toEqual({ type: 'finish' });
    expect(resultOf(state).badInput).toContain('needs a price for dear, mine');
  });

  it.each([
    [{ tokens: 5 }, ['dear']],
    [{ usd: 1 }, []],
    [{ usd: 1 }, undefined],
  ])('%j begins where %j have none', (budget, unpriced) => {
    expect(start(budget, unpriced).effect).toMatchObject({ type: 'verify' });
  });

  it('says in its report that the budget ended, and how to go on', () => {
    let step = decide(start({ tokens: 500 }).state, {
      type: 'verified',
      baseline: true,
      verification: failing(),
    });
    step = decide(step.state, round({ notes: [] }));
    const none = { tokens: 0, microUsd: 0 };
    const report: BudgetReport = {
      limit: { tokens: 500 },
      spent: { ...none, tokens: 400 },
      reserved: none,
      skipped: [{ what: 'look for repair 1', missing: { ...none, tokens: 900 } }],
    };
    const ended = resultOf(step.state, report);
    expect(ended).toMatchObject({ status: 'failed_after_repair', budget: report });
    expect(ended.failureReport).toContain(
      'the budget ended (400 of 500 tokens): go on from here with a larger one: kintsugi fork heal-1 --budget-tokens 1400',
    );
    expect(ended.notes?.[0]).toContain('nobody topped it up in time');
    expect(resultOf(step.state, { ...report, skipped: [] }).notes).toBeUndefined();
  });
});
