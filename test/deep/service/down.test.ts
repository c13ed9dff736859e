import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';
import { reply, ScriptedModel } from '../../support/scripted-model';
import { until } from '../../support/until';

const LONG_REPLY = 'It adds one number to another and says what came of it. '.repeat(4);

describe('kintsugi down', () => {
  let model: ScriptedModel;
  let project: Awaited<ReturnType<typeof makeProject>>;
  let home: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    const own = await ownService('down', 1);
    ({ home } = own);
    model = await ScriptedModel.start();
    project = await makeProject({ 'src/add.ts': 'export const add = 1;\n' });
    env = {
      ...own.env,
      KINTSUGI_GRACE_SECONDS: '1',
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_BASE_URL: model.baseUrl,
    };
  });
  afterEach(async () => {
    await kintsugiCli(env, ['down', '--now']);
    await model.close();
    await project.remove();
    await rm(home, { recursive: true, force: true });
  });

  const ask = () =>
    kintsugiCli(env, ['heal', project.path, 'What does it do?', '--task', 'chat_reply', '--json']);
  const asked = () =>
    until(
      () => 'the model is asked',
      () => model.calls.length > 0,
    );

  it('stays down: whoever watches says so and ends, and no command that only looks starts it again', async () => {
    model.otherwise(reply(LONG_REPLY, { msPerChunk: 400 }));
    const watched = ask();
    await asked();
    expect(await kintsugiCli(env, ['down', '--json'])).toMatchObject({ stdout: '{"stopped":true}\n' });
    const { code, stderr } = await watched;
    // The reply may have ended the run before the worker was gone.
    if (code !== 0) expect(stderr).toContain('stays so: open runs go on after kintsugi up');
    for (const command of [['list'], ['watch', 'last'], ['status', 'last']]) {
      const refused = await kintsugiCli(env, command);
      expect(refused.stderr).toMatch(/stopped at .* UTC by kintsugi down/);
      expect(refused.code).toBe(3);
    }
    expect(await kintsugiCli(env, ['down', '--json'])).toMatchObject({ stdout: '{"stopped":false}\n' });
    expect((await kintsugiCli(env, ['up'])).code).toBe(0);
    expect((await kintsugiCli(env, ['list'])).code).toBe(0);
  });

  it('does not need the folder that the service was started in', async () => {
    expect((await kintsugiCli(env, ['up'], project.path)).code).toBe(0);
    const { pid } = JSON.parse(await readFile(join(home, 'data', 'up.json'), 'utf8')) as { pid: number };
    expect(await readlink(`/proc/${pid}/cwd`)).toBe(join(home, 'data'));
  });

  it('lets a call of the model end that is under way, so that the run buys it once', async () => {
    model.otherwise(reply(LONG_REPLY, { msPerChunk: 400 }));
    const watched = ask();
    await asked();
    expect((await kintsugiCli(env, ['down'])).stdout).toContain('Kintsugi is down.');
    await watched;
    expect(await model.calls[0]?.closed).toEqual({ early: false });
    await kintsugiCli(env, ['up']);
    const { stdout } = await kintsugiCli(env, ['watch', 'last', '--json']);
    expect(stdout).toContain('It adds one number');
    expect(model.calls).toHaveLength(1);
  });
});
