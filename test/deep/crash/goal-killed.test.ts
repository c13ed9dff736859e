import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { harvest, plant, prints, type Tree } from '../../../bench/files/tasks';
import type { GivenPlan } from '../../../src/domain/goal/plan';
import type { PublishWhen } from '../../../src/domain/goal/input';
import fc from '../../support/fast-check';
import { startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { inLanes } from '../../support/lanes';

/** Kills, each in a run of its own: `KINTSUGI_TEST_KILLS=50 npm run test:deep -- crash/goal-killed`. */
const KILLS = Number(process.env['KINTSUGI_TEST_KILLS'] ?? 4);
const LANES = Math.min(KILLS, 2);
/** A whole run takes as long. */
const RUN_MS = 900;

const FILES = 12;
const START: Tree = Object.fromEntries(
  Array.from({ length: FILES }, (_, index) => [`in/${index}.txt`, `text ${index}`]),
);
const END: Tree = {
  'in/': null,
  'out/': null,
  ...Object.fromEntries(
    Array.from({ length: FILES - 1 }, (_, index) => [
      `out/${index === 0 ? 'zero' : index}.txt`,
      `text ${index}`,
    ]),
  ),
  'log/': null,
  'log/done.txt': 'all moved',
};
const PLAN: GivenPlan = [
  ...Array.from({ length: FILES }, (_, index) => ({
    tool: 'move',
    args: { items: [`in/${index}.txt`], to: 'out' },
  })),
  { tool: 'rename', args: { path: 'out/0.txt', name: 'zero.txt' } },
  { tool: 'write', args: { path: 'log/done.txt', content: 'all moved' } },
  { tool: 'delete', args: { items: [`out/${FILES - 1}.txt`] } },
];

describe.each(['at-end', 'each-step'] as const)(
  `${KILLS} goals that publish %s and whose worker is killed`,
  (publish: PublishWhen) => {
    let lanes: TestKintsugi[];
    const moments = fc
      .sample(fc.integer({ min: 0, max: RUN_MS * (publish === 'each-step' ? 2 : 1) }), KILLS)
      .map((ms, index) => ({ ms, index }));

    beforeAll(async () => {
      lanes = await Promise.all(
        Array.from({ length: LANES }, () => startKintsugi({ why: 'they are killed' })),
      );
    });
    afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

    const killedIn = inLanes(
      moments,
      () => lanes,
      async ({ ms }, lane) => {
        const top = await mkdtemp(join(tmpdir(), 'kintsugi-killed-'));
        const root = join(top, 'desk');
        try {
          await plant(root, START);
          const before = await prints(root);
          const { ino } = await stat(join(root, 'in', '1.txt'));
          const run = await lane.client.goal({
            roots: [root],
            plan: PLAN,
            publish,
            approval: { level: 'LOW' },
          });
          await delay(ms);
          await lane.kill();
          await lane.start();
          const result = await run.result();
          expect(result).toMatchObject({
            status: 'completed',
            steps: { done: PLAN.length, failed: 0, open: 0 },
          });
          // Each file is in one place, and none was copied.
          expect(await harvest(root)).toEqual(END);
          expect((await stat(join(root, 'out', '1.txt'))).ino).toBe(ino);
          // Each step that changed the files did so once.
          expect(result.checkpoints.map(({ number }) => number)).toEqual(
            Array.from({ length: PLAN.length + 1 }, (_, index) => index),
          );
          await lane.client.rollback(run.id);
          expect(await prints(root)).toEqual(before);
        } finally {
          await rm(top, { recursive: true, force: true });
        }
      },
    );

    it.each(moments)(
      'end with every file in its place, and undone in the one before: killed after $ms ms (run $index)',
      killedIn,
      120_000,
    );
  },
);
