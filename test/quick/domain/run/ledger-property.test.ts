import fc from '../../../support/fast-check';
import {
  afterEvent,
  amountOf,
  missingFor,
  openLedger,
  reservedOf,
  spentOf,
  type Amount,
  type Ledger,
  type LedgerEvent,
  addUsage,
  NO_USAGE,
} from '../../../../src/domain/run/budget';

const CALLS = ['a', 'b', 'c', 'd', 'e', 'f'];
const amount = fc.record({ tokens: fc.nat(400), microUsd: fc.nat(400) });
const limit = fc.record({
  tokens: fc.option(fc.integer({ min: 1, max: 1_500 }), { nil: undefined }),
  microUsd: fc.nat(1_500),
});
const open = (given: { tokens?: number; microUsd: number }): Ledger => ({
  ...openLedger({ tokens: given.tokens }),
  limit: given,
});

/** Acts of runs: calls that are reserved, tried again, settled or given up, in any order, several at once. */
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      call: fc.constantFrom(...CALLS),
      estimate: amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      call: fc.constantFrom(...CALLS),
      part: fc.nat(100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('release' as const), call: fc.constantFrom(...CALLS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('top-up' as const), by: amount }) },
);

const within = (ledger: Ledger, over: Amount): boolean => {
  const { limit: most } = ledger;
  const [spent, reserved] = [spentOf(ledger), reservedOf(ledger)];
  return (
    (most.tokens === undefined || spent.tokens + reserved.tokens <= most.tokens + over.tokens) &&
    (most.microUsd === undefined || spent.microUsd + reserved.microUsd <= most.microUsd + over.microUsd)
  );
};

describe('a ledger', () => {
  it('never allows more than its limit, beyond what calls took more than they had reserved', () => {
    fc.assert(
      fc.property(limit, fc.array(act, { maxLength: 60 }), fc.boolean(), (most, acts, frugal) => {
        let ledger = open(most);
        const over = { tokens: 0, microUsd: 0 };
        for (const one of acts) {
          if (one.do === 'reserve') {
            const missing = missingFor(ledger, one.call, one.estimate);
            const before = ledger;
            ledger = afterEvent(ledger, { type: 'reserve', call: one.call, estimate: one.estimate });
            if (missing) expect(ledger).toBe(before);
          } else if (one.do === 'settle') {
            const { reserved } = ledger.entries[one.call] ?? {};
            // Only a call that was allowed spends.
            if (!reserved) continue;
            const share = (frugal ? one.part : one.part * 2) / 100;
            const used = {
              tokens: Math.floor(reserved.tokens * share),
              microUsd: Math.floor(reserved.microUsd * share),
            };
            over.tokens += Math.max(0, used.tokens - reserved.tokens);
            over.microUsd += Math.max(0, used.microUsd - reserved.microUsd);
            ledger = afterEvent(ledger, { type: 'settle', call: one.call, used });
          } else if (one.do === 'release') {
            ledger = afterEvent(ledger, { type: 'release', call: one.call });
          } else ledger = afterEvent(ledger, { type: 'top-up', ...one.by });
          expect(within(ledger, over)).toBe(true);
        }
        if (frugal) expect(over).toEqual({ tokens: 0, microUsd: 0 });
      }),
    );
  });

  it('has spent the sum of the usages that were settled', () => {
    const usage = fc.record({
      modelCalls: fc.integer({ min: 1, max: 4 }),
      inputTokens: fc.nat(1e6),
      outputTokens: fc.nat(1e6),
      costMicroUsd: fc.option(fc.nat(1e9), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...CALLS), usage), { selector: ([call]) => call }),
        (settled) => {
          const ledger = settled.reduce(
            (before, [call, used]) => afterEvent(before, { type: 'settle', call, used: amountOf(used) }),
            openLedger({ tokens: 1 }),
          );
          expect(spentOf(ledger)).toEqual(
            amountOf(settled.reduce((sum, [, used]) => addUsage(sum, used), NO_USAGE)),
          );
        },
      ),
    );
  });

  it('is the same in whatever order calls end, are told of again, and top-ups come', () => {
    const ends = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('settle' as const), call: fc.constantFrom(...CALLS), used: amount }),
        fc.record({ type: fc.constant('release' as const), call: fc.constantFrom(...CALLS) }),
        fc.record({ type: fc.constant('top-up' as const), tokens: fc.nat(50), microUsd: fc.nat(50) }),
      ),
      { maxLength: 14 },
    );
    const shuffled = ends.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const started = CALLS.slice(0, 4).reduce(
          (before, call) =>
            afterEvent(before, { type: 'reserve', call, estimate: { tokens: 10, microUsd: 10 } }),
          openLedger({ tokens: 1_000, usd: 1 }),
        );
        const result = (events: readonly LedgerEvent[]) => events.reduce(afterEvent, started);
        expect(result(other)).toEqual(result(one));
      }),
    );
  });

  it('reserves for a retried call once', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 5 }), (estimate, tries) => {
        const once = afterEvent(openLedger({ tokens: 500, usd: 1 }), {
          type: 'reserve',
          call: 'a',
          estimate,
        });
        let again = once;
        for (let count = 0; count < tries; count += 1)
          again = afterEvent(again, { type: 'reserve', call: 'a', estimate });
        expect(again).toEqual(once);
      }),
    );
  });
});
