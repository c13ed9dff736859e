import { afterEvent, openLedger } from '../../../../src/domain/run/budget';
import {
  amountText,
  budgetSentence,
  decimalUsd,
  reportBudget,
  standText,
  topUpCommand,
  topUpJson,
  usageText,
  usdText,
} from '../../../../src/domain/run/budget-report';

describe('money as text', () => {
  it.each([
    [0, '0.00'],
    [1, '0.000001'],
    [31_200, '0.0312'],
    [500_000, '0.50'],
    [12_000_000, '12.00'],
    [1_234_567_890, '1234.56789'],
  ])('%d micro-USD are %s', (micro, text) => {
    expect(decimalUsd(micro)).toBe(text);
    expect(Math.round(Number(decimalUsd(micro)) * 1e6)).toBe(micro);
  });

  it('has thousands for people', () => {
    expect(usdText(1_234_567_890)).toBe('$1,234.56789');
    expect(amountText({ tokens: 1_234_567, microUsd: 20_000 })).toBe('1,234,567 tokens and $0.02');
    expect(amountText({ tokens: 1 })).toBe('1 token');
  });
});

describe('a report', () => {
  const ledger = afterEvent(openLedger({ tokens: 20_000, usd: 0.1 }), {
    type: 'settle',
    call: 'a',
    used: { tokens: 12_000, microUsd: 30_000 },
  });
  const missing = { tokens: 8_500, microUsd: 5_000 };

  it('says what is spent of what', () => {
    expect(standText(reportBudget(ledger, { skipped: [] }))).toBe(
      '12,000 of 20,000 tokens and $0.03 of $0.10',
    );
  });

  it('gives the command, and the object, that answer it', () => {
    expect(topUpCommand('heal-1', missing)).toBe('kintsugi topup heal-1 --tokens 8500 --usd 0.005');
    expect(JSON.parse(topUpJson(missing))).toEqual({ tokens: 8_500, usd: 0.005 });
    expect(topUpCommand('heal-1', { tokens: 0, microUsd: 10 })).toBe('kintsugi topup heal-1 --usd 0.00001');
  });

  it('says that the budget ended and how to go on', () => {
    expect(budgetSentence('heal-1', reportBudget(ledger, { skipped: [] }), 'en')).toBeUndefined();
    const skipped = [{ what: 'look for repair 2', missing }];
    const sentence = budgetSentence('heal-1', reportBudget(ledger, { skipped }), 'en');
    expect(sentence).toContain('does not allow to look for repair 2');
    expect(sentence).toContain('12,000 of 20,000 tokens and $0.03 of $0.10 are spent');
    expect(sentence).toContain('kintsugi fork heal-1 --budget-tokens 28500 --budget-usd 0.105');
  });

  it('names the models without a price', () => {
    const skipped = [
      { what: 'look for repair 2', missing: { tokens: 0, microUsd: 0 }, unpricedModels: ['m'] },
    ];
    expect(budgetSentence('heal-1', reportBudget(ledger, { skipped }), 'en')).toContain('a price for m');
  });
});

describe('a usage as text', () => {
  const usage = { modelCalls: 2, inputTokens: 4_100, outputTokens: 412 };
  it.each([
    [usage, '2 model calls, 4,100 tokens in, 412 out'],
    [{ ...usage, models: ['m', 'n'] }, '2 model calls of m, n, 4,100 tokens in, 412 out'],
    [{ ...usage, lostCalls: 1 }, '2 model calls (1 without a reply), 4,100 tokens in, 412 out'],
    [{ ...usage, costMicroUsd: 31_200 }, '2 model calls, 4,100 tokens in, 412 out, $0.0312'],
    [
      { ...usage, unpricedModels: ['m'] },
      '2 model calls, 4,100 tokens in, 412 out, cost unknown: no price for m',
    ],
    [
      { ...usage, modelCalls: 1, costMicroUsd: 10_000, unpricedModels: ['m'] },
      '1 model call, 4,100 tokens in, 412 out, $0.01 and a part unknown: no price for m',
    ],
    [{ modelCalls: 0, inputTokens: 0, outputTokens: 0 }, undefined],
  ])('%#', (given, text) => {
    expect(usageText(given)).toBe(text);
  });
});
