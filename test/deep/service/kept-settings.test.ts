import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readUpState } from '../../../src/temporal/up-state';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';
import { reply, ScriptedModel } from '../../support/scripted-model';
import { until } from '../../support/until';

describe('settings that the data folder keeps', () => {
  let model: ScriptedModel;
  let project: Awaited<ReturnType<typeof makeProject>>;
  let home: string;
  /** A shell without the model's variables. */
  let bare: Record<string, string>;
  let env: Record<string, string>;

  beforeEach(async () => {
    const own = await ownService('kept', 1);
    ({ home } = own);
    model = await ScriptedModel.start();
    project = await makeProject({ 'src/add.ts': 'export const add = 1;\n' });
    bare = {
      ...own.env,
      KINTSUGI_GRACE_SECONDS: '1',
    };
    env = {
      ...bare,
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_BASE_URL: model.baseUrl,
      KINTSUGI_MODEL_API_KEY: 'key-of-the-test',
    };
  });
  afterEach(async () => {
    await kintsugiCli(bare, ['down', '--now']);
    await model.close();
    await project.remove();
    await rm(home, { recursive: true, force: true });
  });

  const upState = async () => readUpState(join(home, 'data', 'up.json'));
  const killWorker = async () => {
    const { pid = 0 } = (await upState()) ?? {};
    process.kill(pid, 'SIGKILL');
    await until(
      () => 'the worker is gone',
      () => {
        try {
          process.kill(pid, 0);
          return false;
        } catch {
          return true;
        }
      },
    );
  };

  it('give the model to a worker that a shell without it wakes, and to runs from that shell', async () => {
    expect((await kintsugiCli(env, ['up'])).code).toBe(0);
    const file = join(home, 'data', 'settings.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ KINTSUGI_MODEL: 'scripted' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await killWorker();
    expect((await kintsugiCli(bare, ['list'])).code).toBe(0);
    expect((await upState())?.shown).toMatchObject({
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_API_KEY: 'set, a secret',
    });
    model.otherwise(reply('It adds.'));
    const question = ['heal', project.path, 'What does it do?', '--task', 'chat_reply', '--json'];
    const { stdout, code } = await kintsugiCli(bare, question);
    expect(stdout).toContain('It adds.');
    expect(code).toBe(0);
    const asked = await kintsugiCli(bare, question.slice(0, -1));
    expect(asked.stderr).toMatch(/Model: scripted at http:\/\/127.*on this computer.* set in another shell/);
    const settings = (await kintsugiCli({ ...bare, KINTSUGI_LOG_LEVEL: 'warn' }, ['settings'])).stdout;
    expect(settings).toMatch(/KINTSUGI_MODEL: scripted \(kept\)/);
    expect(settings).toMatch(/KINTSUGI_LOG_LEVEL: warn \(this shell\)/);
    expect(settings).not.toContain('key-of-the-test');
    const doctor = await kintsugiCli({ ...bare, KINTSUGI_MODEL: 'other' }, ['doctor', '--json']);
    expect(doctor.stdout).toContain('KINTSUGI_MODEL: the worker has scripted, this shell other');
    expect(doctor.stdout).not.toContain('key-of-the-test');
  });

  it('change by another worker while a run is open, which goes on with it', async () => {
    const broken = await makeProject(BROKEN_SUM);
    const detached = await kintsugiCli(bare, ['heal', broken.path, '--detach', '--json']);
    const { taskId } = JSON.parse(detached.stdout) as { taskId: string };
    const status = async () => (await kintsugiCli(bare, ['status', taskId, '--json'])).stdout;
    await until('the run asks for approval', async () => (await status()).includes('awaiting-approval'));
    const before = await upState();
    const set = await kintsugiCli(bare, ['settings', 'set', 'KINTSUGI_LOG_LEVEL', 'warn']);
    expect(set).toMatchObject({ code: 0, stdout: 'KINTSUGI_LOG_LEVEL is kept: warn.\n' });
    expect(set.stderr).toContain('restarting the worker. Open runs go on with it.');
    expect((await upState())?.pid).not.toBe(before?.pid);
    expect(await status()).toContain('awaiting-approval');
    const unset = await kintsugiCli(bare, ['settings', 'unset', 'KINTSUGI_LOG_LEVEL']);
    expect(unset.stdout).toBe('KINTSUGI_LOG_LEVEL is kept no longer.\n');
    expect((await kintsugiCli(bare, ['settings', 'set', 'KINTSUGI_PORT', 'x'])).code).toBe(2);
    expect((await kintsugiCli(bare, ['reject', taskId, '--reason', 'seen'])).code).toBe(0);
    await broken.remove();
  });
});
