import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle, HealResult } from '../../src/client';
import { copyExample } from '../support/kintsugi';
import { useKintsugi } from '../support/use-kintsugi';

const DEADLINE_MS = 60_000;

/** Waits until the run has reached a phase; the worker may be killed at any moment after. */
async function untilPhase(run: HealHandle, phase: string): Promise<void> {
  for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS; await delay(5)) {
    if ((await run.status()).phase === phase) return;
  }
  throw new Error(`the run never reached ${phase}`);
}

/** What must not depend on whether a worker died. */
function essence(result: HealResult) {
  const { status, totalAttempts, tree, repairs, fixedTests } = result;
  return { status, totalAttempts, tree, diff: result.diff?.hash, repairs, fixedTests };
}

describe('a run whose worker is killed', () => {
  const kintsugi = useKintsugi();

  async function undisturbed(): Promise<HealResult> {
    const project = await copyExample('booking');
    const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
    const result = await run.result();
    await project.remove();
    return result;
  }

  it.each(['baseline', 'repairing'])(
    'is finished by a new worker with the same result: killed in phase %s',
    async (phase) => {
      const expected = essence(await undisturbed());
      const project = await copyExample('booking');
      const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
      await untilPhase(run, phase);
      await kintsugi.kill();
      await kintsugi.start();
      expect(essence(await run.result())).toEqual(expected);
      await project.remove();
    },
    120_000,
  );
});
