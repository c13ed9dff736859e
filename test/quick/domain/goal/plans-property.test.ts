import type { BlobHash } from '../../../../src/domain/ids';
import type { GivenPlan, GivenStep } from '../../../../src/domain/goal/plan';
import { treeChanges } from '../../../../src/store';
import { mergeTrees } from '../../../../src/workspace/trees/merge-trees';
import { asBlob, asTree } from '../../../support/hashes';
import fc from '../../../support/fast-check';
import { GoalPlayer, type Played } from './play-goal';

const FOLDER = { 'a/one.txt': '1', 'a/two.txt': '2', 'b/three.txt': '3', 'c/': null };
const names = ['one.txt', 'two.txt', 'three.txt', 'new.txt'] as const;
const folders = ['a', 'b', 'c', 'd'] as const;
const folder = fc.constantFrom(...folders);
const path = fc.tuple(folder, fc.constantFrom(...names)).map(([one, name]) => `${one}/${name}`);

const step: fc.Arbitrary<GivenStep> = fc.oneof(
  fc
    .record({ items: fc.array(path, { minLength: 1, maxLength: 2 }), to: folder })
    .map((args) => ({ tool: 'move', args })),
  fc
    .record({ items: fc.array(path, { minLength: 1, maxLength: 2 }), to: folder })
    .map((args) => ({ tool: 'copy', args })),
  fc.record({ path, name: fc.constantFrom(...names) }).map((args) => ({ tool: 'rename', args })),
  // Empty files are all alike: nothing tells which one was copied.
  fc
    .record({ path, content: fc.string({ minLength: 1, maxLength: 4 }) })
    .map((args) => ({ tool: 'write', args })),
  fc
    .record({ items: fc.array(path, { minLength: 1, maxLength: 2 }) })
    .map((args) => ({ tool: 'delete', args })),
  folder.map((one) => ({ tool: 'make_folder', args: { path: `${one}/sub` } })),
);
const plans: fc.Arbitrary<GivenPlan> = fc.array(step, { minLength: 1, maxLength: 8 });
const failing = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 });

/** Files of a tree: path → text. */
async function textsOf({ files: { store } }: GoalPlayer, tree: BlobHash): Promise<Record<string, string>> {
  const listed = await store.trees.list(asTree(tree), { dirs: true });
  const texts = listed.map(async ({ path, type, hash }): Promise<[string, string]> => {
    return [path, type === 'dir' ? 'folder' : String(await store.blobs.load(hash))];
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** Changes of each of these steps, path by path; they come one after the other. */
async function worksOf(
  { files: { store } }: GoalPlayer,
  { trees }: Played,
  [first = 0, ...numbers]: readonly number[],
): Promise<string[][]> {
  const works: string[][] = [];
  let before = trees.get(first) ?? asTree('');
  for (const number of numbers) {
    const after = trees.get(number) ?? asTree('');
    const changes = await treeChanges(store.trees, before, after);
    const told = changes.map(
      ({ path, after: is }) => `${path} ${is?.type === 'file' ? is.hash : (is?.type ?? 'gone')}`,
    );
    works.push(told);
    before = after;
  }
  return works;
}

/** True if all of the work is a part of the other one. */
function isLess(work: readonly string[], other: readonly string[]): boolean {
  return work.length < other.length && work.every((change) => other.includes(change));
}

describe('random plans with random failures', () => {
  it('end as the steps that are done make the folder, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(plans, failing, async (plan, broken) => {
        const player = await GoalPlayer.on(FOLDER);
        const run = await player.play(plan, { fails: (number) => broken.includes(number) });
        const done = plan.filter((_, index) => run.state.machine.statuses[index] === 'done');
        const { statuses } = run.state.machine;
        expect(broken.filter((number) => statuses[number - 1] === 'done')).toEqual([]);
        if (done.length === 0) return expect(run.result.tree).toBe(player.files.tree);
        const again = await player.play(done);
        expect(again.result.tree).toBe(run.result.tree);
      }),
      { numRuns: 60 },
    );
  });

  it('come back to the folder as it was before a step', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(), async (plan, chosen) => {
        const player = await GoalPlayer.on(FOLDER);
        const straight = await player.play(plan);
        const checkpoints = straight.result.checkpoints;
        const checkpoint = checkpoints[chosen % checkpoints.length];
        const atStep = plan.length - 1;
        const run = await player.play(plan, {
          goBack: {
            atStep,
            event: (state) => {
              const there = state.checkpoints.find(
                ({ snapshot }) => snapshot.tree === checkpoint?.snapshot.tree,
              );
              return Promise.resolve(
                there && { type: 'rolled-back', tree: there.snapshot.tree, reason: 'back' },
              );
            },
          },
        });
        const went = run.state.checkpoints.some(({ reason }) => reason === 'back');
        if (!went) return;
        // Nobody says that it shall go on: it ends where it went back to, but for what had to be done again.
        expect([checkpoint?.snapshot.tree, straight.result.tree]).toContain(run.result.tree);
      }),
      { numRuns: 60 },
    );
  });

  it('lose one step as if it had never been, or say what stands against it', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(), async (plan, chosen) => {
        const player = await GoalPlayer.on(FOLDER);
        const run = await player.play(plan);
        const { statuses } = run.state.machine;
        const done = plan.filter((_, index) => statuses[index] === 'done');
        const numbers = statuses.flatMap((status, index) => (status === 'done' ? [index + 1] : []));
        const at = chosen % Math.max(numbers.length, 1);
        const number = numbers[at];
        if (number === undefined) return;
        const after = run.trees.get(number) ?? asTree('');
        const before = run.trees.get(numbers[at - 1] ?? 0) ?? '';
        const merged = await mergeTrees(player.files.store, {
          base: after,
          ours: asTree(run.result.tree ?? asBlob('')),
          theirs: asTree(before),
          followFiles: true,
        });
        if (merged.status === 'conflict') return;
        const others = done.filter((_, index) => index !== at);
        if (others.length === 0) return expect(merged.tree).toBe(player.files.tree);
        const replayed = await player.play(others);
        // Without it a later step may fail: what it moved or made a folder in is not there.
        if (replayed.state.machine.statuses.some((status) => status !== 'done')) return;
        const worked = (await worksOf(player, run, [0, ...numbers])).filter((_, index) => index !== at);
        const again = await worksOf(player, replayed, [0, ...others.map((_, index) => index + 1)]);
        // A later step that found a part of its work done, such as a folder made, is not done again.
        if (worked.some((work, index) => isLess(work, again[index] ?? []))) return;
        expect(await textsOf(player, merged.tree)).toEqual(
          await textsOf(player, replayed.result.tree ?? asBlob('')),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('make no more calls than they may', async () => {
    await fc.assert(
      fc.asyncProperty(plans, failing, fc.integer({ min: 1, max: 6 }), async (plan, broken, maxSteps) => {
        const player = await GoalPlayer.on(FOLDER);
        const input = { maxSteps, maxAttempts: 3 };
        const run = await player.play(plan, { fails: (number) => broken.includes(number), input });
        expect(run.state.machine.executed).toBeLessThanOrEqual(maxSteps);
      }),
      { numRuns: 60 },
    );
  });
});
