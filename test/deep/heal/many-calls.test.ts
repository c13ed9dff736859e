import { healByManyCalls } from '../../support/many-calls';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const CALLS = 60;
/** Some 13 calls of an activity and a verification each. */
const CONTINUE_AFTER = 160;

describe('a heal of many model calls', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it never searches',
    settings: { KINTSUGI_PROPOSERS: 'llm' },
  });

  it('goes on in execution after execution, with a state that stays small, and pays for each call once', async () => {
    const { result, executions, asked, bytesPerCall } = await healByManyCalls(
      kintsugi,
      CALLS,
      CONTINUE_AFTER,
    );
    kintsugi.model.assertComplete();
    expect(result).toMatchObject({
      status: 'recovered',
      totalAttempts: CALLS,
      usage: { modelCalls: CALLS },
      delivery: { status: 'published' },
      record: { retryCount: CALLS },
    });
    expect(asked).toBe(CALLS);
    // Rounds that are past are in the store: the lists of the result name where.
    expect(result.repairHistory.at(-1)?.attemptNumber).toBe(CALLS);
    expect(result.repairHistory.length).toBeLessThan(CALLS);
    expect(result.pastRounds).toMatch(/^[0-9a-f]{64}$/);
    expect(executions.length).toBeGreaterThan(3);
    for (const { events } of executions) expect(events).toBeLessThan(2 * CONTINUE_AFTER);
    const carried = executions.flatMap((one) => one.carried ?? []);
    expect(carried).toHaveLength(executions.length - 1);
    // What is at hand is bounded by bytes, so it stops growing after some rounds.
    expect(Math.max(...carried)).toBeLessThan(128 * 1024);
    expect(bytesPerCall).toBeLessThan(2_048);
  });
});
