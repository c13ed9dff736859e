import { healMachine } from '../../../src/domain/heal/machine';
import { HealResult } from '../../../src/domain/heal/result';
import fc from '../../support/fast-check';
import { base, carried, deliveryOf } from '../../support/healing-machine';
import { anyRun, resultOf, type Machine } from '../../support/wander-heal';

describe('whatever comes of its effects, the healing machine', () => {
  it('comes to an end with a result of its schema, and never throws', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const result = resultOf(run);
        expect(HealResult.safeParse(result).error).toBeUndefined();
        expect(result.checkpoints.at(0)?.snapshot.tree).toBe(base);
        const last = result.delivery.status === 'partial' ? result.delivery.tree : result.tree;
        expect(result.checkpoints.at(-1)?.snapshot.tree).toBe(last);
      }),
      { numRuns: 400 },
    );
  });

  it('decides the same from a state that JSON has carried', () => {
    fc.assert(
      fc.property(anyRun, ({ moves, end }) => {
        let state = carried(moves[0]?.from as Machine);
        let effect: unknown;
        for (const { event } of moves)
          ({ state, effect } = healMachine.decide(carried(state), carried(event)));
        expect(JSON.stringify(effect)).toBe(JSON.stringify(end.effect));
        expect(carried(state)).toStrictEqual(carried(end.state));
      }),
      { numRuns: 200 },
    );
  });

  it('publishes only what was approved, or what the level lets pass, and a dry run nothing', () => {
    fc.assert(
      fc.property(anyRun, ({ moves }) => {
        moves.forEach(({ effect }, index) => {
          if (effect.type !== 'publish') return;
          const { input } = (moves[0]?.from as Machine).facts;
          expect(effect.dryRun).toBe(input.dryRun ?? false);
          expect(effect.closing ?? false).toBe(!effect.dryRun);
          if (effect.dryRun) return;
          const asked = moves.slice(0, index).findLast((move) => move.effect.type === 'ask');
          expect(asked?.effect).toMatchObject({ question: { kind: 'publish' } });
          expect(asked?.event).toMatchObject({ answer: { status: 'granted' } });
        });
      }),
      { numRuns: 200 },
    );
  });

  it('calls nothing a success that is not green', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { verification: last, input } = run.end.state.facts;
        const { status } = deliveryOf(run.end).end;
        if ((status !== 'completed' && status !== 'recovered') || input.taskType === 'chat_reply') return;
        expect(last?.success).toBe(true);
        expect(last?.comparison?.broken ?? 0).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('forgets no call of a model that was paid for', () => {
    fc.assert(
      fc.property(anyRun, ({ moves, end }) => {
        const bought = moves.reduce((sum, { event }) => {
          if (event.type === 'proposed')
            return sum + event.proposals.reduce((calls, { usage }) => calls + usage.modelCalls, 0);
          if (event.type === 'thought') return sum + event.turn.usage.modelCalls;
          return 'usage' in event ? sum + event.usage.modelCalls : sum;
        }, 0);
        expect(end.state.facts.usage.modelCalls).toBe(bought);
      }),
      { numRuns: 200 },
    );
  });
});
