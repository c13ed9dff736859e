import { kintsugiCli } from '../../support/cli';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const kintsugi = useKintsugi();

describe('how long a run waits for an answer', () => {
  const project = useProject();
  const cli = (args: string[], env: Record<string, string> = {}) =>
    kintsugiCli({ ...kintsugi.env, ...env }, args);

  const waiting = async (flags: string[], env: Record<string, string> = {}): Promise<string> => {
    const { stdout } = await cli(['heal', project.path, '--json', ...flags], env);
    return (JSON.parse(stdout) as { taskId: string }).taskId;
  };

  it('ends with the change not published where silence is a rejection', async () => {
    const id = await waiting(['--answer-within', '1s']);
    await kintsugi.client.run(id).result();
    const { code, stdout } = await cli(['watch', id]);
    expect(stdout).toContain('✘ not published: nobody answered');
    expect(code).toBe(1);
  });
});
