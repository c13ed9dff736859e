import { outcomeOf } from '../../../../src/domain/heal/delivery';
import { HealOutcome, Delivery } from '../../../../src/domain/heal/result';
import {
  failedOutcomes,
  hasFailed,
  isFailure,
  outcomeText,
  standingText,
} from '../../../../src/domain/run/outcomes';
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
    ['recovered', 'suggested', 'suggested, not published', false],
    ['completed', 'nothing-to-publish', 'done', false],
  ] as const)('of %s and %s is "%s"', (status, delivery, text, failed) => {
    const outcome = outcomeOf(status, { status: delivery });
    expect(outcomeText('heal', outcome)).toBe(text);
    expect(isFailure('heal', outcome)).toBe(failed);
  });

  it.each([
    ['completed', 'done'],
    ['recovered', 'done'],
    ['failed', 'not done'],
    ['failed_after_repair', 'not done'],
  ] as const)('of a request that is %s does not speak of healing', (status, text) => {
    expect(outcomeText('heal', outcomeOf(status, { status: 'nothing-to-publish' }, 'add a page'))).toBe(text);
  });

  it.each(['heal', 'goal', 'codingAgent', 'session', 'rollback'])(
    'of a run of %s that the server ended is the same for every kind',
    (kind) => {
      const said = ['FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT'].map((execution) =>
        standingText({ kind, execution, phase: 'repairing' }),
      );
      expect(said).toEqual(['broken off', 'cancelled', 'terminated', 'out of time']);
      expect(hasFailed({ kind, execution: 'FAILED' })).toBe(true);
      expect(hasFailed({ kind, execution: 'CANCELLED' })).toBe(false);
    },
  );

  it.each([
    ['done', 'done', false],
    ['lacking', 'done in part: something is missing', false],
    ['failed', 'failed', true],
    ['rejected', 'not changed: rejected', false],
    ['conflict', 'not changed: conflict', true],
    ['refused', 'not possible', true],
    ['rewound', 'taken back', false],
  ])('of a turn that is %s says what came of it: "%s"', (status, text, failed) => {
    expect(outcomeText('turn', status)).toBe(text);
    expect(isFailure('turn', status)).toBe(failed);
  });

  it.each([
    ['PAUSED', 'paused'],
    ['UNKNOWN', 'unknown'],
    ['CONTINUED_AS_NEW', 'continued as new'],
  ])('is not told of a run that the server calls %s', (execution, text) => {
    expect(standingText({ kind: 'heal', execution, outcome: 'recovered' })).toBe(text);
    expect(standingText({ kind: 'heal', execution: 'COMPLETED', outcome: 'recovered' })).toBe('healed');
    expect(standingText({ kind: 'heal', execution: 'COMPLETED' })).toBe('done');
  });

  it('counts a goal whose steps were taken back among those that failed', () => {
    expect(failedOutcomes()).toEqual(
      expect.arrayContaining(['taken back', 'not published: conflict', 'broken off']),
    );
    expect(failedOutcomes()).not.toContain('published in part');
  });
});

describe('a run that goes on', () => {
  it.each([
    ['awaiting-approval', 'waiting for approval'],
    ['waiting-for-host', 'waiting for a worker'],
    ['waiting-for-model', 'waiting for a model'],
    ['calling-tools', 'calling tools'],
    [undefined, 'running'],
  ])('in the phase %s is "%s"', (phase, text) => {
    expect(standingText({ kind: 'heal', execution: 'RUNNING', phase })).toBe(text);
  });
});
