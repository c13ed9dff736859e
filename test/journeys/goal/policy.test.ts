import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harvest, plant, type Tree } from '../../../bench/files/tasks';
import type { GoalRequest } from '../../../src/client';
import { untilStatus } from '../../support/until';
import { useKintsugi } from '../../support/use-kintsugi';

const SECRET = 'papers/deep/secret.pdf';
const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`papers/deep/${n}.pdf`, `${n}`]));
const TREE: Tree = { ...many, [SECRET]: 'secret', 'papers/my.key': 'key', 'notes.txt': 'milk' };

const rule = (path: string, decision: 'deny' | 'ask', matched: string) => ({
  user: [{ path, decision, reason: `Ann keeps ${path}.`, match: [matched], notMatch: ['notes.txt'] }],
  project: [],
});
const ON_SECRET = rule(SECRET, 'deny', SECRET);
const ON_KEYS = rule('**/*.key', 'deny', 'a/b.key');

describe('a rule on a file in a folder that goes whole', () => {
  const kintsugi = useKintsugi();
  let top = '';
  const root = () => join(top, 'desk');

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'kintsugi-goal-'));
    await plant(root(), TREE);
  });
  afterEach(() => rm(top, { recursive: true, force: true }));

  const start = (step: { tool: string; args: Record<string, unknown> }, more: Partial<GoalRequest>) =>
    kintsugi.client.goal({ roots: [root()], approval: { level: 'LOW' }, plan: [step], ...more });

  const move = { tool: 'move', args: { items: ['papers'], to: 'old' } };
  it.each([
    ['moves', move, ON_SECRET],
    ['moves', move, ON_KEYS],
    ['is deleted', { tool: 'delete', args: { items: ['papers'] } }, ON_SECRET],
    ['is renamed', { tool: 'rename', args: { path: 'papers', name: 'articles' } }, ON_SECRET],
    ['is copied', { tool: 'copy', args: { items: ['papers'], to: 'old' } }, ON_SECRET],
    ['is copied', { tool: 'copy', args: { items: ['papers'], to: 'old' } }, ON_KEYS],
  ])('denies the change where the folder %s', async (_, step, policy) => {
    const before = await harvest(root());
    const result = await (await start(step, { policy })).result();
    expect(result).toMatchObject({ status: 'denied', published: false });
    expect(result.message).toMatch(/Ann keeps/);
    expect(await harvest(root())).toEqual(before);
  });

  it('denies the write of the step where each is written at once', async () => {
    const before = await harvest(root());
    const result = await (await start(move, { policy: ON_SECRET, publish: 'each-step' })).result();
    expect(result).toMatchObject({ published: false, steps: { done: 0, failed: 1 } });
    expect(await harvest(root())).toEqual(before);
  });

  it('asks with its reason where it asks, and says nothing of a folder that holds no such file', async () => {
    const policy = rule(SECRET, 'ask', SECRET);
    const run = await start(move, { policy });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(pending?.warnings).toEqual([`Rule 1 of the user's policy: Ann keeps ${SECRET}.`]);
    await run.cancel();
    const other = { tool: 'copy', args: { items: ['notes.txt'], to: 'old' } };
    expect((await (await start(other, { policy })).result()).published).toBe(true);
  });
});
