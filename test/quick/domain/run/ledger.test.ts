import {
  afterEvent,
  amountOf,
  Budget,
  hasOpenReservation,
  microOf,
  missingFor,
  openLedger,
  refuseTopUp,
  reservedOf,
  restOf,
  settledLedger,
  spentOf,
  TopUp,
  type Ledger,
  type LedgerEvent,
} from '../../../../src/domain/run/budget';

const tokens = (amount: number) => ({ tokens: amount, microUsd: 0 });
const after = (ledger: Ledger, ...events: LedgerEvent[]) => events.reduce(afterEvent, ledger);
const reserve = (call: string, amount: number): LedgerEvent => ({
  type: 'reserve',
  call,
  estimate: tokens(amount),
});
const settle = (call: string, amount: number): LedgerEvent => ({
  type: 'settle',
  call,
  used: tokens(amount),
});

describe('a ledger', () => {
  const empty = openLedger({ tokens: 1_000 });

  it('leaves to a run of its own what is neither spent nor reserved, with what was topped up', () => {
    const ledger = after(empty, settle('a', 300), reserve('b', 200), { type: 'top-up', tokens: 50 });
    expect(restOf(ledger)).toEqual({ tokens: 550 });
    expect(restOf(after(empty, settle('a', 2_000)))).toEqual({ tokens: 1 });
    expect(restOf(openLedger({ usd: 0.5 }))).toEqual({ usd: 0.5 });
  });

  it('counts what parallel calls have reserved', () => {
    const ledger = after(empty, reserve('a', 600));
    expect(missingFor(ledger, 'b', tokens(500))).toEqual(tokens(100));
    expect(missingFor(ledger, 'b', tokens(400))).toBeUndefined();
    expect(hasOpenReservation(ledger)).toBe(true);
  });

  it('gives nothing to a call that does not fit', () => {
    const ledger = after(empty, reserve('a', 600), reserve('b', 500));
    expect(reservedOf(ledger)).toEqual(tokens(600));
    expect(ledger.entries['b']).toBeUndefined();
  });

  it('reserves for a call once, however often it is tried', () => {
    const ledger = after(empty, reserve('a', 600), reserve('a', 600), reserve('a', 900));
    expect(reservedOf(ledger)).toEqual(tokens(600));
    const settled = after(ledger, settle('a', 200), reserve('a', 600));
    expect(missingFor(settled, 'a', tokens(5_000))).toBeUndefined();
    expect(reservedOf(settled)).toEqual(tokens(0));
  });

  it('settles with what was used, and a call that is told of twice once', () => {
    const ledger = after(empty, reserve('a', 600), settle('a', 200), settle('a', 200));
    expect(spentOf(ledger)).toEqual(tokens(200));
    expect(hasOpenReservation(ledger)).toBe(false);
    expect(missingFor(ledger, 'b', tokens(800))).toBeUndefined();
    expect(missingFor(ledger, 'b', tokens(801))).toEqual(tokens(1));
  });

  it('releases what was given up, and only that', () => {
    const ledger = after(empty, reserve('a', 600), reserve('b', 300), { type: 'release', call: 'a' });
    expect(reservedOf(ledger)).toEqual(tokens(300));
    const settled = after(ledger, settle('b', 100), { type: 'release', call: 'b' });
    expect(spentOf(settled)).toEqual(tokens(100));
  });

  it('shows what took more than was reserved, and stops the next call', () => {
    const ledger = after(empty, reserve('a', 600), settle('a', 1_500));
    expect(spentOf(ledger)).toEqual(tokens(1_500));
    expect(missingFor(ledger, 'b', tokens(100))).toEqual(tokens(600));
    expect(missingFor(ledger, 'free', tokens(0))).toBeUndefined();
  });

  it('is topped up in what it limits', () => {
    const ledger = after(empty, reserve('a', 900), { type: 'top-up', tokens: 500, microUsd: 7 });
    expect(ledger.limit).toEqual({ tokens: 1_500, microUsd: undefined });
    expect(missingFor(ledger, 'b', tokens(600))).toBeUndefined();
  });

  it('keeps to both limits', () => {
    const both = openLedger({ tokens: 1_000, usd: 0.5 });
    expect(both.limit).toEqual({ tokens: 1_000, microUsd: 500_000 });
    expect(missingFor(both, 'a', { tokens: 10, microUsd: 500_001 })).toEqual({ tokens: 0, microUsd: 1 });
    expect(missingFor(both, 'a', { tokens: 1_001, microUsd: 1 })).toEqual({ tokens: 1, microUsd: 0 });
  });

  it('survives JSON', () => {
    const ledger = after(empty, reserve('a', 600), settle('b', 100));
    expect(after(JSON.parse(JSON.stringify(ledger)) as Ledger, reserve('c', 301))).toEqual(ledger);
  });
});

