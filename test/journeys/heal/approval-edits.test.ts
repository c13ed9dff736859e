import { CHECKED_SUM, TODO_SUM } from '../../support/checked-project';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { timedManifest } from '../../support/manifest';
import type { Question, HealHandle } from '../../../src/client';
import { BROKEN_SUM } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';
import { until } from '../../support/until';

describe('approval', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const source = () => project.read('src/sum.ts');

  async function start(more: object = {}): Promise<HealHandle> {
    return kintsugi.client.heal({ directory: project.path, ...more });
  }

  const pending = (run: HealHandle, other = ''): Promise<Question> =>
    until('the run has asked', async () => {
      const { pending: asked } = await run.status();
      return asked?.hash !== other && asked;
    });

  it('verifies an edit made while approving, and publishes it only if green', async () => {
    const run = await start();
    const asked = await pending(run);
    const wrong = 'export const sum = (a: number, b: number): number => a * b;\n';
    await run.answer({
      hash: asked.hash,
      decision: 'approve',
      scope: 'once',
      edits: [{ action: 'modify', path: 'src/sum.ts', content: wrong }],
    });
    const again = await pending(run, asked.hash);
    expect(again.summary).toContain('fail');
    expect(await source()).toContain('a - b');
    const right = 'export const sum = (a: number, b: number): number => b + a;\n';
    await run.answer({
      hash: again.hash,
      decision: 'approve',
      scope: 'once',
      edits: [{ action: 'modify', path: 'src/sum.ts', content: right }],
    });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(await source()).toBe(right);
  });

  it('asks before every action at level HIGH', async () => {
    const run = await start({ approval: { level: 'HIGH' } });
    const repair = await pending(run);
    expect(repair.kind).toBe('repair');
    await run.answer({ hash: repair.hash, decision: 'approve', scope: 'kind' });
    const publish = await pending(run, repair.hash);
    expect(publish.kind).toBe('publish');
    await run.answer({ hash: publish.hash, decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'published' } });
  });

  it('rolls back what it published, unless the user changed it since', async () => {
    const run = await start({ approval: { level: 'LOW' } });
    await run.result();
    expect(await source()).toContain('a + b');
    expect(await kintsugi.client.rollback(run.id)).toMatchObject({ status: 'published' });
    expect(await source()).toBe(BROKEN_SUM['src/sum.ts']);
    expect(await kintsugi.client.rollback(run.id)).toMatchObject({ status: 'nothing' });
    await project.write('src/sum.ts', '// mine\n');
    expect(await kintsugi.client.rollback(run.id)).toMatchObject({ status: 'conflict' });
    expect(await source()).toBe('// mine\n');
  });

  it('keeps what the user did elsewhere, restores times, and can roll back a rollback', async () => {
    const before = timedManifest(project.path);
    const run = await start({ approval: { level: 'LOW' } });
    await run.result();
    const healed = await source();
    await project.write('notes.txt', 'mine\n');
    expect(await kintsugi.client.rollback(run.id, { dryRun: true })).toMatchObject({ status: 'planned' });
    expect(await source()).toBe(healed);
    const undone = await kintsugi.client.rollback(run.id, { only: '1' });
    expect(undone).toMatchObject({ status: 'published', files: [{ path: 'src/sum.ts' }] });
    const after = timedManifest(project.path).filter((line) => !line.startsWith('notes.txt'));
    expect(after).toEqual(before);
    expect(await kintsugi.client.rollback(undone.id)).toMatchObject({ status: 'published' });
    expect(await source()).toBe(healed);
    expect(await project.read('notes.txt')).toBe('mine\n');
    await expect(kintsugi.client.rollback(run.id, { to: '7' })).rejects.toThrow('take a number from 0 to 1');
  });

  it('asks again for a red edited change, whatever was granted with it, and keeps the green one', async () => {
    const run = await start();
    const asked = await pending(run);
    const edits = [
      { action: 'modify' as const, path: 'src/sum.ts', content: 'export const sum = (): number => 0;\n' },
    ];
    await run.answer({ hash: asked.hash, decision: 'approve', scope: 'kind', edits });
    const again = await pending(run, asked.hash);
    expect(await source()).toContain('a - b');
    await run.answer({ hash: again.hash, decision: 'reject', scope: 'once' });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'rejected' } });
    expect(result.diff?.hash).toBe(asked.hash);
  });

  itIsolated('shows an edited change to the whole test command, and the result names the edit', async () => {
    const checked = await makeProject(CHECKED_SUM);
    const run = await kintsugi.client.heal({ directory: checked.path });
    const answer = async (asked: Question, content: string) =>
      run.answer({
        ...{ hash: asked.hash, decision: 'approve', scope: 'once', by: 'Ann' },
        edits: [{ action: 'modify', path: 'src/sum.js', content }],
      });
    const asked = await pending(run);
    await answer(asked, TODO_SUM);
    const again = await pending(run, asked.hash);
    expect(again.summary).toContain('1 check fails');
    await answer(again, TODO_SUM.replace(' // TODO', ''));
    const edit = { by: 'Ann (unproven)', files: ['src/sum.js'] };
    expect(await run.result()).toMatchObject({
      status: 'recovered',
      confirmedBy: expect.stringContaining('npm test') as string,
      delivery: { status: 'published', edited: [edit, edit] },
    });
    await checked.remove();
  });
});
