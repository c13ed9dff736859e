import { outcomeOf } from '../../../../src/domain/heal/delivery-words';
import { HealOutcome } from '../../../../src/domain/heal/outcomes';
import { Delivery } from '../../../../src/domain/heal/result';
import { isFailure, outcomeText } from '../../../../src/domain/run/outcomes';
import { RollbackResult } from '../../../../src/domain/run/rollback';

const RAW = /_|planned|denied|expired|unpublished|incomplete|recovered|completed/;
const DELIVERIES = Delivery.options.map(({ shape }) => shape.status.value);

describe('the end of a run in words', () => {
  it.each(HealOutcome.options.flatMap((status) => DELIVERIES.map((delivery) => [status, delivery] as const)))(
    'of a %s run with a delivery that is %s is no raw value',
    (status, delivery) => {
      expect(outcomeText('heal', outcomeOf(status, { status: delivery }))).not.toMatch(RAW);
    },
  );

  it.each(RollbackResult.shape.status.options)('of a rollback that is %s is no raw value', (status) => {
    expect(outcomeText('rollback', status)).not.toMatch(RAW);
  });

  it.each([
    ['recovered', 'published', 'healed', false],
    ['recovered', 'rejected', 'not published: rejected', false],
    ['recovered', 'conflict', 'not published: conflict', true],
    ['failed_after_repair', 'nothing-to-publish', 'not healed', true],
    ['completed', 'nothing-to-publish', 'done', false],
  ] as const)('of %s and %s is "%s"', (status, delivery, text, failed) => {
    const outcome = outcomeOf(status, { status: delivery });
    expect(outcomeText('heal', outcome)).toBe(text);
    expect(isFailure('heal', outcome)).toBe(failed);
  });
});
