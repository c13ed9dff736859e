import { setTimeout as delay } from 'node:timers/promises';
import { isStuck, watchDatabase } from '../../../src/temporal/embedded';

const INTERRUPTED = '14 UNAVAILABLE: GetNamespace operation failed. Error interrupted (9)';
const LOOK_MS = 5;

/** A connection whose server says these one after another, and the last one from then on; undefined: it answers well. */
function serverThatSays(...problems: (string | undefined)[]) {
  let asked = 0;
  const describeNamespace = async (): Promise<object> => {
    const problem = problems[Math.min(asked, problems.length - 1)];
    asked += 1;
    if (problem !== undefined) throw new Error(problem);
    return {};
  };
  const connection = { workflowService: { describeNamespace } } as unknown as Parameters<
    typeof watchDatabase
  >[0];
  return { connection, asked: () => asked };
}

const after = async (looks: number, asked: () => number): Promise<'not yet'> => {
  while (asked() < looks) await delay(LOOK_MS);
  await delay(4 * LOOK_MS);
  return 'not yet';
};

describe('the watch over the database of an embedded server', () => {
  it('finds one that refuses three calls in a row', async () => {
    const { connection } = serverThatSays(undefined, INTERRUPTED);
    const sentence = await watchDatabase(connection, 'default', LOOK_MS).stuck;
    expect(sentence).toBe(`The database of the Temporal server answers no more (${INTERRUPTED}).`);
  });

  it('takes no call that was interrupted alone for it, nor another failure', async () => {
    const { connection, asked } = serverThatSays(INTERRUPTED, INTERRUPTED, undefined, 'deadline exceeded');
    const watch = watchDatabase(connection, 'default', LOOK_MS);
    expect(await Promise.race([watch.stuck, after(8, asked)])).toBe('not yet');
    watch.stop();
  });

  it('asks nothing any more once it is stopped', async () => {
    const { connection, asked } = serverThatSays(undefined);
    const watch = watchDatabase(connection, 'default', LOOK_MS);
    await after(2, asked);
    watch.stop();
    await delay(4 * LOOK_MS);
    const before = asked();
    await delay(10 * LOOK_MS);
    expect(asked()).toBe(before);
  });

  it('knows the words of SQLite', () => {
    expect(isStuck(INTERRUPTED)).toBe(true);
    expect(isStuck('14 UNAVAILABLE: no connection')).toBe(false);
  });
});
