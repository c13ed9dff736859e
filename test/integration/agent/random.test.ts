import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { CodeRecord } from '../../../src/domain/agent/record';
import { ARTEFACTS } from '../../../src/machine/paths';
import fc from '../../support/fast-check';
import { randomRun } from '../../support/random-turns';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

/** `KINTSUGI_TEST_RUNS=200 npm test -- test/integration/agent/random.test.ts`; 200 runs without a server are in test/property/agent. */
const RUNS = Number(process.env['KINTSUGI_TEST_RUNS'] ?? 3);

describe(`${RUNS} runs with random replies on a real server`, () => {
  const kintsugi = useScriptedKintsugi();

  it('end within their limits with a whole record, continue as new on the way, and replay from their histories', async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    for (const [index, { replies, spec, ...given }] of fc.sample(randomRun, RUNS).entries()) {
      kintsugi.model.forget();
      kintsugi.model.script(...replies).otherwise(reply('Done.'));
      const continueAfterEvents = index % 2 === 0 ? undefined : 40;
      const strategy = given.strategy;
      const run = await kintsugi.client.code({
        ...given,
        strategy,
        executionSpec: spec,
        continueAfterEvents,
      });
      const result = await run.result();
      expect(() => CodeRecord.strict().parse(result.record)).not.toThrow();
      expect(result.record.iterationCount).toBeLessThanOrEqual(given.maxIterations);
      expect(result.calls).toBeLessThanOrEqual(given.maxCalls);
      const history = await kintsugi.client.temporal.workflow.getHandle(run.id).fetchHistory();
      await Worker.runReplayHistory(
        { workflowBundle: { codePath: ARTEFACTS.workflowBundle } },
        history,
        run.id,
      );
    }
  }, 600_000);
});
