import { MockActivityEnvironment } from '@temporalio/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { beating } from '../../../src/activities/effect';

test('an activity beats by timer while it waits, with its latest progress', async () => {
  const environment = new MockActivityEnvironment();
  const beats: unknown[] = [];
  environment.on('heartbeat', (detail) => beats.push(detail));
  const activity = beating({}, async (_: object, { progress }) => {
    progress('waiting for the model');
    await delay(2_500);
    return 'done';
  });
  expect(await environment.run(activity, {})).toBe('done');
  expect(beats).toEqual(['waiting for the model']);
});
