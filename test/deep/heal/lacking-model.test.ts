import { makeProject, startKintsugi } from '../../support/kintsugi';
import { reply, ScriptedModel } from '../../support/scripted-model';
import { untilStatus } from '../../support/until';

describe('a run that needs a model', () => {
  it('waits durably where no worker has one, says what to set, and goes on with a worker that has', async () => {
    const model = await ScriptedModel.start();
    model.otherwise(reply('It adds.'));
    const project = await makeProject({ 'src/add.ts': 'export const add = 1;\n' });
    const kintsugi = await startKintsugi({ why: 'it gets a model later' });
    try {
      const run = await kintsugi.client.heal({
        directory: project.path,
        request: 'What does it do?',
        taskType: 'chat_reply',
      });
      const status = () => run.status();
      const waiting = await untilStatus(status, ({ phase }) => phase === 'waiting-for-model');
      expect(waiting.detail).toContain('kintsugi settings set KINTSUGI_MODEL');
      expect(waiting.log.join('\n')).toContain('Waiting for a worker with a model');
      await kintsugi.stop();
      Object.assign(kintsugi.env, { KINTSUGI_MODEL: 'scripted', KINTSUGI_MODEL_BASE_URL: model.baseUrl });
      await kintsugi.start();
      expect((await run.result()).status).toBe('completed');
      expect(model.calls).toHaveLength(1);
    } finally {
      await kintsugi.close();
      await project.remove();
      await model.close();
    }
  });
});
