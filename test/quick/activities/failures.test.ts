import { toFailure } from '../../../src/activities/failures';
import { LIMIT_RESETS } from '../../../src/domain/error-types';
import { ModelError, type ModelFailure } from '../../../src/model';

const limited = (more: Partial<ModelFailure> = {}) =>
  new ModelError({
    type: 'ModelRateLimited',
    message: 'The model limits the rate.',
    retryable: true,
    concerns: 'model',
    ...more,
  });

test.each<[string, Partial<ModelFailure>, number, unknown[]]>([
  ['names its time', { retryAfterMs: 7_000 }, 1, [7_000]],
  ['lasts a day', { retryAfterMs: 86_400_000 }, 1, [86_400_000]],
  ['names no time and stays', {}, 6, [null]],
  ['is an outage of minutes', { type: 'ModelUnavailable', retryAfterMs: 120_000 }, 1, [120_000]],
])('a limit that %s is for the run to wait for', (_, more, attempt, details) => {
  expect(toFailure(limited(more), attempt)).toMatchObject({
    type: LIMIT_RESETS,
    nonRetryable: true,
    details,
  });
});

test.each<[string, Partial<ModelFailure>, number, number | undefined]>([
  ['names no time at first', {}, 5, undefined],
  ['will have another model asked soon', { retryAfterMs: 7_000, hasFallback: true }, 1, 7_000],
  ['asks for less than the pause that is due', { retryAfterMs: 50, hasFallback: true }, 4, 1_600],
  ['is an outage of seconds', { type: 'ModelUnavailable', retryAfterMs: 3_000 }, 1, 3_000],
  ['is an outage that asks for less than is due', { type: 'ModelUnavailable', retryAfterMs: 10 }, 9, 51_200],
])('a failure that %s is tried again no earlier than asked', (_, more, attempt, nextRetryDelay) => {
  const failure = toFailure(limited(more), attempt);
  expect(failure).toMatchObject({ type: more.type ?? 'ModelRateLimited', nonRetryable: false });
  expect(failure.nextRetryDelay).toBe(nextRetryDelay);
});
