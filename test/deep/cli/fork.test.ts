import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HealResult } from '../../../src/domain/heal/result';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const PATCH = [
  'diff --git a/src/sum.ts b/src/sum.ts',
  '--- a/src/sum.ts',
  '+++ b/src/sum.ts',
  '@@ -1,3 +1,3 @@',
  ' export function sum(a: number, b: number): number {',
  '-  return a - b;',
  '+  return b + a;',
  ' }',
  '',
].join('\n');

describe('kintsugi fork', () => {
  const kintsugi = useKintsugi();
  const project = useProject();
  let id: string;

  beforeEach(async () => {
    const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
    await run.result();
    id = run.id;
    await project.write('fork.patch', PATCH);
  });

  const source = () => project.read('src/sum.ts');
  const cli = (args: string[], input = '') => kintsugiCli(kintsugi.env, args, project.path, input);

  it('patches a state, publishes what is green, and shows where it comes from', async () => {
    const { code, stdout } = await cli(['fork', id, '--checkpoint', '0', '--patch', 'fork.patch']);
    expect(stdout).toContain(`This run was forked from ${id} checkpoint 0.`);
    expect(stdout).toContain('-  return a + b;\n+  return b + a;');
    expect(code).toBe(0);
    expect(await source()).toContain('b + a');
    const fork = /rollback (\S+)/.exec(stdout)?.[1] ?? '';
    expect((await cli(['report', fork])).stdout).toContain(`forked from ${id} checkpoint 0.`);
    expect((await cli(['checkpoints', fork])).stdout).toMatch(
      new RegExp(
        `^ {2}0 {2}\\w{12} {2}before the run\\n {2}1 {2}\\w{12} {2}forked from ${id} checkpoint 0\\n$`,
      ),
    );
    expect((await cli(['rollback', fork, '--to', '0'])).stdout).toContain('Rolled back: src/sum.ts');
    expect(await source()).toContain('a + b');
  });

  it('reads the patch from stdin, and asks as it is told', async () => {
    const flags = ['--checkpoint', '0', '--patch', '-', '--approval', 'medium', '--json'];
    const waiting = await cli(['fork', id, ...flags], PATCH);
    expect(waiting.code).toBe(4);
    const { taskId } = JSON.parse(waiting.stdout) as { taskId: string };
    expect((await cli(['checkpoints', taskId])).stdout).toContain(`forked from ${id} checkpoint 0`);
    await cli(['reject', taskId, '--reason', 'no']);
    // The fork of a fork that published nothing.
    const { code, stdout } = await cli(['fork', taskId, '--approval', 'low', '--json']);
    const result = HealResult.parse(JSON.parse(stdout));
    expect(result).toMatchObject({
      forkedFrom: { of: taskId, checkpoint: 1 },
      delivery: { status: 'published' },
    });
    expect(code).toBe(0);
    expect(await source()).toContain('b + a');
  });

  it('publishes what a dry run found', async () => {
    await project.write('src/sum.ts', BROKEN_SUM['src/sum.ts'] ?? '');
    const dry = await cli(['heal', project.path, '--dry-run', '--json']);
    const { taskId } = JSON.parse(dry.stdout) as { taskId: string };
    const again = await cli(['fork', taskId, '--approval', 'low', '--json']);
    expect(HealResult.parse(JSON.parse(again.stdout)).delivery).toMatchObject({ status: 'planned' });
    const { code, stdout } = await cli(['fork', taskId, '--no-dry-run', '--approval', 'low', '--json']);
    expect(HealResult.parse(JSON.parse(stdout)).delivery).toMatchObject({ status: 'published' });
    expect(code).toBe(0);
    expect(await source()).toContain('a + b');
  });

  it('exits with 1 in conflict, and says how to go on', async () => {
    await project.write('src/sum.ts', 'export const sum = 1;\n');
    const { code, stdout } = await cli(['fork', id, '--checkpoint', '0']);
    expect(stdout).toContain('Your files are unchanged: src/sum.ts (both sides changed line 1)');
    expect(stdout).toContain(
      `Fork another checkpoint, or heal the present files: kintsugi heal ${project.path}`,
    );
    expect(stdout).not.toContain('Automatic repair failed');
    expect(code).toBe(1);
    expect(await source()).toBe('export const sum = 1;\n');
  });

  it('exits with 2 where the patch does not fit, and shows what stands there', async () => {
    const { code, stdout } = await cli(['fork', id, '--patch', 'fork.patch']);
    expect(stdout).toContain(`The patch does not fit checkpoint 1 of ${id}, so nothing was done: `);
    expect(stdout).toContain('return a + b;');
    expect(code).toBe(2);
    expect(await source()).toContain('a + b');
  });

  it('answers what it cannot use with one sentence and 2', async () => {
    await writeFile(
      join(project.path, 'latin.patch'),
      Buffer.from(PATCH.replace('+ a', '+ \u00e9'), 'latin1'),
    );
    const cases: [string[], string][] = [
      [['heal-nothing'], 'There is no run heal-nothing: see kintsugi list.'],
      [
        [id, '--checkpoint', '2'],
        `The run ${id} has no checkpoint "2": take a number from 0 to 1, as "kintsugi checkpoints`,
      ],
      [[id, '--patch', 'none.patch'], '--patch none.patch cannot be read: there is no such file.'],
      [[id, '--patch', 'src'], '--patch src cannot be read: it is a folder.'],
      [
        [id, '--patch', 'latin.patch'],
        'The patch latin.patch is not UTF-8 text: give a unified diff of text files.',
      ],
      [[id, '--patch', 'package.json'], 'The patch cannot be used: '],
      [[id, '--patch', '-'], 'The patch '],
      [[id, 'make it nicer'], 'A request needs a model: set KINTSUGI_MODEL'],
      [[id, '--check-timeout', '9'], '--check-timeout needs --check'],
      [[id, '--check', ' '], '--check is empty: give a command'],
    ];
    for (const [args, sentence] of cases) {
      const { code, stderr, stdout } = await cli(['fork', ...args]);
      expect(stderr).toContain(`kintsugi: ${sentence}`);
      expect(
        stderr
          .trim()
          .split('\n')
          .filter((line) => line.startsWith('kintsugi: ')),
      ).toHaveLength(1);
      expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at /);
      expect(code).toBe(2);
    }
    const { code, stdout } = await cli(['fork', id, '--model', 'another']);
    expect(stdout).toContain('The worker has no endpoint to ask for --model');
    expect(code).toBe(2);
  });
});
