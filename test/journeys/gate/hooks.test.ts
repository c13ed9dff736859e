import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const SUM = 'export const sum = (a: number, b: number) => a + b;\n';

describe('hooks of agents', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() =>
    makeProject({
      'src/sum.ts': SUM,
      'test/sum.test.ts':
        "import { sum } from '../src/sum';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
    }),
  );
  const hooks = (...args: string[]) => kintsugiCli(kintsugi.env, ['hooks', ...args], project.path);

  /** Calls a hook as the installed settings do, with what the agent writes to it. */
  async function called(
    moment: string,
    more: object = {},
  ): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(
      process.execPath,
      [join(PROJECT_ROOT, 'bin', 'kintsugi.cjs'), 'hooks', 'run', moment],
      {
        env: kintsugi.env,
      },
    );
    child.stdin.end(
      JSON.stringify({ session_id: 'abcdefgh-1', cwd: project.path, hook_event_name: 'Stop', ...more }),
    );
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: code as number | null, out, err };
  }

  it('send an agent back three times with what it has to mend, and take a right change', async () => {
    expect(await called('stop')).toEqual({ code: 0, out: '', err: '' });
    expect(await called('begin')).toEqual({ code: 0, out: '', err: '' });
    writeFileSync(join(project.path, 'src/sum.ts'), SUM.replace('a + b', 'a - b'));
    for (let time = 1; time <= 3; time += 1) {
      const { code, out } = await called('stop');
      const answer = JSON.parse(out) as { decision: string; reason: string };
      expect([code, answer.decision]).toEqual([0, 'block']);
      expect(answer.reason).toMatch(/KTG-TEST-BROKEN[^]*adds[^]*Mend it, then stop again\./);
    }
    const last = await called('stop');
    const told = expect.stringContaining('Sent back 3 times: look yourself.') as string;
    expect([last.code, last.err]).toEqual([0, told]);
    expect(JSON.parse(last.out)).toEqual({ systemMessage: told });
    // A refused change is no new beginning.
    expect(await called('begin')).toMatchObject({ code: 0 });
    expect((await called('stop', { stop_hook_active: false })).out).toContain('KTG-TEST-BROKEN');
    writeFileSync(join(project.path, 'src/sum.ts'), SUM.replace('a + b', 'b + a'));
    expect(await called('stop')).toMatchObject({ code: 0, out: '' });
    expect(await called('end')).toMatchObject({ code: 0 });
    expect(await kintsugi.client.list({ open: true, directory: project.path })).toEqual([]);
  });

  it('are written to the settings of an agent, and taken out again', async () => {
    const file = join(project.path, '.claude', 'settings.json');
    expect(await hooks('install', 'claude-code')).toMatchObject({ code: 2 });
    expect(existsSync(file)).toBe(false);
    const installed = await hooks('install', 'claude-code', '--yes');
    expect(installed.stdout).toContain('"command": "kintsugi hooks run stop"');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ hooks: { Stop: [{}] } });
    expect((await hooks('install', 'claude-code', '--yes')).stdout).toContain('has the hooks already');
    expect((await hooks('uninstall', 'claude-code', '--yes')).code).toBe(0);
    expect(existsSync(join(project.path, '.claude'))).toBe(false);
  });

  it('of git keep a refused change from being pushed', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', project.path, ...args], { stdio: 'pipe' });
    git('init', '-q');
    expect((await hooks('install', 'git', '--yes')).code).toBe(0);
    expect((await hooks('run', 'push')).code).toBe(0);
    await kintsugiCli(kintsugi.env, ['gate', 'begin', project.path]);
    writeFileSync(join(project.path, 'src/sum.ts'), SUM.replace('a + b', 'a * b'));
    const { code, stderr } = await hooks('run', 'push');
    expect([code, stderr]).toEqual([1, expect.stringContaining('KTG-TEST-BROKEN')]);
    await kintsugiCli(kintsugi.env, ['gate', 'end', project.path]);
    expect((await hooks('uninstall', 'git', '--yes')).code).toBe(0);
  });
});
