import { makeProject } from '../../support/kintsugi';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_TEXTS, rewriting, ROMAN } from '../../support/roman-project';
import { hang, reply } from '../../support/scripted-model';
import { CTRL_C, Terminal } from '../../support/terminal';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

describe('progress on a terminal', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model has a price, and it never searches',
    settings: {
      KINTSUGI_PROPOSERS: 'llm',
      KINTSUGI_MODEL_PRICES: '{"scripted": {"inputPerMillion": 1, "outputPerMillion": 1}}',
    },
  });
  const project = useProject(() => makeProject(BROKEN_TEXTS));

  it('is one live line with the time, the failing test, and what the model has cost', async () => {
    kintsugi.model.script(reply(rewriting({ 'src/roman.ts': ROMAN })), hang());
    const shown = Terminal.open(kintsugi.env, ['heal', project.path]);
    try {
      await shown.sees(' · repairing · attempt 1 of 3');
      await shown.sees('attempt 2 of 3');
      await shown.sees('looking for a repair of test/texts.test.ts > makes slugs');
      const line = /(\S) (\d+) s · [\d,]+ tokens, \$0\.\d+ · repairing · attempt 2 of 3/u;
      expect(shown.text).toMatch(line);
      const spinners = [...shown.text.matchAll(/([⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]) \d+ s · /gu)].map(([, frame]) => frame);
      expect(new Set(spinners).size).toBeGreaterThan(1);
      const [id = ''] = /heal-kintsugi-project-\S+/.exec(shown.text) ?? [];
      const status = await kintsugiCli(kintsugi.env, ['status', id]);
      expect(status.stdout).toMatch(/1 model call of scripted, [\d,]+ tokens in, [\d,]+ out, \$0\.\d+/);
      shown.type(CTRL_C);
      await shown.sees('Detached; the run goes on.');
      expect(await shown.exitCode()).toBe(4);
      await kintsugi.client.run(id).cancel();
    } finally {
      shown.close();
    }
  });

  it('is plain lines where no terminal is', async () => {
    kintsugi.model.script(hang());
    const run = await kintsugi.client.heal({ directory: project.path, timeLimitMs: 8_000 });
    const { stderr } = await kintsugiCli(kintsugi.env, ['watch', run.id]);
    expect(stderr).toContain(
      '… repairing · attempt 1 of 3 · looking for a repair of test/texts.test.ts > writes roman numbers and 1 more\n',
    );
    expect(stderr).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏\u001b]/u);
  });
});
