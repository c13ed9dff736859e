import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoalRequest } from '../../../src/client';
import { harvest, plant, type Tree } from '../../../bench/files/tasks';
import { untilStatus } from '../../support/until';
import { useKintsugi } from '../../support/use-kintsugi';

const move = (items: string[], to: string) => ({ tool: 'move' as const, args: { items, to } });

/** True if this user may make files that nobody can change, on the file system of temporary files. */
function canFreeze(): boolean {
  const { status } = spawnSync('sh', ['-c', 'f=$(mktemp) && chattr +i "$f" && chattr -i "$f" && rm "$f"']);
  return status === 0;
}

describe('the change of a goal that was not published', () => {
  const kintsugi = useKintsugi();
  let folder: string;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'kintsugi-publish-')), 'Desktop');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

  const start = async (tree: Tree, request: Omit<GoalRequest, 'roots'>) => {
    await plant(folder, tree);
    return kintsugi.client.goal({ roots: [folder], approval: { level: 'LOW' }, ...request });
  };

  it('is published after a dry run, beside what people did since, and taken back', async () => {
    const run = await start({ 'a.txt': '1' }, { plan: [move(['a.txt'], 'b')], dryRun: true });
    await run.result();
    expect(await harvest(folder)).toEqual({ 'a.txt': '1' });
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const planned = await kintsugi.client.publishAsIs(run.id, { dryRun: true });
    expect(planned).toMatchObject({ status: 'planned', way: 'forth' });
    const done = await kintsugi.client.publishAsIs(run.id);
    expect(done.status).toBe('published');
    expect(await harvest(folder)).toEqual({ 'b/': null, 'b/a.txt': '1', 'mine.txt': 'mine' });
    expect((await kintsugi.client.publishAsIs(run.id)).status).toBe('nothing');
    await kintsugi.client.rollback(done.id);
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', 'mine.txt': 'mine' });
  });

  it('is published without what is in conflict, where the user says so', async () => {
    const tree = { 'a.txt': '1', 'b.txt': '2' };
    const run = await start(tree, {
      plan: [move(['a.txt'], 'new'), move(['b.txt'], 'other')],
      approval: { level: 'MEDIUM' },
    });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    await writeFile(join(folder, 'a.txt'), 'changed');
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    expect((await run.result()).status).toBe('conflict');
    const whole = await kintsugi.client.publishAsIs(run.id);
    expect(whole).toMatchObject({ status: 'conflict' });
    expect(whole.conflicts.map(({ path }) => path)).toContain('a.txt');
    const part = await kintsugi.client.publishAsIs(run.id, { partial: true });
    expect(part.status).toBe('partial');
    expect(part.conflicts.map(({ path }) => path)).toContain('a.txt');
    expect(await harvest(folder)).toEqual({ 'a.txt': 'changed', 'other/': null, 'other/b.txt': '2' });
  });

  it('says so where there is none', async () => {
    const run = await start({ 'a.txt': '1' }, { plan: [move(['a.txt'], 'b')] });
    await run.result();
    await expect(kintsugi.client.publishAsIs(run.id)).rejects.toThrow('is published already');
  });

  (canFreeze() ? it : it.skip)(
    'a file that may not be moved is named, and the rest can be published',
    async () => {
      await plant(folder, { 'in/0': '0', 'in/1': '1', 'in/2': '2' });
      spawnSync('chattr', ['+i', join(folder, 'in/1')]);
      try {
        const run = await kintsugi.client.goal({
          roots: [folder],
          approval: { level: 'LOW' },
          plan: [move(['in/0', 'in/1', 'in/2'], 'out')],
        });
        const result = await run.result();
        expect(result).toMatchObject({ status: 'conflict', conflicts: [{ path: 'in/1' }] });
        expect(result.conflicts[0]?.reason).toContain('permission denied');
        const part = await kintsugi.client.publishAsIs(run.id, { partial: true });
        expect(part.conflicts.map(({ path }) => path)).toEqual(['in/1', 'out/1']);
        expect(part.conflicts[1]?.reason).toBe('it belongs together with in/1');
        const moved = { 'in/': null, 'in/1': '1', 'out/': null, 'out/0': '0', 'out/2': '2' };
        expect(await harvest(folder)).toEqual(moved);
      } finally {
        spawnSync('chattr', ['-i', join(folder, 'in/1')]);
      }
    },
  );
});
