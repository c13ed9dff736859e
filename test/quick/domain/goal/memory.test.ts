import { boundedArgs, callText } from '../../../../src/domain/goal/call-pattern';
import { MOST_TURNS, withTurn, type ConversationTurn } from '../../../../src/domain/goal/conversation';
import {
  avoided,
  learnedRows,
  MOST_TRIES,
  withTries,
  type Tried,
} from '../../../../src/domain/goal/learning';
import fc from '../../../support/fast-check';

const NOW = '2026-02-01T00:00:00.000Z';
const time = fc.integer({ min: 0, max: 40 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
const path = fc.constantFrom('a', './a', 'a/', 'b', 'b/c.pdf', '/x/y.txt');
const args: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({ path }),
  fc.record({ path, content: fc.string({ maxLength: 400 }) }),
  fc.record({ items: fc.array(fc.oneof(path, fc.string()), { maxLength: 40 }), to: path }),
  fc.record({ items: fc.record({ fromStep: fc.integer({ min: 1, max: 9 }) }), to: path }),
);
const tried: fc.Arbitrary<Tried> = fc.record(
  {
    run: fc.constantFrom('r1', 'r2', 'r3'),
    step: fc.integer({ min: 1, max: 4 }),
    attempt: fc.integer({ min: 1, max: 3 }),
    tool: fc.constantFrom('list', 'find', 'move'),
    args,
    ok: fc.boolean(),
    reason: fc.string(),
    at: time,
  },
  { requiredKeys: ['run', 'step', 'attempt', 'tool', 'args', 'ok', 'at'] },
);
const tries = fc.array(tried, { maxLength: 30 });
const turn: fc.Arbitrary<ConversationTurn> = fc.record({
  run: fc.integer({ min: 0, max: 120 }).map(String),
  request: fc.string(),
  at: time,
  mentions: fc.constant([]),
});

describe('what is remembered', () => {
  it('is the same when tries are added twice', () => {
    fc.assert(
      fc.property(tries, tries, (known, more) => {
        const once = withTries(withTries([], known), more);
        expect(withTries(once, more)).toEqual(once);
        expect(new Set(once.map(({ run, step, attempt }) => `${run}/${step}/${attempt}`)).size).toBe(
          once.length,
        );
      }),
    );
  });

  it('is the same when tries are added twice to a memory that is full', () => {
    const full = Array.from({ length: MOST_TRIES }, (_, step): Tried => ({
      ...{ run: 'full', step, attempt: 1, tool: 'list', args: { path: `${step}` }, ok: true },
      at: new Date(Date.UTC(2026, 0, 20) + step).toISOString(),
    }));
    fc.assert(
      fc.property(tries, (more) => {
        const once = withTries(full, more);
        expect(once).toHaveLength(MOST_TRIES);
        expect(withTries(once, more)).toEqual(once);
      }),
      { numRuns: 10 },
    );
  });

  it('is the same when a turn is added twice, and never more than its bound', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 90 }), turn, (turns, last) => {
        const known = turns.reduce<ConversationTurn[]>((all, one) => withTurn(all, one), []);
        const once = withTurn(known, last);
        expect(withTurn(once, last)).toEqual(once);
        expect(once.length).toBeLessThanOrEqual(MOST_TURNS);
        expect(new Set(once.map(({ run }) => run)).size).toBe(once.length);
      }),
    );
  });

  it('has arguments that are bounded once and for all, and as equal as they were', () => {
    fc.assert(
      fc.property(args, args, (one, other) => {
        const bounded = boundedArgs(one);
        expect(boundedArgs(bounded)).toEqual(bounded);
        expect(callText('find', bounded)).toBe(callText('find', one));
        if (JSON.stringify(one) === JSON.stringify(other))
          expect(callText('find', one)).toBe(callText('find', other));
        expect(JSON.stringify(bounded).length).toBeLessThan(20_000);
      }),
    );
  });

  it('counts every try in one row, and avoids a call only where its last try failed', () => {
    fc.assert(
      fc.property(tries, (given) => {
        const known = withTries([], given);
        const rows = learnedRows(known, NOW);
        for (const { successes, failures, rate } of rows) {
          expect(successes + failures).toBeLessThanOrEqual(known.length + 1e-9);
          expect(rate).toBeCloseTo(successes / (successes + failures));
        }
        for (const { tool, args: called } of known) {
          if (avoided(rows, tool, called) === undefined) continue;
          const last = known.findLast((one) => callText(one.tool, one.args) === callText(tool, called));
          expect(last?.ok).toBe(false);
        }
      }),
    );
  });
});
