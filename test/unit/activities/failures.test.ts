import { toFailure } from '../../../src/activities/failures';
import { ModelError } from '../../../src/model';

test.each([
  [7_000, 7_000],
  [86_400_000, 600_000],
])('a call whose model asks for a pause of %d ms is tried again after %d ms', (retryAfterMs, pause) => {
  const error = new ModelError({
    type: 'ModelRateLimited',
    message: 'The model limits the rate.',
    retryable: true,
    concerns: 'model',
    retryAfterMs,
  });
  expect(toFailure(error).nextRetryDelay).toBe(pause);
});
