import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { readHistory } from '../../support/run-history';
import { hang, reply, ScriptedModel, status } from '../../support/scripted-model';

const OFF_BY_ONE = {
  'src/page.ts': 'export const pages = (items: number, size: number) => Math.floor(items / size);\n',
  'src/page.test.ts':
    "import { pages } from './page';\nit('counts a page that is not full', () => expect(pages(11, 5)).toBe(3));\nit('counts full pages', () => expect(pages(10, 5)).toBe(2));\n",
};

/** Failures of a model as a run meets them, through Temporal's retries. */
describe('a run whose model fails', () => {
  let model: ScriptedModel;
  let kintsugi: TestKintsugi;

  beforeEach(async () => {
    model = await ScriptedModel.start();
    kintsugi = await startKintsugi({
      why: 'its model has fallbacks',
      settings: {
        KINTSUGI_MODEL: 'first',
        KINTSUGI_MODEL_CHAT: 'talker',
        KINTSUGI_MODEL_FALLBACKS: 'second',
        KINTSUGI_MODEL_BASE_URL: model.baseUrl,
      },
    });
  });
  afterEach(async () => {
    await kintsugi.close();
    await model.close();
  });

  async function chat() {
    const project = await makeProject({ 'src/add.ts': 'export const add = 1;\n' });
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'What does it do?',
      taskType: 'chat_reply',
    });
    return { run, project };
  }
  const asked = (): string[] => model.calls.map(({ body }) => body.model);

  it('waits for the model twice, then asks the next', async () => {
    model.script(status(503), status(503), status(503), reply('It adds.'));
    const { run, project } = await chat();
    const { record } = await run.result();
    expect(record.messages.at(-1)).toMatchObject({ content: 'It adds.' });
    expect(asked()).toEqual(['talker', 'talker', 'talker', 'second']);
    model.assertComplete();
    await project.remove();
  });

  it('waits for as long as the endpoint asks', async () => {
    model.script(status(429, { retryAfter: '2' }), reply('It adds.'));
    const started = performance.now();
    const { run, project } = await chat();
    await run.result();
    // The first pause of the retry policy is 200 ms.
    expect(performance.now() - started).toBeGreaterThan(2_000);
    expect(asked()).toEqual(['talker', 'talker']);
    await project.remove();
  });

  it('ends at once with the sentence of a final failure', async () => {
    model.script(status(401));
    const { run, project } = await chat();
    await expect(run.result()).rejects.toThrow(/did not accept the key: check KINTSUGI_MODEL_API_KEY/);
    expect(asked()).toEqual(['talker']);
    await project.remove();
  });

  it('keeps the repair that was found without it', async () => {
    model.script(status(401), status(401));
    const project = await makeProject(OFF_BY_ONE);
    const run = await kintsugi.client.heal({
      directory: project.path,
      mode: 'PRECISION',
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.notes?.join()).toMatch(/did not accept the key.*went on without the model/);
    await project.remove();
  });

  it('keeps a repair that it could write no tests for', async () => {
    model.script(status(401));
    const project = await makeProject(OFF_BY_ONE);
    const run = await kintsugi.client.heal({
      directory: project.path,
      generateTests: true,
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.notes?.join()).toContain('did not accept the key');
    model.assertComplete();
    await project.remove();
  });

  it('fails with its sentence where a request could not be carried out', async () => {
    model.script(status(401));
    const project = await makeProject(OFF_BY_ONE);
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'round half up',
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'failed', delivery: { status: 'nothing-to-publish' } });
    expect(result.finalError).toContain('did not accept the key');
    await project.remove();
  });

  it('stops the request itself when it is cancelled, and asks no other model', async () => {
    model.script(hang());
    const { run, project } = await chat();
    while (model.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await kintsugi.client.temporal.workflow.getHandle(run.id).cancel();
    expect(await model.calls[0]?.closed).toEqual({ early: true });
    await expect(run.result()).rejects.toThrow(/cancelled/);
    expect(model.calls).toHaveLength(1);
    const { text } = await readHistory(kintsugi.client.temporal, run.id);
    expect(text).toContain('replyToChat');
    await project.remove();
  });
});
