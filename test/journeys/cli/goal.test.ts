import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harvest, plant } from '../../../bench/files/tasks';
import { kintsugiCli } from '../../support/cli';
import { useKintsugi } from '../../support/use-kintsugi';

const TREE = { 'a.txt': 'one', 'b.txt': 'two', 'papers/c.txt': 'about bees' };

describe('kintsugi goal', () => {
  const kintsugi = useKintsugi();
  let top = '';
  const root = () => join(top, 'desk');

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'kintsugi-goal-'));
    await plant(root(), TREE);
  });
  afterEach(() => rm(top, { recursive: true, force: true }));

  const planFile = async (plan: unknown): Promise<string> => {
    const path = join(top, 'plan.json');
    await writeFile(path, typeof plan === 'string' ? plan : JSON.stringify(plan));
    return path;
  };
  const goal = async (plan: unknown, ...args: string[]) =>
    kintsugiCli(kintsugi.env, ['goal', '--plan', await planFile(plan), root(), ...args]);

  it('carries a plan out, says what became of every item, and is undone by the command that it prints', async () => {
    const ran = await goal(
      [
        { tool: 'find', args: { path: '.', content: 'bees' }, description: 'Find what is about bees' },
        { tool: 'move', args: { items: ['a.txt', 'b.txt', 'x.txt', { fromStep: 1 }], to: 'new' } },
      ],
      '--approval',
      'low',
      '--min-success',
      '0.7',
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('done: 2 of 2 steps are done, and your folders are changed.');
    expect(ran.stdout).toContain('Find what is about bees');
    expect(ran.stdout).toMatch(/3 of 4/);
    expect(ran.stdout).toMatch(/x\.txt: /);
    expect(await harvest(root())).toEqual({
      'new/': null,
      'new/a.txt': 'one',
      'new/b.txt': 'two',
      'new/c.txt': 'about bees',
      'papers/': null,
    });
    const id = /kintsugi rollback (\S+)/.exec(ran.stdout)?.[1] ?? '';
    const undone = await kintsugiCli(kintsugi.env, ['rollback', id]);
    expect(undone.code).toBe(0);
    expect(await harvest(root())).toEqual({ 'papers/': null, ...TREE });
    const report = await kintsugiCli(kintsugi.env, ['report', id, '--json']);
    expect(JSON.parse(report.stdout)).toMatchObject({ status: 'completed', successRate: 1 });
  });

  it('ends with 1 where a step fails, and changes nothing', async () => {
    const plan = [
      { tool: 'make_folder', args: { path: 'new' } },
      { tool: 'rename', args: { path: 'nothing.txt', name: 'x.txt' } },
    ];
    const ran = await goal(plan, '--approval', 'low');
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('1 of 2 steps is done; your folders are unchanged.');
    expect(ran.stdout).toContain('nothing.txt');
    expect(await harvest(root())).toEqual({ 'papers/': null, ...TREE });
  });

  it('waits for approval where no terminal is there, and prints the commands that answer', async () => {
    const ran = await goal([{ tool: 'delete', args: { items: ['a.txt'] } }]);
    expect(ran.code).toBe(4);
    const id = /kintsugi approve (\S+)/.exec(ran.stdout)?.[1] ?? '';
    const rejected = await kintsugiCli(kintsugi.env, ['reject', id, '--reason', 'keep it']);
    expect(rejected.code).toBe(0);
    expect(await readFile(join(root(), 'a.txt'), 'utf8')).toBe('one');
  });
});
