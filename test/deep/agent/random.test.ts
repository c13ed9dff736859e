import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { HealResult } from '../../../src/domain/heal/result';
import { CodeRecord } from '../../../src/domain/agent/state';
import { ARTEFACTS } from '../../../src/machine/paths';
import fc from '../../support/fast-check';
import { MEAN_PROJECT, MEAN_REQUEST } from '../../support/directory-scripts';
import { makeProject } from '../../support/kintsugi';
import { randomRun, randomWork } from '../../support/random-turns';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

/** `KINTSUGI_TEST_RUNS=200 npm run test:deep -- agent/random`; 200 runs without a server are in test/deep/domain/agent. */
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
      await replay(run.id);
    }
  });

  it('on a directory end within their limits, change nothing that judges, and replay from their histories', async () => {
    for (const [index, { replies, maxCalls }] of fc.sample(randomWork, RUNS).entries()) {
      kintsugi.model.forget();
      kintsugi.model.script(...replies).otherwise(reply('Done.'));
      const { path } = await makeProject(MEAN_PROJECT);
      const run = await kintsugi.client.agent({
        directory: path,
        request: MEAN_REQUEST,
        maxCalls,
        maxAttempts: 1,
        dryRun: true,
        approval: { level: 'LOW' },
        continueAfterEvents: index % 2 === 0 ? undefined : 40,
      });
      const result = await run.result();
      expect(HealResult.safeParse(result).error).toBeUndefined();
      const { events } = await run.events();
      expect(events.filter(({ kind }) => kind === 'loop-ended')).toHaveLength(1);
      const test = await readFile(join(path, 'test/sum.test.ts'), 'utf8');
      expect(test).toBe(MEAN_PROJECT['test/sum.test.ts']);
      await replay(run.id);
    }
  });

  async function replay(id: string): Promise<void> {
    const history = await kintsugi.client.temporal.workflow.getHandle(id).fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: { codePath: ARTEFACTS.workflowBundle } }, history, id);
  }
});
