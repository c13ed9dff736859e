import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle, HealResult } from '../../src/client';
import { copyExample } from '../support/kintsugi';
import { useKintsugi } from '../support/use-kintsugi';

const DEADLINE_MS = 60_000;

const PHASES = ['importing', 'baseline', 'repairing', 'verifying', 'awaiting-approval'];

/** Waits until the run has come to a phase, or past a short one; the worker may be killed at any moment after. */
async function untilPhase(run: HealHandle, phase: string): Promise<void> {
  const wanted = PHASES.indexOf(phase);
  for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS; await delay(5)) {
    if (PHASES.indexOf((await run.status()).phase) >= wanted) return;
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

  /** Plays a run and approves it; `meanwhile` may do harm. */
  async function play(
    continueAfterEvents?: number,
    meanwhile: (run: HealHandle) => Promise<void> = () => Promise.resolve(),
  ) {
    const project = await copyExample('booking');
    const run = await kintsugi.client.heal({ directory: project.path, continueAfterEvents });
    await meanwhile(run);
    await untilPhase(run, 'awaiting-approval');
    const { pending } = await run.status();
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    const { events } = await run.events();
    await project.remove();
    return { ...essence(result), events: events.map(({ sequence, kind }) => `${sequence} ${kind}`) };
  }

  it.each([
    ...PHASES.map((phase) => [phase, 'in one execution', undefined] as const),
    // History is longer than that after each activity, so the kill comes in another execution each time.
    ...PHASES.map((phase) => [phase, 'across continue-as-new', 5] as const),
  ])(
    'is finished by a new worker with the same result: killed in phase %s, %s',
    async (phase, _, continueAfterEvents) => {
      const expected = await play();
      const killed = play(continueAfterEvents, async (run) => {
        await untilPhase(run, phase);
        await kintsugi.kill();
        await kintsugi.start();
      });
      expect(await killed).toEqual(expected);
    },
    120_000,
  );
});
