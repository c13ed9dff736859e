import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { guard, GUARDED, guardId } from '../../support/guarded';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const LOW = ['--approval', 'low'];
const MAIN = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');

/** Waits for a file that a guarded command makes. */
async function there(path: string): Promise<void> {
  for (let waited = 0; !existsSync(path) && waited < 600; waited += 1) await delay(100);
}

describe('a guard', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(GUARDED));
  let outside = '';
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'kintsugi-outside-'));
    writeFileSync(join(outside, 'was.txt'), 'was\n');
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const run = (flags: readonly string[], script: string) => guard(kintsugi.env, project.path, flags, script);
  const checkpointsOf = async (id: string): Promise<{ number: number; reason: string }[]> =>
    JSON.parse((await cli('checkpoints', id, '--json')).stdout) as { number: number; reason: string }[];
  const files = () => readdirSync(project.path, { recursive: true }).map(String).sort();

  it('lists what a script writes in allowed places outside, and lets it write nowhere else', async () => {
    const script = [
      `echo mine > ${outside}/new.txt; rm ${outside}/was.txt`,
      'echo lost > ~/home.txt; cat ~/home.txt',
      'touch /etc/owned /usr/owned 2>/dev/null && echo OWNED',
      '(exec 3<>/dev/tcp/127.0.0.1/7233) 2>/dev/null && echo REACHED',
      'echo more > added.txt',
    ].join('\n');
    const made = await kintsugiCli(
      kintsugi.env,
      ['guard', ...LOW, '--write', outside, '--', 'bash', '-c', script],
      project.path,
    );
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('for good: ')]);
    expect(made.stderr).toContain(`${outside}/new.txt`);
    expect(made.stderr).toContain(`${outside}/was.txt (deleted)`);
    expect(made.stdout).not.toMatch(/OWNED|REACHED/);
    expect(made.stdout).toContain('lost\n');
    expect(readFileSync(join(outside, 'new.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(kintsugi.env['HOME'] ?? '', 'home.txt'))).toBe(false);
    expect(await project.read('added.txt')).toBe('more\n');
    expect((await run(['--write', join(project.path, 'src')], 'true')).code).toBe(2);
  });

  it('reads outside only what it is shown, and gets only the variables that it is given', async () => {
    const script = `cat ${outside}/was.txt; echo "[$SECRET_OF_MINE]"; echo x > ${outside}/x 2>/dev/null || echo READ-ONLY`;
    const env = { ...kintsugi.env, SECRET_OF_MINE: 'hush' };
    const hidden = await guard(env, project.path, LOW, script);
    expect(hidden.stdout).not.toMatch(/^was$/m);
    expect(hidden.stdout).toContain('[]');
    const shown = await guard(
      env,
      project.path,
      [...LOW, '--read', outside, '--env', 'SECRET_OF_MINE'],
      script,
    );
    expect(shown.stdout).toMatch(/^was\n\[hush\]\nREAD-ONLY$/m);
    expect((await run(['--read', join(outside, 'none')], 'true')).code).toBe(2);
    expect((await run(['--env', 'NOWHERE_SET'], 'true')).code).toBe(2);
  });

  it('refuses a script that weakens a test, by the id of the gate, and keeps its change', async () => {
    const before = files();
    const script = "sed -i s/toBe.3./toBeDefined\\(\\)/ test/sum.test.ts; sed -i 's/a + b/a - b/' src/sum.ts";
    const refused = await run(LOW, script);
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('KTG-JUDGE-WEAKENED')]);
    expect([files(), await project.read('src/sum.ts')]).toEqual([before, GUARDED['src/sum.ts']]);
    expect((await cli('publish', guardId(refused))).code).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('a - b');
  });

  it('names the file that changed in the folder meanwhile, and publishes the others when it is told to', async () => {
    const script = `echo "// theirs" >> src/sum.ts; echo new > new.txt; touch ${outside}/ready; until [ -e ${outside}/go ]; do sleep 0.1; done`;
    const running = run([...LOW, '--write', outside], script);
    await there(join(outside, 'ready'));
    writeFileSync(
      join(project.path, 'src/sum.ts'),
      `// mine\n${GUARDED['src/sum.ts'].replace('a + b', 'b + a')}`,
    );
    writeFileSync(join(outside, 'go'), '');
    const conflict = await running;
    expect([conflict.code, conflict.stdout]).toEqual([
      1,
      expect.stringMatching(/Changed in the folder meanwhile: .*src\/sum\.ts/),
    ]);
    expect(existsSync(join(project.path, 'new.txt'))).toBe(false);
    const rest = await cli('publish', guardId(conflict), '--partial');
    expect([0, 6]).toContain(rest.code);
    expect(await project.read('new.txt')).toBe('new\n');
    expect(await project.read('src/sum.ts')).toContain('// mine');
  });

  it('makes a checkpoint at each check and while files change, and goes back to one of them', async () => {
    const script = 'echo 1 > one.txt; kintsugi gate check; echo 2 > two.txt; sleep 4; echo 3 > three.txt';
    const made = await run([...LOW, '--every', '1'], script);
    const id = guardId(made);
    const reasons = (await checkpointsOf(id)).map(({ reason }) => reason);
    expect(reasons[0]).toBe('before the command');
    expect(reasons).toContainEqual(expect.stringMatching(/^check \d+$/));
    expect(reasons).toContainEqual(expect.stringMatching(/seconds? after the start$/));
    const check = (await checkpointsOf(id)).find(({ reason }) => reason.startsWith('check '));
    expect((await cli('rollback', id, '--to', String(check?.number))).code).toBe(0);
    expect(['one.txt', 'two.txt', 'three.txt'].map((name) => existsSync(join(project.path, name)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('leaves the folder as it was when it is killed, and goes on with what the command has made', async () => {
    const before = files();
    const words = [
      MAIN,
      'guard',
      '--every',
      '1',
      '--',
      'sh',
      '-c',
      'echo half > half.txt; echo ready; sleep 60',
    ];
    const killed = spawn(process.execPath, words, { env: kintsugi.env, cwd: project.path });
    let said = '';
    for (const stream of [killed.stdout, killed.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    for (let waited = 0; !said.includes('ready') && waited < 600; waited += 1) await delay(100);
    const id = guardId({ code: null, stdout: said, stderr: '' });
    const early = await kintsugiCli(kintsugi.env, ['guard', '--resume', id]);
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('still at work')]);
    const gone = new Promise((resolve) => killed.once('exit', resolve));
    killed.kill('SIGKILL');
    await gone;
    expect(files()).toEqual(before);
    // Another guard sweeps what the dead have left, and leaves this one alone.
    expect((await run(LOW, 'true')).code).toBe(0);
    const inside = ['--write', join(project.path, 'src')];
    const wrong = await kintsugiCli(kintsugi.env, ['guard', '--resume', id, ...inside]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('leave out --write')]);
    const resumed = await kintsugiCli(kintsugi.env, ['guard', '--resume', id]);
    expect([resumed.code, resumed.stdout]).toEqual([4, expect.stringContaining('approve')]);
    const [, hash = ''] = /--hash ([0-9a-f]+)/.exec(resumed.stdout) ?? [];
    expect((await cli('approve', id, '--hash', hash, '--no-wait')).code).toBe(0);
    await there(join(project.path, 'half.txt'));
    expect(await project.read('half.txt')).toBe('half\n');
  });

  it('keeps the exit code of the command, passes signals on to it, and publishes nothing unasked of one that failed', async () => {
    const failed = await run(LOW, 'echo x > x.txt; exit 42');
    expect([failed.code, existsSync(join(project.path, 'x.txt'))]).toEqual([42, false]);
    expect((await run(LOW, 'exec no-such-program')).code).toBe(127);
    const words = [
      MAIN,
      'guard',
      ...LOW,
      '--',
      'sh',
      '-c',
      'trap "echo caught; exit 9" TERM; echo ready; sleep 30 & wait',
    ];
    const child = spawn(process.execPath, words, { env: kintsugi.env, cwd: project.path });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for (let waited = 0; !said.includes('ready') && waited < 600; waited += 1) await delay(100);
    child.kill('SIGTERM');
    expect([await ended, said]).toEqual([9, expect.stringContaining('caught')]);
  });

  it('says in one sentence how to do without bubblewrap', async () => {
    const bin = join(outside, 'bin');
    mkdirSync(bin);
    const { code, stderr } = await guard({ ...kintsugi.env, PATH: bin }, project.path, [], 'true');
    expect([code, stderr.trim().split('\n')]).toEqual([
      2,
      [expect.stringMatching(/bubblewrap.*apt-get install.*gate begin/)],
    ]);
  });
});
