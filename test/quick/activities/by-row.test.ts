import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { byRow } from '../../../src/activities/effect';

const activities = byRow({
  double: (number: number) => Promise.resolve(2 * number),
  name: () => Promise.resolve('Ada'),
});
const logger = new DefaultLogger('ERROR');
const call = (activityType: string, ...given: unknown[]): Promise<unknown> =>
  new MockActivityEnvironment({ activityType }, { logger }).run(activities.default, ...given);

describe('an activity that is called by the type of its row', () => {
  it.each(['double', 'double • step 2', 'double • step 2 • of 3', 'double • name'])(
    'is the one that %j names, with what it is given',
    async (type) => {
      expect(await call(type, 21)).toBe(42);
    },
  );

  it.each(['triple', 'triple • double', 'toString • x', '', ' • double'])(
    'is left to another worker where this one has none of the name in %j',
    async (type) => {
      await expect(call(type)).rejects.toMatchObject({
        type: 'NotFoundError',
        nonRetryable: false,
        message: `This worker has no ${type}.`,
      });
    },
  );

  it('stands beside the others under their names', async () => {
    expect(await activities.double(4)).toBe(8);
  });
});
