import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoalRequest } from '../../../src/client';
import { harvest, plant, type Tree } from '../../../bench/files/tasks';
import { untilStatus } from '../../support/until';
import { useKintsugi } from '../../support/use-kintsugi';

const makeFolder = (path: string) => ({ tool: 'make_folder' as const, args: { path } });
const move = (items: string[], to: string) => ({ tool: 'move' as const, args: { items, to } });

describe('going back', () => {
  const kintsugi = useKintsugi();
  let folder: string;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'kintsugi-undo-')), 'Desktop');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

  const done = async (tree: Tree, plan: GoalRequest['plan']) => {
    await plant(folder, tree);
    const run = await kintsugi.client.goal({ roots: [folder], approval: { level: 'LOW' }, plan });
    expect((await run.result()).status).toBe('completed');
    return run;
  };
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  it('leaves what people put into a folder that the run made', async () => {
    const run = await done({ 'a.txt': '1' }, [makeFolder('new')]);
    await put('new/mine.txt', 'mine');
    await put('new/sub/more.txt', 'more');
    await kintsugi.client.rollback(run.id);
    const mine = { 'new/': null, 'new/mine.txt': 'mine', 'new/sub/': null, 'new/sub/more.txt': 'more' };
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', ...mine });
  });

  it('to a checkpoint leaves what people put into a folder in a folder that the run made', async () => {
    const run = await done({ 'a.txt': '1' }, [makeFolder('new/a'), makeFolder('other')]);
    await put('new/a/mine.txt', 'mine');
    await kintsugi.client.rollback(run.id, { to: '0' });
    const mine = { 'new/': null, 'new/a/': null, 'new/a/mine.txt': 'mine' };
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', ...mine });
  });

  it('of one step leaves what a later step moved into its folder', async () => {
    const files = { 'in/0': 'zero', 'in/1': 'one' };
    const run = await done(files, [makeFolder('new'), move(['in/0', 'in/1'], 'new')]);
    await put('new/mine.txt', 'mine');
    const moved = { 'in/': null, 'new/': null, 'new/0': 'zero', 'new/1': 'one', 'new/mine.txt': 'mine' };
    await kintsugi.client.rollback(run.id, { only: '1' });
    expect(await harvest(folder)).toEqual(moved);
    await kintsugi.client.rollback(run.id, { partial: true });
    expect(await harvest(folder)).toEqual({ 'in/': null, ...files, 'new/': null, 'new/mine.txt': 'mine' });
  });

  it('of a renamed empty folder leaves what people put into it', async () => {
    const run = await done({ 'a.txt': '1', 'empty/': null }, [
      { tool: 'rename', args: { path: 'empty', name: 'renamed' } },
    ]);
    await put('renamed/mine.txt', 'mine');
    await kintsugi.client.rollback(run.id);
    const mine = { 'renamed/': null, 'renamed/mine.txt': 'mine' };
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', 'empty/': null, ...mine });
  });

  it('of one step while the run goes on deletes no file that the plan only moved', async () => {
    await plant(folder, { 'in/0': 'zero' });
    const run = await kintsugi.client.goal({
      roots: [folder],
      approval: { level: 'MEDIUM' },
      plan: [makeFolder('new'), move(['in/0'], 'new')],
    });
    const asked = () =>
      untilStatus(
        () => run.status(),
        ({ phase, pending }) => phase === 'awaiting-approval' && pending !== undefined,
      );
    await asked();
    await run.rollBack({ kind: 'only', name: '1' });
    const { pending } = await asked();
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    await run.result();
    expect(await harvest(folder)).toEqual({ 'in/': null, 'new/': null, 'new/0': 'zero' });
  });
});
