import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
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

  it('goes back to each step of a long plan, also to those that are no longer at hand', async () => {
    const plan = Array.from({ length: 70 }, (_, index) => ({
      tool: 'write',
      args: { path: 'count.txt', content: String(index + 1) },
    }));
    const ran = await goal(plan, '--approval', 'low');
    const id = /kintsugi rollback (\S+)/.exec(ran.stdout)?.[1] ?? '';
    const listed = await kintsugiCli(kintsugi.env, ['checkpoints', id, '--json']);
    const numbers = (JSON.parse(listed.stdout) as { number: number }[]).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 71 }, (_, index) => index));
    const undone = await kintsugiCli(kintsugi.env, ['rollback', id, '--to', '3']);
    expect(undone.stderr).toBe('');
    expect((await harvest(root()))['count.txt']).toBe('3');
    const none = await kintsugiCli(kintsugi.env, ['rollback', id, '--to', '71']);
    expect(none.stderr).toContain('take a number from 0 to 70');
  });

  it('answers with what steps found, listed and read, and tells how much more there is', async () => {
    const many = Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`many/${n}.md`, `${n}`]));
    await plant(root(), { ...TREE, ...many });
    const ran = await goal([
      { tool: 'find', args: { path: '.', content: 'bees' } },
      { tool: 'locate', args: { what: 'the papers folder' } },
      { tool: 'list', args: { path: 'many' } },
      { tool: 'read', args: { path: 'papers/c.txt' } },
      { tool: 'find', args: { path: '.', name: 'nothing.*' } },
    ]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^ {3}- papers\/c\.txt: Line 1: about bees$/m);
    expect(ran.stdout).toMatch(/^ {3}- papers$/m);
    expect(ran.stdout).toMatch(/^ {3}- 19\.md {2}2 B/m);
    expect(ran.stdout).not.toContain('20.md');
    expect(ran.stdout).toMatch(/^ {3}- … and 12 more$/m);
    expect(ran.stdout).toMatch(/^ {3}> about bees$/m);
    expect(ran.stdout).toMatch(/^ {3}- nothing found$/m);
    const id = /run (\S+)$/m.exec(ran.stdout)?.[1] ?? '';
    const report = await kintsugiCli(kintsugi.env, ['report', id]);
    expect(report.stdout).toContain('papers/c.txt: Line 1: about bees');
  });

  it('tells the times of folders, also of one that it moves whole, and finds folders by them', async () => {
    await plant(root(), { 'old/a.txt': '1', 'shelf/c.txt': '3' });
    const then = new Date('2020-03-04T05:06:00');
    for (const folder of ['old', 'shelf']) await utimes(join(root(), folder), then, then);
    const plan = [
      { tool: 'list', args: { path: '.' } },
      { tool: 'move', args: { items: ['old'], to: 'shelf' } },
      { tool: 'find', args: { path: '.', type: 'folder', from: '2020-01-01', to: '2021-01-01' } },
      { tool: 'list', args: { path: '.' } },
    ];
    const { stdout } = await goal(plan, '--dry-run');
    const [, first = '', , found = '', last = ''] = stdout.split(/^\d\. /m);
    expect(first).toContain('- old/  1 entry  2020-03-04 05:06\n');
    expect(found).toMatch(/^[^\n]*\n {3}- shelf\/old\n$/);
    expect(last).toContain(`- shelf/  2 entries  ${new Date().getFullYear()}-`);
  });

  it('shows what a dry run would change, and changes nothing', async () => {
    const ran = await goal([{ tool: 'delete', args: { items: ['a.txt'] } }], '--dry-run');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('delete  a.txt');
    expect(await harvest(root())).toEqual({ 'papers/': null, ...TREE });
  });

  it('ends a dry run with 1 where the run would end so, and still shows what would change', async () => {
    const plan = [
      { tool: 'delete', args: { items: ['a.txt'] } },
      { tool: 'rename', args: { path: 'nothing.txt', name: 'x.txt' } },
    ];
    const ran = await goal(plan, '--dry-run');
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('delete  a.txt');
    expect(await harvest(root())).toEqual({ 'papers/': null, ...TREE });
  });

  it('lists the choices of a question in the status', async () => {
    const asking = await goal([
      { tool: 'ask', args: { question: 'Which one?', choices: ['bees', 'wasps'] } },
    ]);
    expect(asking.code).toBe(4);
    const id = /kintsugi answer (\S+)/.exec(asking.stdout)?.[1] ?? '';
    const status = await kintsugiCli(kintsugi.env, ['status', id]);
    expect(status.stdout).toMatch(/Which one\?\n {2}1 {2}bees\n {2}2 {2}wasps\n/);
    await kintsugiCli(kintsugi.env, ['cancel', id]);
  });

  it('rolls back the last run, not the rollback of it that was refused', async () => {
    const plan = [{ tool: 'write', args: { path: 'a.txt', content: 'three' } }];
    expect((await goal(plan, '--approval', 'low')).code).toBe(0);
    await writeFile(join(root(), 'a.txt'), 'four');
    const refused = await kintsugiCli(kintsugi.env, ['rollback', 'last']);
    expect(refused.stdout).toMatch(/Not rolled back|not rolled back/);
    await rm(join(root(), 'a.txt'));
    await writeFile(join(root(), 'a.txt'), 'five');
    const again = await kintsugiCli(kintsugi.env, ['rollback', 'last', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'conflict' });
    const rollbacks = await kintsugiCli(kintsugi.env, ['list', '--json']);
    expect(rollbacks.stdout).not.toContain('rollback-rollback-goal');
  });

  it.each([
    ['that is no JSON', '{', /is not JSON; give an array/],
    ['that is no array', '{"tool":"list"}', /A plan is a JSON array of steps/],
    [
      'with a tool that is not there',
      [{ tool: 'fly', args: {} }],
      /there is no tool "fly"; use locate, list/,
    ],
    [
      'with arguments that do not fit',
      [{ tool: 'move', args: { to: 'x' } }],
      /Step 1: the arguments of move/,
    ],
    ['outside of the roots', [{ tool: 'delete', args: { items: ['/etc/passwd'] } }], /in none of the roots/],
    ['that climbs out', [{ tool: 'delete', args: { items: ['a/../../x'] } }], /leads out of the roots/],
    [
      'that takes the items of a later step',
      [{ tool: 'delete', args: { items: { fromStep: 1 } } }],
      /takes the items of step 1, which is not before it/,
    ],
    ['that is empty', [], /The plan cannot be used/],
  ])('refuses a plan %s with one sentence', async (_, plan, sentence) => {
    const ran = await goal(plan);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses roots that hold too much or each other', async () => {
    const plan = await planFile([{ tool: 'list', args: { path: '.' } }]);
    const on = (...roots: string[]) => kintsugiCli(kintsugi.env, ['goal', '--plan', plan, ...roots]);
    expect((await on('/')).stderr).toMatch(/holds the whole system/);
    expect((await on(kintsugi.env['HOME'] ?? '')).stderr).toMatch(/is your home folder.*--allow-home/);
    expect((await on(root(), join(root(), 'papers'))).stderr).toMatch(/lies in/);
    expect((await on(join(root(), 'gone'))).stderr).toMatch(/There is no directory/);
  });

  it('says what it needs without a model and a plan', async () => {
    const ran = await kintsugiCli(kintsugi.env, ['goal', root(), 'tidy up']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/needs a model to plan it.*--plan/);
  });

  it('shows what was learned in these folders', async () => {
    await goal([{ tool: 'find', args: { path: 'papers', name: '*.txt' } }], '--approval', 'low');
    await goal([{ tool: 'find', args: { path: 'nowhere', name: '*.txt' } }], '--approval', 'low');
    const learned = await kintsugiCli(kintsugi.env, ['learned', root()]);
    expect(learned.stdout).toMatch(/find .*papers/);
    expect(learned.stdout).toMatch(/nowhere/);
    const other = await kintsugiCli(kintsugi.env, ['learned', top]);
    expect(other.stdout).toMatch(/Nothing is learned/);
  });
});
