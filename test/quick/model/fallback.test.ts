import type { ModelFailure } from '../../../src/model';
import { afterFailure, failureOfAll, type FailedModel, type Tried } from '../../../src/model/client';

const failure = (more: Partial<ModelFailure> = {}): ModelFailure => ({
  type: 'ModelUnavailable',
  message: 'It failed.',
  retryable: true,
  concerns: 'model',
  ...more,
});
const NOT_FOUND = failure({ type: 'ModelNotFound', retryable: false, message: 'There is none.' });
const LIMITED = failure({ type: 'ModelRateLimited', retryAfterMs: 5_000 });
const TOO_LONG = failure({ type: 'ModelContextLength', retryable: false, message: 'Too long.' });

const ROWS: [string, ModelFailure, Partial<Tried>, 'next' | 'stop'][] = [
  ['no such model', NOT_FOUND, {}, 'next'],
  ['a model that the key may not use', failure({ type: 'ModelAuth', retryable: false }), {}, 'next'],
  ['no quota left', failure({ type: 'ModelRateLimited', retryable: false }), {}, 'next'],
  ['too long, and it can be made shorter', TOO_LONG, { compactable: true }, 'stop'],
  ['too long as it is', TOO_LONG, {}, 'next'],
  ['not available, first try', failure(), { attempt: 1 }, 'stop'],
  ['not available, second try', failure(), { attempt: 2 }, 'stop'],
  ['not available, third try', failure(), { attempt: 3 }, 'next'],
  ['a limit of the rate with a short wait', LIMITED, {}, 'stop'],
  ['a limit of the rate with a wait of minutes', { ...LIMITED, retryAfterMs: 120_000 }, {}, 'next'],
  ['a limit of the rate that stays', LIMITED, { attempt: 3 }, 'next'],
  ['a key that is not accepted', failure({ concerns: 'endpoint', retryable: false }), { attempt: 8 }, 'stop'],
  ['nobody listening', failure({ concerns: 'endpoint' }), { attempt: 8 }, 'stop'],
  ['a request that makes no sense', failure({ concerns: 'request', retryable: false }), {}, 'stop'],
  ['cancelled', failure({ type: 'ModelCancelled', concerns: 'request' }), { attempt: 3 }, 'stop'],
];

test.each(ROWS)('%s', (_, given, tried, next) => {
  expect(afterFailure(given, { attempt: 1, compactable: false, ...tried })).toBe(next);
});

const model = (name: string, given: ModelFailure): FailedModel => ({ model: name, failure: given });

describe('the failure of all models', () => {
  test.each<[string, FailedModel[], Partial<ModelFailure>]>([
    ['is the only one there is', [model('a', NOT_FOUND)], NOT_FOUND],
    [
      "is the first, the user's own, where all are final",
      [model('a', NOT_FOUND), model('b', failure({ retryable: false, message: 'Refused.' }))],
      { type: 'ModelNotFound', message: 'There is none. These models failed, too: b.' },
    ],
    [
      'is one that may pass, where there is one, so that it is asked again',
      [model('a', NOT_FOUND), model('b', LIMITED), model('c', NOT_FOUND)],
      {
        type: 'ModelRateLimited',
        retryAfterMs: 5_000,
        message: 'It failed. These models failed, too: a, c.',
      },
    ],
    [
      'is that the request is too long, where that came last: the caller shortens it',
      [model('a', LIMITED), model('b', TOO_LONG)],
      { type: 'ModelContextLength', retryable: false },
    ],
    [
      'is the cancellation, as it is',
      [model('a', LIMITED), model('b', failure({ type: 'ModelCancelled', message: 'Cancelled.' }))],
      { type: 'ModelCancelled', message: 'Cancelled.' },
    ],
  ])('%s', (_, failed, expected) => {
    expect(failureOfAll(failed)).toMatchObject(expected);
  });
});