describe('a ledger between two effects', () => {
  const paid = after(openLedger({ tokens: 1_000 }), reserve('a', 600), settle('a', 200), settle('b', 50));

  it('keeps one sum of what ended calls have spent', () => {
    const settled = settledLedger(paid);
    expect(settled).toEqual({ limit: paid.limit, settled: tokens(250), entries: {} });
    expect(spentOf(settled)).toEqual(spentOf(paid));
    expect(settledLedger(settled)).toEqual(settled);
  });

  it('has as much left as before', () => {
    const settled = settledLedger(paid);
    expect(missingFor(settled, 'c', tokens(751))).toEqual(missingFor(paid, 'c', tokens(751)));
    expect(missingFor(settled, 'c', tokens(750))).toBeUndefined();
    expect(spentOf(after(settled, reserve('c', 700), settle('c', 10)))).toEqual(tokens(260));
  });

  it('is left as it is while a call goes on, whose retry finds its reservation', () => {
    const open = after(paid, reserve('c', 300));
    expect(settledLedger(open)).toBe(open);
  });
});

describe('an amount', () => {
  it('counts input and output, and money as far as it is known', () => {
    const usage = { modelCalls: 1, inputTokens: 70, outputTokens: 30 };
    expect(amountOf(usage)).toEqual(tokens(100));
    expect(amountOf({ ...usage, costMicroUsd: 12 })).toEqual({ tokens: 100, microUsd: 12 });
  });

  it('takes what was reserved for calls whose cost nobody knows', () => {
    const usage = { modelCalls: 2, inputTokens: 1, outputTokens: 1, costMicroUsd: 5, unpricedModels: ['m'] };
    expect(amountOf(usage, { tokens: 9, microUsd: 80 }).microUsd).toBe(80);
    expect(amountOf(usage, { tokens: 9, microUsd: 3 }).microUsd).toBe(5);
  });

  it('has no drift', () => {
    let ledger = openLedger({ usd: 1 });
    for (let number = 0; number < 10; number += 1)
      ledger = afterEvent(ledger, {
        type: 'settle',
        call: String(number),
        used: { tokens: 0, microUsd: microOf(0.1) },
      });
    expect(spentOf(ledger).microUsd).toBe(1_000_000);
    expect(missingFor(ledger, 'next', { tokens: 0, microUsd: 1 })).toEqual({ tokens: 0, microUsd: 1 });
  });
});

describe('a budget', () => {
  it.each([
    [{}, 'give tokens, usd, or both'],
    [{ tokens: 0 }, 'Too small'],
    [{ tokens: 1.5 }, 'expected int'],
    [{ usd: 0 }, 'Too small'],
    [{ tokens: 1, topUpDeadlineMs: 0 }, 'Too small'],
  ])('is refused: %j', (given, reason) => {
    expect(Budget.safeParse(given).error?.issues[0]?.message).toContain(reason);
  });

  it('waits a day for a top-up by default', () => {
    expect(Budget.parse({ usd: 0.5 })).toEqual({ usd: 0.5, topUpDeadlineMs: 86_400_000 });
  });

  it.each([
    [undefined, { tokens: 1 }, 'has no budget'],
    [{ usd: 1 }, { tokens: 1 }, 'top it up in USD'],
    [{ tokens: 1 }, { usd: 1 }, 'top it up in tokens'],
    [{ tokens: 1, usd: 1 }, { tokens: 1, usd: 1 }, undefined],
  ])('%j is topped up by %j: refused for %s', (budget, given, reason) => {
    const sentence = refuseTopUp(budget && openLedger(budget), TopUp.parse(given));
    if (reason === undefined) expect(sentence).toBeUndefined();
    else expect(sentence).toContain(reason);
  });

  it.each([{}, { tokens: -1 }, { usd: 0 }, { tokens: '5' }, { by: 'Ada' }])('takes no top-up %j', (given) => {
    expect(TopUp.safeParse(given).success).toBe(false);
  });
});
