import type { HealHandle, HealResult } from '../../../src/client';
import { copyExample, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { inLanes } from '../../support/lanes';
import { until } from '../../support/until';

const LANES = 3;

const PHASES = ['importing', 'baseline', 'repairing', 'verifying', 'awaiting-approval', 'publishing'];

/** Waits until the run has come to a phase, or past a short one; the worker may be killed at any moment after. */
async function untilPhase(run: HealHandle, phase: string): Promise<void> {
  const wanted = PHASES.indexOf(phase);
  await until(
    `the run has reached ${phase}`,
    async () => PHASES.indexOf((await run.status()).phase) >= wanted,
  );
}

/** Parts of a result that a worker's death does not change. */
function essence(result: HealResult) {
  const { status, totalAttempts, tree, repairs, fixedTests, delivery } = result;
  const published = delivery.status;
  return { status, totalAttempts, tree, diff: result.diff?.hash, repairs, fixedTests, published };
}

/** Harm that is done to a run: before it is approved, and right after, when it begins to publish. */
interface Harm {
  before?(run: HealHandle): Promise<void>;
  after?(): Promise<void>;
}

/** Plays a run and approves it. */
async function play({ client }: TestKintsugi, continueAfterEvents?: number, { before, after }: Harm = {}) {
  const project = await copyExample('booking');
  const run = await client.heal({ directory: project.path, continueAfterEvents });
  await before?.(run);
  await untilPhase(run, 'awaiting-approval');
  const { pending } = await run.status();
  await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
  await after?.();
  const result = await run.result();
  const { events } = await run.events();
  await project.remove();
  return { ...essence(result), events: events.map(({ sequence, kind }) => `${sequence} ${kind}`) };
}

interface Case {
  phase: string;
  where: string;
  continueAfterEvents?: number;
}

const CASES: Case[] = [
  ...PHASES.map((phase) => ({ phase, where: 'in one execution' })),
  // History is longer than that after each activity, so the kill comes in another execution each time.
  ...PHASES.map((phase) => ({ phase, where: 'across continue-as-new', continueAfterEvents: 5 })),
];

describe('a run whose worker is killed', () => {
  let workers: TestKintsugi[];
  let expected: Awaited<ReturnType<typeof play>>;

  beforeAll(async () => {
    workers = await Promise.all(
      Array.from({ length: LANES }, () => startKintsugi({ why: 'they are killed' })),
    );
    expected = await play(workers[0] as TestKintsugi);
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.close())));

  // The server takes some ten seconds to notice each time.
  const killedIn = inLanes(
    CASES,
    () => workers,
    async ({ phase, continueAfterEvents }, worker) => {
      const restart = async (): Promise<void> => {
        await worker.kill();
        await worker.start();
      };
      const harm: Harm =
        phase === 'publishing'
          ? { after: restart }
          : { before: (run) => untilPhase(run, phase).then(restart) };
      expect(await play(worker, continueAfterEvents, harm)).toEqual(expected);
    },
  );

  it.each(CASES)(
    'is finished by a new worker with the same result: killed in phase $phase, $where',
    killedIn,
    240_000,
  );
});
